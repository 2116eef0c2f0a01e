import { ALL_USERS } from "../../model/address.js";
import { contentsOf } from "../../model/state/contents.js";
import type { PresentWorkspace } from "../../model/state/desired-state.js";
import {
  emptyState,
  type IndexedState,
  indicesOf,
  memberAttributeOf,
  type NameIndex,
} from "./access-state.js";

/**
 * The access that the file alone determines: groups with a declared precedence, the people listed in them,
 * and the values of both. Only the service knows the other members; the built-in group, which gives to
 * everybody what nothing else decides, is left out.
 */
export function fileAccessOf(workspace: PresentWorkspace): IndexedState {
  const { of, heldBy } = contentsOf(workspace);
  const groups = of("group").flatMap(({ name, managed: { precedence } }) =>
    name === ALL_USERS || precedence === undefined ? [] : [{ name, precedence: Number(precedence) }],
  );
  const valuesOf = groups.map(({ name }) => heldBy("group_value", name));
  const membersOf = groups.map(({ name }) => heldBy("group_membership", name));
  const nameIndex: NameIndex = {
    workspace: workspace.name,
    groups: groups.map(({ name }) => name),
    members: unique([...membersOf.flat(), ...of("invite")].map(({ name }) => name)),
    // An attribute without a group's value can have no tie.
    attributes: unique(valuesOf.flat().map(({ name }) => name)),
  };
  const state = emptyState(nameIndex);
  const memberOf = indicesOf(nameIndex.members);
  const attributeOf = indicesOf(nameIndex.attributes);
  for (const [g, { precedence }] of groups.entries()) {
    state.precedence[g] = precedence;
    for (const { name: attribute, managed } of valuesOf[g] ?? [])
      state.groupValue[g * state.attributeCount + (attributeOf.get(attribute) ?? 0)] = String(managed.value);
    for (const m of new Set((membersOf[g] ?? []).flatMap((member) => memberOf.get(member.name) ?? []))) {
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
