import { type AccessState, type Cost, OPENED, outcomeOf, sameOutcome } from "../values/access-state.js";
import type { AccessWrite } from "../values/effect.js";
import { type GreedyOrder, goThrough, goWhileSafe, startGreedyOrder } from "./greedy-order.js";
import { initialOrder } from "./initial-order.js";
import { repairOrder } from "./order-repair.js";
import { costNow, endOf, force, rewind, type Simulation, startSimulation } from "./simulation.js";

/**
 * Orders writes, as their indices, so that nobody is exposed after any of them, where such an order is found: nobody is
 * without a value that they had and will have (R1, always), and nobody has a value that is neither the one before nor
 * the one after (R2). Where no order is found R1 still holds, and {@link simulate} tells the rest.
 *
 * No write is ever added: a precedence that a group has in the middle of the run only would help nobody. Two groups
 * that swap places, A from 10 to 20 and B from 20 to 10, are in between both at 20 or both at 10: a tie of what B gives
 * (the value before) and what A gives (the value after), and whichever wins, it is one of these. A number in between
 * decides the tie, which hurts nobody. What does hurt is a third group C at 15 that comes to the top while both are
 * below it: then the group that rises is written first, and above C is where it goes anyway. Complete searches of tens
 * of thousands of small random worlds found none that only such a number makes safe.
 */
export function orderSafely(
  before: AccessState,
  writes: readonly AccessWrite[],
  end = endOf(before, writes),
): readonly number[] {
  if (writes.length === 0) return [];
  const initial = initialOrder(before, end, writes);
  const greedy = startGreedyOrder(startSimulation(before, writes, end));
  goWhileSafe(greedy, initial);
  if (greedy.waiting.size === 0) return greedy.order;
  goOnAnyway(greedy);
  return repairOrder(before, writes, end, greedy.order);
}

/**
 * Completes an order when no safe write is left: the writes that expose the least come first, unless earlier
 * forced writes raise their cost. One that opens somebody (R1) is not forced while there is another. There
 * always is one that leaves nobody without a value: adding and changing never do, and once only removals are
 * left, what stays is in place.
 */
function goOnAnyway(greedy: GreedyOrder): void {
  const { simulation, waiting } = greedy;
  while (waiting.size > 0) {
    const ranked = [...waiting.keys()]
      .map((write) => ({ write, cost: costOf(simulation, write) }))
      .sort((a, b) => a.cost - b.cost);
    for (const [at, { write, cost }] of ranked.entries()) {
      if (at > 0 && cost >= OPENED) break;
      if (waiting.has(write) && (at === 0 || costOf(simulation, write) <= cost)) goThrough(greedy, write);
    }
  }
}

/** The cost of the outcomes that a write would expose anew; the simulation stays where it is. */
function costOf(simulation: Simulation, write: number): Cost {
  const { now, undo } = simulation;
  const exposed = force(simulation, write).map((pair) => ({
    pair,
    outcome: outcomeOf(now, pair),
    cost: costNow(simulation, pair),
  }));
  rewind(simulation, undo.length - 1);
  return exposed.reduce(
    (sum, { pair, outcome, cost }) => (sameOutcome(outcome, outcomeOf(now, pair)) ? sum : sum + cost),
    0,
  );
}
