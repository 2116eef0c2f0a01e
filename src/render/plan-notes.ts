import type { Plan } from "../model/plan.js";
import { count, plural } from "../util/count.js";

/** Why a plan cannot be applied as it is, or not as a whole; a sentence each. */
export function obstaclesOf({ errored, complete, guards }: Plan): readonly string[] {
  const refusing = guards.filter(({ refused }) => refused).length;
  return [
    ...(errored ? ["This plan has errors and cannot be applied."] : []),
    ...(refusing > 0
      ? [`${count(refusing, "guard refuses", "guards refuse")} this plan: it cannot be applied.`]
      : []),
    ...(complete || errored ? [] : ["This plan is partial: what it leaves out may differ as well."]),
  ];
}

/** Why more removals are listed than are counted, where that is so. */
export function impliedRemovalsOf({ summary: { delete_implied: implied } }: Plan): readonly string[] {
  if (implied === 0) return [];
  return [
    `${count(implied, "removal goes", "removals go")} with another one and ${plural(implied, "is", "are")} not counted as removed.`,
  ];
}
