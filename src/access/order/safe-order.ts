import { groupBy } from "../../util/group-by.js";
import type { AccessState } from "../values/access-state.js";
import type { AccessWrite } from "../values/effect.js";
import { componentsOf } from "./component.js";
import { type GreedyOrder, goWhileSafe, startGreedyOrder } from "./greedy-order.js";
import { initialOrder } from "./initial-order.js";
import { goOnAnyway } from "./least-exposing.js";
import { repairOrder } from "./order-repair.js";
import { type SearchBudget, searchOrder } from "./order-search.js";
import { pruneTemporaries } from "./prune-temporaries.js";
import { endOf, type Move, startSimulation } from "./simulation.js";

/** Up to how many writes that hang together are searched. */
const SEARCHABLE = 60;
/** How much work all searches of a run may be together; see {@link searchOrder}. */
const SEARCH_WORK = 2_000_000;

/**
 * Orders writes so that nobody is exposed after any of them, where such an order is found: nobody is without a value
 * that they had and will have (R1, always), and nobody has a value that is neither the one before nor the one after,
 * nor an undefined tie (R2). Where precedences have to swap, temporary ones are put in between; `taken` are the
 * numbers that may not serve for that. Where no order is found R1 still holds, and {@link simulate} tells the rest.
 */
export function orderSafely(
  before: AccessState,
  writes: readonly AccessWrite[],
  taken: ReadonlySet<number>,
  end = endOf(before, writes),
): readonly Move[] {
  if (writes.length === 0) return [];
  const initial = initialOrder(before, end, writes).filter((write) => !writes[write]?.settlesCreation);
  const greedy = startGreedyOrder(startSimulation(before, writes, end));
  goWhileSafe(greedy, initial);
  if (greedy.waiting.size === 0) return greedy.moves;

  // Only writes that share people and attributes can block each other: those alone are ordered anew.
  const components = componentsOf(before, writes);
  const blocked = groupBy(greedy.waiting, ([write]) => components[write]);
  const componentOf = (move: Move) => (move.kind === "write" ? components[move.write] : undefined);
  const moves = groupBy(greedy.moves, componentOf);
  const members = groupBy(initial, (write) => components[write]);
  // For the same reason one simulation from the start serves all components, one after the other.
  const again = startSimulation(before, writes, end);
  const budget: SearchBudget = { left: SEARCH_WORK };
  const kept = greedy.moves.filter((move) => !blocked.has(componentOf(move)));
  let isSafe = true;
  const mended = [...blocked].flatMap(([component, waiting]) => {
    const part: GreedyOrder = { ...greedy, moves: moves.get(component) ?? [], waiting: new Map(waiting) };
    if (goOnAnyway(part, writes, taken)) return pruneTemporaries(again, writes, part.moves);
    const mine = members.get(component) ?? [];
    const found = mine.length > SEARCHABLE ? undefined : searchOrder(again, writes, mine, taken, budget);
    if (found !== undefined) return found;
    isSafe = false;
    return part.moves;
  });
  const order = [...kept, ...mended];
  if (isSafe) return order;
  const repaired = repairOrder(before, writes, end, order, taken);
  return pruneTemporaries(startSimulation(before, writes, end), writes, repaired);
}
