import { type Cost, OPENED, outcomeOf, sameOutcome } from "../values/access-state.js";
import { type GreedyOrder, goThrough } from "./greedy-order.js";
import { costNow, force, rewind, type Simulation } from "./simulation.js";

/**
 * Completes an order when no safe write is left: the writes that expose the least come first, as long as what was
 * forced before does not make them cost more. One that opens somebody (R1) is not forced while there is another. There
 * always is one that leaves nobody without a value: adding and changing never do, and once only removals are left, what
 * stays is in place.
 */
export function goOnAnyway(greedy: GreedyOrder): void {
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

/** What a write would cost by what it exposes anew. */
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
