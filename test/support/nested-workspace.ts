import type { FileEntry } from "../../src/kinds/kind.js";
import { LISTED_KINDS } from "../../src/kinds/registry.js";
import { desiredResource, inOrderOfKinds, listHeldBy, listIn, together } from "../../src/kinds/resources.js";
import { ALL_USERS } from "../../src/model/address.js";
import type { ResourceKind } from "../../src/model/resource-kind.js";
import { contentsOf } from "../../src/model/state/contents.js";
import type { DesiredValue, PresentWorkspace } from "../../src/model/state/desired-state.js";
import type { DesiredPerson, DesiredResource } from "../../src/model/state/resource.js";

/** A workspace as the file nests it: tests write and compare it so, since the flat list is hard to read. */
export interface NestedWorkspace extends Omit<PresentWorkspace, "resources" | "lists"> {
  readonly provision_by_default?: boolean;
  readonly attributes?: readonly NestedAttribute[];
  readonly groups?: readonly NestedGroup[];
  readonly members?: readonly NestedMember[];
}

interface Tombstone {
  readonly name: string;
  readonly state: "absent";
}

export type NestedAttribute =
  | Tombstone
  | {
      readonly name: string;
      readonly state: "present";
      readonly data_type: "string" | "number" | "date";
      readonly label?: string;
      readonly required: boolean;
      readonly deny?: readonly string[];
    };

export type NestedGroup =
  | Tombstone
  | {
      readonly name: string;
      readonly state: "present";
      readonly precedence?: number;
      readonly previously: readonly string[];
      readonly values?: readonly DesiredValue[];
      readonly members?: readonly DesiredPerson[];
    };

export interface NestedMember extends DesiredPerson {
  readonly role?: string;
  readonly values?: readonly DesiredValue[];
}

/** The flat form of a nested workspace, as building a file gives it. */
export function flat(nested: NestedWorkspace): PresentWorkspace {
  const { attributes, groups = [], members = [], provision_by_default, ...settings } = nested;
  const { name: workspace } = nested;
  const listOf = <T>(
    kind: ResourceKind,
    given: readonly T[] | undefined,
    toEntry: (thing: T) => FileEntry,
  ) => (given === undefined ? [] : [listIn(workspace, kind, given.map(toEntry))]);
  const valuesOf = (
    kind: ResourceKind,
    owner: string,
    values: readonly DesiredValue[] | undefined,
    person?: DesiredPerson,
  ) => {
    const entries = values?.map(({ attribute: name, value }) => ({ name, keys: { value }, person }));
    return entries === undefined ? [] : [listHeldBy(owner, workspace, kind, entries)];
  };
  const all = together([
    ...listOf("attribute", attributes, (one) => {
      if (one.state === "absent") return { ...one, keys: {} };
      const { name, state: _, required, deny, ...keys } = one;
      return { name, keys, ...(required && { required }), ...(deny && { deny }) };
    }),
    ...listOf("group", nested.groups, (one) => {
      if (one.state === "absent") return { ...one, keys: {} };
      const { name, previously, precedence } = one;
      const keys = precedence === undefined ? {} : { precedence };
      return { name, keys, ...(previously.length > 0 && { previously }) };
    }),
    ...groups.flatMap((group) =>
      group.state === "absent" ? [] : valuesOf("group_value", group.name, group.values),
    ),
    ...groups.flatMap((group) => {
      if (group.state === "absent" || group.members === undefined) return [];
      const people = group.members.map((person) => ({ name: person.email, keys: {}, person }));
      return [listHeldBy(group.name, workspace, "group_membership", people)];
    }),
    ...listOf("invite", nested.members, ({ email, display_email, role }) => ({
      name: email,
      keys: role === undefined ? {} : { role },
      person: { email, display_email },
    })),
    ...members.flatMap(({ email, display_email, values }) =>
      valuesOf("member_value", email, values, { email, display_email }),
    ),
  ]);
  const keys = provision_by_default === undefined ? {} : { provision_by_default };
  const itself = desiredResource("workspace", workspace, { name: workspace, keys });
  return { ...settings, resources: inOrderOfKinds([itself, ...all.resources]), lists: all.lists };
}

/** The inverse of {@link flat}. */
export function nested(workspace: PresentWorkspace): NestedWorkspace {
  const { resources: _, lists: __, ...settings } = workspace;
  const { of, entries, gives, heldBy } = contentsOf(workspace);
  if (LISTED_KINDS.some((kind) => entries(kind).length > 0))
    throw new Error("a nested workspace has no lists");
  const valuesOf = (kind: ResourceKind, owner: string) =>
    gives(kind, owner) && {
      values: heldBy(kind, owner).map(({ name: attribute, managed }) => ({
        attribute,
        value: String(managed.value),
      })),
    };
  const attribute = ({ name, state, managed, required, deny }: DesiredResource) =>
    state === "absent"
      ? { name, state }
      : { ...managed, name, state, required: required === true, ...(deny && { deny }) };
  const group = ({ name, state, managed: { name: _name, ...keys }, previously = [] }: DesiredResource) =>
    state === "absent"
      ? { name, state }
      : {
          name,
          state: "present",
          ...(name === ALL_USERS ? {} : keys),
          previously,
          ...valuesOf("group_value", name),
          ...(gives("group_membership", name) && {
            members: heldBy("group_membership", name).map(({ person }) => person),
          }),
        };
  const member = ({ name, person, managed }: DesiredResource) => ({
    email: name,
    display_email: person?.display_email ?? name,
    ...managed,
    ...valuesOf("member_value", name),
  });
  const [
    {
      managed: { name: _name, ...keys },
    } = { managed: {} as DesiredResource["managed"] },
  ] = of("workspace");
  return {
    ...settings,
    ...keys,
    ...(gives("attribute") && { attributes: entries("attribute").map(attribute) }),
    ...(gives("group") && { groups: entries("group").map(group) }),
    ...(gives("invite") && { members: of("invite").map(member) }),
  } as NestedWorkspace; // the file's schema says so
}
