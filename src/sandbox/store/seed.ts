import type { SandboxSettings } from "../product/settings.js";

/**
 * A world to start from, in plain JSON. Everything may be left out; ids that are not given are made. People are named
 * by e-mail address, attributes by name, as in an orgform file. `GET /_sandbox/state` answers in this very shape.
 */
export interface SandboxSeed {
  /** `org_northwind`, "Northwind" unless given. */
  readonly organization?: { readonly id: string; readonly name: string };
  /**
   * The people of the organization; those who appear only as members are made as well. Organization admins, who are
   * also those with the role in some workspace or a token of scope `org_admin`, are members of every active
   * workspace. Without one, `admin@northwind.example` is added.
   */
  readonly users?: readonly SeedUser[];
  readonly workspaces?: readonly SeedWorkspace[];
  /** Without one for an organization admin, such a token is made. */
  readonly tokens?: readonly SeedToken[];
  readonly settings?: Partial<SandboxSettings>;
}

/** A person, whether member of a workspace or not. */
export interface SeedUser {
  readonly id?: string;
  readonly email: string;
  readonly first_name?: string | null;
  readonly last_name?: string | null;
  readonly email_verified?: boolean;
  readonly mfa_enabled?: boolean;
  readonly identity_provider?: string;
  readonly external_user_id?: string | null;
  readonly organization_admin?: boolean;
  /** The workspace this person is working in. */
  readonly current_workspace_id?: string | null;
}

/** A workspace with all that is in it. Two may have one name. */
export interface SeedWorkspace {
  readonly id?: string;
  readonly name: string;
  readonly provision_by_default?: boolean;
  /** ISO 8601 in UTC for an archived workspace. */
  readonly archived_at?: string | null;
  /** `explore` unless given. */
  readonly default_role?: string;
  readonly definitions?: readonly {
    readonly id?: string;
    readonly name: string;
    readonly data_type: "string" | "number" | "date";
    readonly label?: string;
  }[];
  /** The built-in group, which is there in any case. */
  readonly all_users?: { readonly id?: string; readonly name?: string; readonly values?: SeedValues };
  readonly groups?: readonly {
    readonly id?: string;
    readonly name: string;
    readonly precedence: number;
    /** E-mail addresses; whoever is not listed under the workspace's members becomes one with the default role. */
    readonly members?: readonly string[];
    readonly values?: SeedValues;
  }[];
  readonly members?: readonly {
    readonly email: string;
    /** The workspace's default role unless given. */
    readonly role?: string;
    readonly values?: SeedValues;
  }[];
  readonly invites?: readonly {
    readonly id?: string;
    readonly email: string;
    readonly role?: string;
    readonly created_date?: string;
  }[];
}

/** Texts by attribute name; each attribute must be among the workspace's definitions. */
export type SeedValues = Readonly<Record<string, string>>;

/** A personal access token of somebody. */
export interface SeedToken {
  /** The secret; a random one unless given. */
  readonly token?: string;
  readonly email: string;
  readonly scope: "admin" | "org_admin";
  /** The id or name of the one workspace that an admin token reaches. */
  readonly workspace?: string;
  /** Whether it satisfies an organization that requires SSO; false unless given. */
  readonly sso?: boolean;
}
