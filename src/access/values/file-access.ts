import { ALL_USERS } from "../../model/address.js";
import type { PresentWorkspace } from "../../model/state/desired-state.js";
import { type AccessState, emptyState, memberAttributeOf, type NameIndex } from "./access-state.js";

/** One workspace as far as the file alone says who is in which group and which value they get. */
export interface FileAccess {
  readonly nameIndex: NameIndex;
  readonly state: AccessState;
}

/**
 * Groups with a declared precedence and those who are listed in them, with the values of both. Who else is a member, or
 * in a group, only the service knows; the built-in group, which gives to everybody what nothing else decides, is left out.
 */
export function fileAccessOf(workspace: PresentWorkspace): FileAccess {
  const groups = (workspace.groups ?? []).flatMap((group) =>
    group.state === "present" && group.name !== ALL_USERS && group.precedence !== undefined
      ? [
          {
            name: group.name,
            precedence: group.precedence,
            values: group.values ?? [],
            members: group.members ?? [],
          },
        ]
      : [],
  );
  const people = workspace.members ?? [];
  // What no group gives, no two of them can give differently.
  const valued = groups.flatMap(({ values }) => values);
  const nameIndex: NameIndex = {
    workspace: workspace.name,
    groups: groups.map(({ name }) => name),
    members: unique([...groups.flatMap(({ members }) => members), ...people].map(({ email }) => email)),
    attributes: unique(valued.map(({ attribute }) => attribute)),
  };
  const state = emptyState(nameIndex);
  const memberOf = indexOf(nameIndex.members);
  const attributeOf = indexOf(nameIndex.attributes);
  for (const [g, { precedence, values, members }] of groups.entries()) {
    state.precedence[g] = precedence;
    for (const { attribute, value } of values)
      state.groupValue[g * state.attributeCount + (attributeOf.get(attribute) ?? 0)] = value;
    for (const { email } of members) {
      const m = memberOf.get(email) ?? 0;
      if (!state.membersOf[g]?.has(m)) state.groupsOf[m]?.push(g);
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

const indexOf = (names: readonly string[]): ReadonlyMap<string, number> =>
  new Map(names.map((name, i) => [name, i]));
