import { createHash } from "node:crypto";
import type { DefinitionRow, GroupRow, InviteRow, UserRow, ValueRow, WorkspaceRow } from "./rows.js";
import type { Writer } from "./store.js";

/** A user to add: what is left out gets the plainest value there is, a verified person without SSO. */
export type NewUser = Partial<UserRow> & Pick<UserRow, "email">;

const PLAIN_USER = {
  first_name: null,
  last_name: null,
  email_verified: true,
  mfa_enabled: false,
  identity_provider: "Email",
  external_user_id: null,
  organization_admin: false,
  current_workspace_id: null,
};

/** Adds a user who is nowhere a member yet. */
export function addUser(write: Writer, given: NewUser): UserRow {
  const { id = write.newId("usr"), email, ...others } = given;
  const user: UserRow = { id, email, ...PLAIN_USER, ...others };
  write.put("users", user);
  return user;
}

/** Adds a workspace with its built-in group and nobody in it. */
export function addWorkspace(
  write: Writer,
  {
    id = write.newId("ws"),
    name,
    provision_by_default = false,
    archived_at = null,
    default_role = "explore",
  }: Partial<WorkspaceRow> & Pick<WorkspaceRow, "name">,
  allUsers: Partial<Pick<GroupRow, "id" | "name">> = {},
): WorkspaceRow {
  const workspace: WorkspaceRow = { id, name, provision_by_default, archived_at, default_role };
  write.put("workspaces", workspace);
  write.put("groups", {
    id: allUsers.id ?? write.newId("grp"),
    workspace_id: id,
    name: allUsers.name ?? "All Users",
    is_all_users: true,
    user_attribute_precedence: 0,
  });
  return workspace;
}

/** Adds a pending invite with a link that only its holder knows. */
export function addInvite(
  write: Writer,
  workspace: WorkspaceRow,
  {
    id = write.newId("invite"),
    email,
    role,
    created_date,
  }: Partial<InviteRow> & Pick<InviteRow, "email" | "role" | "created_date">,
): InviteRow {
  const secret = createHash("sha256").update(`join ${id}`).digest("hex").slice(0, 24);
  const invite: InviteRow = {
    id,
    workspace_id: workspace.id,
    email,
    role,
    invite_url: `https://app.northwind.example/join/${secret}`,
    created_date,
  };
  write.put("invites", invite);
  return invite;
}

/** Adds a value for a definition of the same workspace. */
export function addValue(
  write: Writer,
  { id: definition_id, workspace_id }: DefinitionRow,
  given: Pick<ValueRow, "source" | "source_id" | "value">,
): ValueRow {
  const row: ValueRow = { id: write.newId("ua"), workspace_id, definition_id, ...given };
  write.put("values", row);
  return row;
}
