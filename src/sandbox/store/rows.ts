import type { SandboxSettings } from "./settings.js";

/** The rows of the tables of the service. Every reference between rows is an id. */
export interface Rows {
  organizations: OrganizationRow;
  users: UserRow;
  workspaces: WorkspaceRow;
  members: MemberRow;
  groups: GroupRow;
  memberships: MembershipRow;
  definitions: DefinitionRow;
  values: ValueRow;
  invites: InviteRow;
  tokens: TokenRow;
  settings: SettingsRow;
  counters: CounterRow;
}

export type TableName = keyof Rows;

interface OrganizationRow {
  readonly id: string;
  readonly name: string;
}

export interface UserRow {
  readonly id: string;
  readonly email: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly email_verified: boolean;
  readonly mfa_enabled: boolean;
  readonly identity_provider: string;
  readonly external_user_id: string | null;
  readonly organization_admin: boolean;
  /** The workspace the user is working in; archiving it moves them to another of theirs. */
  readonly current_workspace_id: string | null;
}

export interface WorkspaceRow {
  readonly id: string;
  readonly name: string;
  readonly provision_by_default: boolean;
  /** ISO 8601 in UTC; null for an active workspace. */
  readonly archived_at: string | null;
  /** The role of invites and sign-ins that name none. */
  readonly default_role: string;
}

export interface MemberRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly user_id: string;
  readonly role: string;
}

export interface GroupRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly name: string;
  readonly is_all_users: boolean;
  readonly user_attribute_precedence: number;
}

/** A user in a group that people made; "All Users" has none, its members are the roster. */
interface MembershipRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly group_id: string;
  readonly user_id: string;
}

export interface DefinitionRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly name: string;
  readonly data_type: "string" | "number" | "date";
  readonly label: string;
}

export interface ValueRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly definition_id: string;
  readonly source: "user" | "group";
  readonly source_id: string;
  readonly value: string;
}

export interface InviteRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly email: string;
  readonly role: string;
  readonly invite_url: string;
  readonly created_date: string;
}

/** A personal access token; its id is the secret itself. */
export interface TokenRow {
  readonly id: string;
  readonly user_id: string;
  readonly scope: "admin" | "org_admin";
  /** The one workspace an admin token reaches; null for an org admin token. */
  readonly workspace_id: string | null;
  /** True if the token satisfies an organization that requires SSO. */
  readonly sso: boolean;
}

export interface SettingsRow extends SandboxSettings {
  readonly id: "settings";
}

/** The number of ids that were given out, so that none comes twice, not even after a restart. */
interface CounterRow {
  readonly id: "ids";
  readonly issued: number;
}
