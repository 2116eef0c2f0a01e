import type { DataType, ResourceKind } from "../resource-kind.js";
import type { ServiceWarning } from "../service-warning.js";
import type { Fields, FieldsOf } from "./resource.js";

/**
 * The existing things of the service that were read. A property that is absent was not read, which is never
 * the same as empty: code that needs it must ask for it (see the reader), not assume.
 */
export interface LiveState {
  readonly organization: { readonly id: string; readonly name: string };
  /** The token's own user. */
  readonly user_id: string;
  /** `admin` reaches one workspace and cannot list, create or archive workspaces. */
  readonly token_scope: "admin" | "organization-admin";
  /** Managed workspaces that exist. */
  readonly workspaces: readonly LiveWorkspace[];
  /** Workspaces that exist and that the file does not name. */
  readonly unmanaged_workspaces: readonly UnmanagedWorkspace[];
  /** The number of requests that the reading took. */
  readonly requests: number;
  /** The warnings of the service in their answers. */
  readonly service_warnings?: readonly ServiceWarning[];
}

/** A workspace that is not read, except for its members where no other list shows the organization admins. */
interface UnmanagedWorkspace extends Pick<LiveWorkspace, "members"> {
  readonly id: string;
  readonly name: string;
}

/**
 * The parts of one live workspace that were read: by ids, as the service answers. Groups are read before
 * rosters, and the ids of their members decide which rosters a plan needs, so that nobody has a name yet.
 * `liveResourcesOf` names everything and makes one flat list of it, at the addresses of the file; what
 * compares, exports or undoes uses that list. It is not kept beside the ids: a membership is an id here and
 * about 200 bytes there.
 */
export interface LiveWorkspace extends Omit<FieldsOf<"workspace">, "id" | "provision_by_default"> {
  readonly id: string;
  readonly name: string;
  /** `null` where the token cannot observe it (an admin token). */
  readonly provision_by_default: boolean | null;
  readonly groups: readonly LiveGroup[];
  readonly attributes: readonly LiveAttribute[];
  readonly members?: readonly LiveMember[];
  readonly invites?: readonly LiveInvite[];
  /** Things that are no more than a name and fields, by the key of their mapping in the file; a key that is absent was not read. */
  readonly lists?: Readonly<Record<string, readonly LiveThing[]>>;
}

/** A live thing with a name and fields. */
export interface LiveThing {
  readonly id: string;
  readonly name: string;
  readonly fields: Fields;
}

/** One live group with the ids of its members; `values` only when they were read. */
export interface LiveGroup extends FieldsOf<"group"> {
  readonly id: string;
  readonly name: string;
  readonly is_all_users: boolean;
  readonly precedence: number;
  readonly users: readonly string[];
  readonly values?: readonly LiveValue[];
}

/** One live attribute definition. */
export interface LiveAttribute extends Omit<FieldsOf<"attribute">, "required"> {
  readonly id: string;
  readonly name: string;
  readonly data_type: DataType;
  readonly label: string;
}

/** A value set on a group or on a member themselves (never an inherited one). */
export interface LiveValue {
  readonly id: string;
  readonly attribute_id: string;
  readonly value: string;
}

/** A value that a member has from one of their groups. */
export interface InheritedValue {
  readonly group_id: string;
  readonly attribute_id: string;
  readonly value: string;
}

/** One member; `own_values` and `inherited` only when they were read, both in one answer. */
export interface LiveMember extends FieldsOf<"invite"> {
  readonly id: string;
  /** Canonical form. */
  readonly email: string;
  readonly display_email: string;
  readonly role: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly email_verified: boolean;
  readonly mfa_enabled: boolean;
  readonly identity_provider: string;
  readonly own_values?: readonly LiveValue[];
  /** The values that the service says their groups give them: compared with the groups' own values. */
  readonly inherited?: readonly InheritedValue[];
}

/** One pending invite. Its URL is a secret and is dropped where answers are decoded. */
export interface LiveInvite extends FieldsOf<"invite"> {
  readonly id: string;
  readonly email: string;
  readonly display_email: string;
  readonly role: string;
  readonly created_date: string;
}

/** One more read that a plan depends on (groups and attributes are read before any is asked for); see the request budget in docs/safety.md. */
export type ReadNeed =
  | { readonly need: "members" | "invites" | "groups" | "attributes"; readonly workspace_id: string }
  | { readonly need: "list"; readonly workspace_id: string; readonly kind: ResourceKind }
  | { readonly need: "group_values"; readonly workspace_id: string; readonly group_id: string }
  | { readonly need: "own_values"; readonly workspace_id: string; readonly user_id: string };
