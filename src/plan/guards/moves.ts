import { givenBy } from "../../access/values/access-state.js";
import { attributesOf } from "../../access/values/effect.js";
import { type Address, ALL_USERS } from "../../model/address.js";
import type { AccessPlan } from "../people/access-plan.js";

/**
 * The removed memberships that limits do not count, since the person moves: they get another membership of the same
 * workspace in the plan, of a group that sets an attribute of the one that they leave, if that sets any. A group that says
 * nothing about them replaces nothing: otherwise one for everybody would hide every removal. So does whom a run that was cut
 * short left half-way: they keep a group that sets the attributes of the one that they leave, the new one beside the old.
 */
export function movesIn({ nameIndex, before, after, writes }: AccessPlan): ReadonlySet<Address> {
  const joining = new Map<number, Set<number>>();
  for (const { effects } of writes)
    for (const effect of effects)
      if (effect.on === "membership" && effect.present)
        joining.set(effect.member, (joining.get(effect.member) ?? new Set()).add(effect.group));
  const builtIn = nameIndex.groups.indexOf(ALL_USERS);
  const getsInstead = (member: number, left: number): boolean => {
    const groups = joining.get(member);
    if (groups === undefined) return false;
    const lost = attributesOf(before, left);
    return (
      lost.length === 0 ||
      lost.some((a) => [...groups].some((group) => givenBy(after, group, a) !== undefined))
    );
  };
  const keepsInstead = (member: number, left: number): boolean => {
    const lost = attributesOf(before, left).join();
    return (after.groupsOf[member] ?? []).some(
      (group) => group !== builtIn && lost !== "" && attributesOf(after, group).join() === lost,
    );
  };
  return new Set(
    writes.flatMap(({ change, effects: [effect, ...more] }) => {
      if (effect?.on !== "membership" || effect.present || more.length > 0) return [];
      const { member, group } = effect;
      return getsInstead(member, group) || keepsInstead(member, group) ? [change.address] : [];
    }),
  );
}
