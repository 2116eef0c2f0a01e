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
export function ensureUser(world: World, write: Writer, person: NewUser): UserRow {
  return findUser(world, person.email) ?? addUser(write, person);
}

/** A user who becomes a member of a workspace. */
interface NewMember {
  readonly workspace: WorkspaceRow;
  readonly userId: string;
  readonly role: string;
}

/** Makes the user a member with this role, and works in the workspace from now on if they worked in none. */
export function joinWorkspace(world: World, write: Writer, { workspace, userId, role }: NewMember): void {
  const user = world.users.get(userId);
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

/** Takes a user out of a workspace, with their own values and group memberships there. */
export function leaveWorkspace(world: World, write: Writer, workspaceId: string, userId: string): void {
  const key = indexKey(workspaceId, userId);
  for (const membership of [...world.memberships.by("member", key)])
    write.remove("memberships", membership.id);
  for (const value of [...world.values.by("source", key)]) write.remove("values", value.id);
  write.remove("members", key);
  const user = world.users.get(userId);
  if (user?.current_workspace_id === workspaceId) moveElsewhere(world, write, user);
}

/** Moves everybody who works in a workspace to another active one of theirs, or to none. */
export function moveUsersOut(world: World, write: Writer, workspaceId: string): void {
  for (const member of [...world.members.by("workspace", workspaceId)]) {
    const user = world.users.get(member.user_id);
    if (user?.current_workspace_id === workspaceId) moveElsewhere(world, write, user);
  }
}

function moveElsewhere(world: World, write: Writer, user: UserRow): void {
  const other = [...world.members.by("user", user.id)].find(
    (member) =>
      member.workspace_id !== user.current_workspace_id &&
      world.workspaces.get(member.workspace_id)?.archived_at === null,
  );
  write.put("users", { ...user, current_workspace_id: other?.workspace_id ?? null });
}

/** The ids of a group's members; for "All Users" everybody in the workspace. */
export function groupUserIds(world: World, group: GroupRow): readonly string[] {
  const rows: Iterable<{ readonly user_id: string }> = group.is_all_users
    ? world.members.by("workspace", group.workspace_id)
    : world.memberships.by("group", group.id);
  return Array.from(rows, (row) => row.user_id);
}
