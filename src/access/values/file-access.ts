import { ALL_USERS } from "../../model/address.js";
import { contentsOf } from "../../model/state/contents.js";
import type { PresentWorkspace } from "../../model/state/desired-state.js";
import {
  type AccessState,
  emptyState,
  indicesOf,
  memberAttributeOf,
  type NameIndex,
} from "./access-state.js";

/** The groups, members and values of one workspace according to the file alone. */
interface FileAccess {
  readonly nameIndex: NameIndex;
  readonly state: AccessState;
}

/** A group of the file with the precedence that it has, or would have. */
interface GroupWithPrecedence {
  readonly name: string;
  readonly precedence: number;
}

/**
 * The access that the file alone determines: groups with a declared precedence, the people listed in them,
 * and the values of both. Only the service knows the other members; the built-in group, which gives to
 * everybody what nothing else decides, is left out.
 */
export function fileAccessOf(workspace: PresentWorkspace): FileAccess {
  const ranked = contentsOf(workspace)
    .of("group")
    .flatMap(({ name, managed: { precedence } }) =>
      name === ALL_USERS || precedence === undefined ? [] : [{ name, precedence: Number(precedence) }],
    );
  // An attribute without a group's value can have no tie.
  return declaredAccess(workspace, ranked, []);
}

/** The values that groups and people of the file have, for the attributes that the groups and the `owners` set. */
export function declaredAccess(
  workspace: PresentWorkspace,
  groups: readonly GroupWithPrecedence[],
  owners: readonly string[],
): FileAccess {
  const { of, heldBy } = contentsOf(workspace);
  const valuesOf = groups.map(({ name }) => heldBy("group_value", name));
  const membersOf = groups.map(({ name }) => heldBy("group_membership", name));
  const own = owners.flatMap((email) => heldBy("member_value", email));
  const nameIndex: NameIndex = {
    workspace: workspace.name,
    groups: groups.map(({ name }) => name),
    members: unique([...membersOf.flat(), ...of("invite")].map(({ name }) => name)),
    attributes: unique([...valuesOf.flat(), ...own].map(({ name }) => name)),
  };
  const state = emptyState(nameIndex);
  const memberOf = indicesOf(nameIndex.members);
  const attributeOf = indicesOf(nameIndex.attributes);
  for (const [g, { name, precedence }] of groups.entries()) {
    state.precedence[g] = precedence;
    for (const { name: attribute, managed } of valuesOf[g] ?? [])
      state.groupValue[g * state.attributeCount + (attributeOf.get(attribute) ?? 0)] = String(managed.value);
    const emails = name === ALL_USERS ? nameIndex.members : (membersOf[g] ?? []).map((member) => member.name);
    for (const m of new Set(emails.flatMap((email) => memberOf.get(email) ?? []))) {
      state.groupsOf[m]?.push(g);
      state.membersOf[g]?.add(m);
    }
  }
  for (const { name: attribute, owner = "", managed } of of("member_value")) {
    const a = attributeOf.get(attribute);
    if (a === undefined) continue;
    state.ownValue.set(memberAttributeOf(state, memberOf.get(owner) ?? 0, a), String(managed.value));
  }
  return { nameIndex, state };
}

const unique = (names: readonly string[]): string[] => [...new Set(names)].sort();
