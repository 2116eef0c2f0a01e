import { emptyState, memberAttributeOf, type NameIndex } from "../../access/values/access-state.js";
import { ALL_USERS } from "../../model/address.js";
import { type DesiredState, type PresentWorkspace, presentIn } from "../../model/state/desired-state.js";
import { type PersonAt, peopleOf } from "./people-at.js";

/** The people that a file declares, with what it declares for them: nothing of what it leaves unmanaged is known. */
export function declaredPeople({ workspaces }: Pick<DesiredState, "workspaces">): readonly PersonAt[] {
  return presentIn(workspaces).flatMap(declaredIn);
}

function declaredIn(workspace: PresentWorkspace): readonly PersonAt[] {
  const groups = presentIn(workspace.groups);
  const members = workspace.members ?? [];
  const roles = new Map(members.map(({ email, role }) => [email, role ?? null]));
  const people = [...members, ...groups.flatMap((group) => group.members ?? [])].map(({ email }) => email);
  const values = [...groups, ...members].flatMap((owner) => owner.values ?? []);
  const nameIndex: NameIndex = {
    workspace: workspace.name,
    groups: groups.map(({ name }) => name),
    members: [...new Set(people)].sort(),
    attributes: [...new Set(values.map(({ attribute }) => attribute))].sort(),
  };
  const state = emptyState(nameIndex);
  const member = new Map(nameIndex.members.map((email, m) => [email, m]));
  const attribute = new Map(nameIndex.attributes.map((name, a) => [name, a]));
  const order = workspace.precedence_order ?? [];
  for (const [g, group] of groups.entries()) {
    state.precedence[g] =
      group.precedence ?? (order.includes(group.name) ? order.length - order.indexOf(group.name) : 0);
    const isEverybody = group.name === ALL_USERS;
    for (const email of isEverybody ? nameIndex.members : (group.members ?? []).map((one) => one.email))
      state.groupsOf[member.get(email) ?? 0]?.push(g);
    for (const { attribute: name, value } of group.values ?? [])
      state.groupValue[g * state.attributeCount + (attribute.get(name) ?? 0)] = value;
  }
  for (const { email, values: own } of members)
    for (const { attribute: name, value } of own ?? [])
      state.ownValue.set(memberAttributeOf(state, member.get(email) ?? 0, attribute.get(name) ?? 0), value);
  return peopleOf(nameIndex, state, (email) => ({ role: roles.get(email) ?? null }));
}
