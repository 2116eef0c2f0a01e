import { ALL_USERS } from "../model/address.js";
import type { DataType } from "../model/resource-kind.js";
import type { Fields, FieldsOf, LiveInvite, LiveMember } from "../model/state/resource.js";

/**
 * The parts of one workspace that were read, by ids, as the service answers. Groups are read before rosters, and the ids
 * of their members decide which rosters a plan needs, so that nobody has a name yet. Only `live/` holds it, and the kinds
 * name what is in it; everything else has the flat list that they make.
 */
export interface WorkspaceById extends Omit<FieldsOf<"workspace">, "id" | "provision_by_default"> {
  readonly id: string;
  readonly name: string;
  /** `null` where the token cannot observe it (an admin token). */
  readonly provision_by_default: boolean | null;
  readonly groups: readonly GroupById[];
  readonly attributes: readonly AttributeById[];
  readonly members?: readonly LiveMember[];
  /** The values of members by their ids, where they were read: each member is one object, however often lists are read. */
  readonly member_values?: ReadonlyMap<string, MemberValues>;
  readonly invites?: readonly LiveInvite[];
  /** Things that are no more than a name and fields, by the key of their mapping in the file; a key that is absent was not read. */
  readonly lists?: Readonly<Record<string, readonly ThingById[]>>;
}

/** A thing with a name and fields. */
export interface ThingById {
  readonly id: string;
  readonly name: string;
  readonly fields: Fields;
}

/** One group with the ids of its members, and the fields of its kind; `values` only when they were read. */
export interface GroupById extends FieldsOf<"group"> {
  readonly id: string;
  readonly name: string;
  readonly is_all_users: boolean;
  readonly precedence: number;
  readonly users: readonly string[];
  /** True if another one has its name: the id then stands in both names. */
  readonly isDouble?: true;
  readonly values?: readonly ValueById[];
}

/** One attribute definition. */
export interface AttributeById extends Omit<FieldsOf<"attribute">, "required"> {
  readonly id: string;
  readonly name: string;
  readonly data_type: DataType;
  readonly label: string;
}

/** A value set on a group or on a member themselves (never an inherited one). */
export interface ValueById {
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

/** The values of one member, both in one answer. */
export interface MemberValues {
  readonly own_values: readonly ValueById[];
  /** The values that the service says their groups give them: compared with the groups' own values. */
  readonly inherited: readonly InheritedValue[];
}

/** The name of a group in addresses: the built-in group has the same one in every service, and no two have one. */
export function groupNameOf({ is_all_users, name, id, isDouble }: GroupById): string {
  if (is_all_users) return ALL_USERS;
  return isDouble ? withId(name, id) : name;
}

/** A name that several things have, with the id that tells this one apart. */
export const withId = (name: string, id: string): string => `${name} (${id})`;
