import { addUser, type NewUser } from "./new-rows.js";
import type { GroupRow, UserRow, WorkspaceRow } from "./rows.js";
import type { Writer } from "./store.js";
import { indexKey, type World } from "./world.js";

/** The user with this e-mail address, in any letter case. */
export function findUser(world: World, email: string): UserRow | undefined {
  const [user] = world.users.by("email", email.toLowerCase());
  return user;
}

/** The user with the person's e-mail address, made if there is none yet. */
export const ensureUser = (write: Writer, person: NewUser): UserRow =>
  findUser(write.world, person.email) ?? addUser(write, person);

/** A user who becomes a member of a workspace. */
interface NewMember {
  readonly workspace: WorkspaceRow;
  readonly userId: string;
  readonly role: string;
}

/** Makes the user a member with this role, and works in the workspace from now on if they worked in none. */
export function joinWorkspace(write: Writer, { workspace, userId, role }: NewMember): void {
  const user = write.world.users.get(userId);
  if (!user) return;
  write.put("members", {
    id: indexKey(workspace.id, userId),
    workspace_id: workspace.id,
    user_id: userId,
    role,
  });
  const current_workspace_id =
    user.current_workspace_id ?? (workspace.archived_at === null ? workspace.id : null);
  write.put("users", { ...user, current_workspace_id });
}

/** Makes every organization admin a member of an active workspace, with that role if they are none yet. */
export function admitAdmins(write: Writer, workspace: WorkspaceRow): void {
  for (const { id: userId, organization_admin } of [...write.world.users.all()])
    if (organization_admin && !write.world.members.get(indexKey(workspace.id, userId)))
      joinWorkspace(write, { workspace, userId, role: "organization_admin" });
}

/** Takes a user out of a workspace, with their own values and group memberships there. */
export function leaveWorkspace(write: Writer, workspaceId: string, userId: string): void {
  const key = indexKey(workspaceId, userId);
  write.removeAll("memberships", write.world.memberships.by("member", key));
  write.removeAll("values", write.world.values.by("source", key));
  write.remove("members", key);
  moveOut(write, workspaceId, userId);
}

/** Moves a user who works in a workspace to another active one of theirs, or to none. */
export function moveOut({ world, put }: Writer, workspaceId: string, userId: string): void {
  const user = world.users.get(userId);
  if (user?.current_workspace_id !== workspaceId) return;
  const other = [...world.members.by("user", userId)].find(
    ({ workspace_id }) =>
      workspace_id !== workspaceId && world.workspaces.get(workspace_id)?.archived_at === null,
  );
  put("users", { ...user, current_workspace_id: other?.workspace_id ?? null });
}

/** The ids of a group's members; for "All Users" everybody in the workspace. */
export function groupUserIds(world: World, group: GroupRow): readonly string[] {
  const rows: Iterable<{ readonly user_id: string }> = group.is_all_users
    ? world.members.by("workspace", group.workspace_id)
    : world.memberships.by("group", group.id);
  return Array.from(rows, (row) => row.user_id);
}
