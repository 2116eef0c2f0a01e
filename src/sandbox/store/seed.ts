import type { NewUser } from "./new-rows.js";
import type { WorkspaceRow } from "./rows.js";
import type { SandboxSettings } from "./settings.js";

/**
 * A world to start from, in plain JSON. Everything may be left out; ids that are not given are made. People are named
 * by e-mail address, attributes by name, as in an orgform file. `GET /_sandbox/state` answers in this very shape.
 */
export interface SandboxSeed {
  /** The organization; by default `org_northwind`, "Northwind". */
  readonly organization?: { readonly id: string; readonly name: string };
  /**
   * The people of the organization; those who appear only as members are made as well. Organization admins, who are
   * also those with the role in some workspace or a token of scope `org_admin`, are members of every active
   * workspace. Without one, `admin@northwind.example` is added.
   */
  readonly users?: readonly NewUser[];
  readonly workspaces?: readonly SeedWorkspace[];
  /** The tokens; one for an organization admin is made if there is none. */
  readonly tokens?: readonly SeedToken[];
  readonly settings?: Partial<SandboxSettings>;
}

/** A workspace with everything in it. Two may have one name; the default role is `explore` unless given. */
export interface SeedWorkspace extends Partial<WorkspaceRow> {
  readonly name: string;
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
    /** E-mail addresses; people who are not among the workspace's members become members with the default role. */
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
  readonly token?: string | undefined;
  readonly email: string;
  readonly scope: "admin" | "org_admin";
  /** The id or name of the one workspace that an admin token reaches. */
  readonly workspace?: string;
  /** True if it satisfies an organization that requires SSO; false unless given. */
  readonly sso?: boolean;
}
