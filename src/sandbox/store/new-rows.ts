import { createHash } from "node:crypto";
import type { DefinitionRow, GroupRow, InviteRow, UserRow, ValueRow, WorkspaceRow } from "./rows.js";
import type { Writer } from "./store.js";

/** A user to add: what is left out gets the plainest value there is, a verified person without SSO. */
export type NewUser = Partial<UserRow> & Pick<UserRow, "email">;

/** Adds a user who is nowhere a member yet. */
export function addUser(write: Writer, given: NewUser): UserRow {
  const user: UserRow = {
    id: given.id ?? write.newId("usr"),
    email: given.email,
    first_name: given.first_name ?? null,
    last_name: given.last_name ?? null,
    email_verified: given.email_verified ?? true,
    mfa_enabled: given.mfa_enabled ?? false,
    identity_provider: given.identity_provider ?? "Email",
    external_user_id: given.external_user_id ?? null,
    organization_admin: given.organization_admin ?? false,
    current_workspace_id: given.current_workspace_id ?? null,
  };
  write.put("users", user);
  return user;
}

/** Adds a workspace with its built-in group and nobody in it. */
export function addWorkspace(
  write: Writer,
  given: Partial<WorkspaceRow> & Pick<WorkspaceRow, "name">,
  allUsers: Partial<Pick<GroupRow, "id" | "name">> = {},
): WorkspaceRow {
  const workspace: WorkspaceRow = {
    id: given.id ?? write.newId("ws"),
    name: given.name,
    provision_by_default: given.provision_by_default ?? false,
    archived_at: given.archived_at ?? null,
    default_role: given.default_role ?? "explore",
  };
  write.put("workspaces", workspace);
  write.put("groups", {
    id: allUsers.id ?? write.newId("grp"),
    workspace_id: workspace.id,
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
  given: Partial<InviteRow> & Pick<InviteRow, "email" | "role" | "created_date">,
): InviteRow {
  const id = given.id ?? write.newId("invite");
  const secret = createHash("sha256").update(`join ${id}`).digest("hex").slice(0, 24);
  const invite: InviteRow = {
    id,
    workspace_id: workspace.id,
    email: given.email,
    role: given.role,
    invite_url: `https://app.northwind.example/join/${secret}`,
    created_date: given.created_date,
  };
  write.put("invites", invite);
  return invite;
}

/** Adds a value for a definition of the same workspace. */
export function addValue(
  write: Writer,
  definition: DefinitionRow,
  given: Pick<ValueRow, "source" | "source_id" | "value">,
): ValueRow {
  const { source, source_id, value } = given;
  const row: ValueRow = {
    id: write.newId("ua"),
    workspace_id: definition.workspace_id,
    definition_id: definition.id,
    source,
    source_id,
    value,
  };
  write.put("values", row);
  return row;
}
