import { ALL_USERS } from "../../model/address.js";
import {
  type DesiredMember,
  type PresentGroup,
  type PresentWorkspace,
  presentIn,
} from "../../model/state/desired-state.js";
import {
  type AccessState,
  emptyState,
  indicesOf,
  memberAttributeOf,
  type NameIndex,
} from "./access-state.js";

/** One workspace as far as the file alone says who is in which group and which value they get. */
export interface FileAccess {
  readonly nameIndex: NameIndex;
  readonly state: AccessState;
}

/** A group of the file with the precedence that it has, or would have. */
export type GroupWithPrecedence = PresentGroup & { readonly precedence: number };

/**
 * Groups with a declared precedence and those who are listed in them, with the values of both. Who else is a member, or
 * in a group, only the service knows; the built-in group, which gives to everybody what nothing else decides, is left out.
 */
export function fileAccessOf({ name, groups, members = [] }: PresentWorkspace): FileAccess {
  const ranked = presentIn(groups).flatMap((group) =>
    group.name === ALL_USERS || group.precedence === undefined
      ? []
      : [{ ...group, precedence: group.precedence }],
  );
  // What no group gives, no two of them can give differently.
  return declaredAccess(name, ranked, members, ranked);
}

/** What groups and people of the file have, for the attributes that the `owners` set. */
export function declaredAccess(
  workspace: string,
  groups: readonly GroupWithPrecedence[],
  people: readonly DesiredMember[],
  owners: readonly Pick<DesiredMember, "values">[],
): FileAccess {
  const listed = [...groups.flatMap(({ members = [] }) => members), ...people];
  const nameIndex: NameIndex = {
    workspace,
    groups: groups.map(({ name }) => name),
    members: unique(listed.map(({ email }) => email)),
    attributes: unique(owners.flatMap(({ values = [] }) => values.map(({ attribute }) => attribute))),
  };
  const state = emptyState(nameIndex);
  const memberOf = indicesOf(nameIndex.members);
  const attributeOf = indicesOf(nameIndex.attributes);
  for (const [g, { name, precedence, values = [], members = [] }] of groups.entries()) {
    state.precedence[g] = precedence;
    for (const { attribute, value } of values)
      state.groupValue[g * state.attributeCount + (attributeOf.get(attribute) ?? 0)] = value;
    const emails = name === ALL_USERS ? nameIndex.members : members.map(({ email }) => email);
    for (const m of new Set(emails.flatMap((email) => memberOf.get(email) ?? []))) {
      state.groupsOf[m]?.push(g);
      state.membersOf[g]?.add(m);
    }
  }
  for (const { email, values = [] } of people) {
    for (const { attribute, value } of values) {
      const a = attributeOf.get(attribute);
      if (a !== undefined) state.ownValue.set(memberAttributeOf(state, memberOf.get(email) ?? 0, a), value);
    }
  }
  return { nameIndex, state };
}

const unique = (names: readonly string[]): string[] => [...new Set(names)].sort();
