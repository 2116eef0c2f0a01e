import { verdictOverAll } from "../access/values/compare-meanings.js";
import type {
  AccessChange,
  Arrival,
  DataVerdict,
  PersonChange,
  PlanSummary,
  ResourceChange,
} from "../model/plan/plan.js";
import { groupBy } from "../util/group-by.js";

/** Counts what a plan holds; what goes with another deletion is counted apart, since it takes no request. */
export function summarize(
  changes: readonly ResourceChange[],
  no_op: number,
  unmanaged: number,
  access: readonly AccessChange[],
  people: readonly PersonChange[],
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
      ...verdictCounts(people),
    },
  };
}

/** Counts people by what happens to what they see: each once, over all workspaces. */
export function verdictCounts(people: readonly PersonChange[]): Readonly<Record<DataVerdict, number>> {
  const counts = { widened: 0, narrowed: 0, moved: 0, same: 0, unclear: 0 };
  for (const own of groupBy(people, ({ member }) => member).values())
    counts[verdictOverAll(own.map(({ verdict }) => verdict))] += 1;
  return counts;
}
