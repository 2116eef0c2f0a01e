import { groupValueOf } from "../../access/values/access-state.js";
import { attributesOf } from "../../access/values/effect.js";
import type { Address } from "../../model/address.js";
import type { AccessPlan } from "../people/access-plan.js";

/**
 * The addresses of removed memberships that limits do not count, because the person moves to another group. A removal
 * is a move if the plan gives the person another membership of the same workspace, in a group that sets an attribute of
 * the group that they leave, if that one sets any. A group that sets none of them replaces nothing: otherwise one group
 * for everybody would hide every removal.
 *
 * A run that broke off may have left somebody in the old group and the new one, and the next run has to end that without
 * a flag. Such people can be told from those who lose one of two groups where both groups have one precedence and set
 * the same attributes: who wins is undefined then, so that nobody is in both on purpose. Of other precedences, a group in
 * which the person is already replaces nothing.
 *
 * Example, Sales 10, West 10 and Board 30 set `region`:
 *
 * | live         | file         | the removal from the group that the file lacks                  |
 * | Sales        | West         | a move: the plan adds to West                                   |
 * | Sales, West  | West         | a move that broke off: nobody keeps two groups that tie         |
 * | Sales, Board | Sales        | counts: the plan gives nothing in the place of Board            |
 * | Board        | Staff        | counts where Staff sets no `region`                             |
 */
export function movesIn({ before, after, writes }: AccessPlan): ReadonlySet<Address> {
  const joining = new Map<number, Set<number>>();
  for (const { effects } of writes)
    for (const effect of effects)
      if (effect.on === "membership" && effect.present)
        joining.set(effect.member, (joining.get(effect.member) ?? new Set()).add(effect.group));
  const getsInstead = (member: number, left: number): boolean => {
    const groups = joining.get(member);
    if (groups === undefined) return false;
    const lost = attributesOf(before, left);
    return (
      lost.length === 0 ||
      lost.some((a) => [...groups].some((group) => groupValueOf(after, group, a) !== undefined))
    );
  };
  const keepsTied = (member: number, left: number): boolean => {
    const lost = attributesOf(before, left).join();
    return (after.groupsOf[member] ?? []).some(
      (group) =>
        before.precedence[group] === before.precedence[left] &&
        lost !== "" &&
        attributesOf(before, group).join() === lost &&
        attributesOf(after, group).join() === lost,
    );
  };
  return new Set(
    writes.flatMap(({ change, effects: [effect, ...more] }) => {
      if (effect?.on !== "membership" || effect.present || more.length > 0) return [];
      const { member, group } = effect;
      return getsInstead(member, group) || keepsTied(member, group) ? [change.address] : [];
    }),
  );
}
