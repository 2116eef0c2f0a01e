import type { AccessChange, Arrival, PlanSummary, ResourceChange } from "../model/plan/plan.js";

/** Counts what a plan holds; what goes with another deletion is counted apart, since it takes no request. */
export function summarize(
  changes: readonly ResourceChange[],
  no_op: number,
  unmanaged: number,
  access: readonly AccessChange[],
  arrivals: readonly Arrival[],
): PlanSummary {
  const count = (action: string): number =>
    changes.filter(({ change, implied_by }) => change.actions[0] === action && implied_by === undefined)
      .length;
  const kind = (wanted: AccessChange["kind"]): number =>
    access.filter((change) => change.kind === wanted).length;
  return {
    create: count("create"),
    update: count("update"),
    delete: count("delete"),
    delete_implied: changes.filter(({ implied_by }) => implied_by !== undefined).length,
    no_op,
    unmanaged,
    access: {
      opened: kind("opened"),
      closed: kind("closed"),
      changed: kind("changed"),
      arriving: new Set(arrivals.map(({ member }) => member)).size,
    },
  };
}
