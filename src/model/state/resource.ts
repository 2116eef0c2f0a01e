import type { Address } from "../address.js";
import type { FILE_KEYS } from "../generated/kinds.js";
import type { DataType, ResourceKind } from "../resource-kind.js";

/** The fields of a resource, flat and in the file's words. */
export type Fields = Readonly<Record<string, string | number | boolean | null>>;

/** The types of the file's plain keys, by the names that JSON Schema has for them. */
interface Plain {
  readonly string: string;
  readonly number: number;
  readonly boolean: boolean;
}

/**
 * The plain keys of an entry of some kind in the file, as its schema names and types them; each may be absent. Desired
 * and live things have their fields by these names, so that a field that no engine asks for is said in the schema only.
 */
export type FieldsOf<K extends ResourceKind> = {
  readonly [F in keyof (typeof FILE_KEYS)[K]]?: Plain[(typeof FILE_KEYS)[K][F] & keyof Plain];
};

/** A person, by canonical e-mail address; `display_email` is the address as it is written. */
export interface DesiredPerson {
  readonly email: string;
  readonly display_email: string;
}

/** What a desired and a live thing have in common: of values there may be a million, and each takes about 200 bytes. */
export interface Resource {
  readonly address: Address;
  readonly kind: ResourceKind;
  /** The last segment of the address: of a value its attribute, of a membership the member. */
  readonly name: string;
  /** The group or member that holds it: of values and memberships. */
  readonly owner?: string;
  /** `absent` is a tombstone. The `built-in` group is always there: a file only says what it holds. */
  readonly state: "present" | "absent" | "built-in";
}

/** An entry of the file: a thing that it wants, or wants gone. */
export interface DesiredResource extends Resource {
  /** The fields that the file sets: only these are compared. */
  readonly managed: Fields;
  /** The person, of members and of what they hold. */
  readonly person?: DesiredPerson;
  /** Former names of a group, newest first: a live group of such a name is renamed in place. */
  readonly previously?: readonly string[];
  /** Members without a value of this attribute are a finding. */
  readonly required?: true;
  /** The values of this attribute that allow nothing, as the file says; absent where it does not say. */
  readonly deny?: readonly string[];
  /** The only values of this attribute that the file may give; absent where it may give any. */
  readonly allowed?: readonly string[];
}

/** The data type of an attribute of the file. */
export const dataTypeOf = ({ managed }: Pick<DesiredResource, "managed">): DataType =>
  managed.data_type as DataType; // its schema says so

/** A thing that exists, by its live names. */
export interface LiveResource extends Resource {
  readonly state: "present" | "built-in";
  readonly id: string;
  readonly fields: Fields;
  /** The person, of members, of invites and of what members hold; absent where only their id was read. */
  readonly person?: LivePerson | undefined;
  /** The address under its live name, where it is listed under the one that it is to have in the file. */
  readonly previous_address?: Address;
}

/** Somebody in the roster or the invites of a workspace. */
type LivePerson = LiveMember | LiveInvite;

/** One member, as the roster has them. */
export interface LiveMember extends DesiredPerson, FieldsOf<"invite"> {
  readonly presence: "member";
  readonly id: string;
  readonly role: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly email_verified: boolean;
  readonly mfa_enabled: boolean;
  readonly identity_provider: string;
}

/** One invite. Its URL is a secret and is dropped where answers are decoded. */
export interface LiveInvite extends DesiredPerson, FieldsOf<"invite"> {
  readonly presence: "invited";
  readonly id: string;
  readonly role: string;
  readonly created_date: string;
}
