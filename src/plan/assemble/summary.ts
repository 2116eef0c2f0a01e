import { worstVerdicts } from "../../access/values/compare-meanings.js";
import { KINDS } from "../../kinds/registry.js";
import type {
  AccessChange,
  Action,
  Arrival,
  DataVerdict,
  PersonChange,
  Plan,
  PlanSummary,
} from "../../model/plan/plan.js";
import { setOf } from "../../util/collections.js";
import { isNew } from "../people/arrivals.js";

/** The parts of a plan that are counted; `no_op` things are not among the changes. */
type Counted = CountedAccess &
  Pick<Plan, "resource_changes" | "unmanaged" | "not_listed"> & { readonly no_op: number };

/** The parts of a plan, or of the first line of a receipt, that say whose access changes. */
interface CountedAccess {
  readonly access_changes: readonly Pick<AccessChange, "kind">[];
  readonly adopted?: readonly Pick<AccessChange, "kind">[];
  readonly people: readonly PersonChange[];
  readonly arrivals: readonly Arrival[];
  /** What arrivals with a pending invite were compared with. */
  readonly compared?: PlanSummary["access"]["compared"];
}

/**
 * Counts what a plan holds: everything that shows a number takes it from here. People count once each, by address, over
 * all workspaces; what goes with another deletion is counted apart, since it takes no request.
 */
export function summarize(plan: Counted): PlanSummary {
  const { resource_changes, unmanaged, not_listed, no_op } = plan;
  const requested = resource_changes.filter(({ implied_by }) => implied_by === undefined);
  const count = (action: Action): number =>
    requested.filter(({ change }) => change.actions[0] === action).length;
  return {
    create: count("create"),
    update: count("update"),
    delete: count("delete"),
    delete_implied: resource_changes.length - requested.length,
    no_op,
    unmanaged: unmanaged.length,
    not_listed: countPeople(not_listed),
    emails: requested.filter(({ type, change }) => KINDS[type].sendsMail && change.actions[0] === "create")
      .length,
    access: countAccess(plan),
  };
}

/** Counts whose access changes, or is taken over from the product. */
export function countAccess(plan: CountedAccess): PlanSummary["access"] {
  const { access_changes, adopted = [], people, arrivals, compared } = plan;
  const kind = (name: AccessChange["kind"]): number =>
    [...access_changes, ...adopted].filter((change) => change.kind === name).length;
  return {
    people: countPeople(people),
    opened: kind("opened"),
    closed: kind("closed"),
    changed: kind("changed"),
    ...arrivalCounts(arrivals),
    ...(compared !== undefined && arrivals.some(({ invite }) => invite !== "planned") && { compared }),
    ...verdictCounts(people),
  };
}

/** Counts people who arrive: new ones, and apart from them those whose arrival was the same before, if there are any. */
export function arrivalCounts(
  arrivals: readonly Arrival[],
): Pick<PlanSummary["access"], "arriving" | "known"> {
  const arriving = setOf(arrivals.filter(isNew), "member");
  const known = countPeople(arrivals.filter(({ member }) => !arriving.has(member)));
  return { arriving: arriving.size, ...(known > 0 && { known }) };
}

/** The number of people: each counts once, by address. */
export function countPeople(some: readonly { readonly member: string }[]): number {
  return setOf(some, "member").size;
}

/** Counts people by what happens to what they see: each once, by the worst of their workspaces. */
export function verdictCounts(people: readonly PersonChange[]): Readonly<Record<DataVerdict, number>> {
  const counts = { widened: 0, narrowed: 0, moved: 0, same: 0, unclear: 0 };
  for (const verdict of worstVerdicts(people).values()) counts[verdict] += 1;
  return counts;
}
