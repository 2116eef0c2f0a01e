import { type Cost, OPENED, outcomeOf, sameOutcome } from "../values/access-state.js";
import type { AccessWrite } from "../values/effect.js";
import { type GreedyOrder, goThrough } from "./greedy-order.js";
import { costNow, force, rewind, type Simulation, tryMove } from "./simulation.js";
import { temporaryMoves } from "./temporary-precedence.js";

/**
 * Completes an order when no safe write is left: temporary precedences first, then the writes that expose the least.
 * Returns true if nothing had to be exposed.
 */
export function goOnAnyway(
  greedy: GreedyOrder,
  writes: readonly AccessWrite[],
  taken: ReadonlySet<number>,
): boolean {
  const displaced = new Set<number>();
  let isSafe = true;
  while (greedy.waiting.size > 0) {
    if (displaceOne(greedy, writes, displaced, taken)) continue;
    isSafe = false;
    forceLeastExposing(greedy);
  }
  return isSafe;
}

/** Gives a group that had none a temporary precedence, where that is safe. Returns true if there was one. */
function displaceOne(
  greedy: GreedyOrder,
  writes: readonly AccessWrite[],
  displaced: Set<number>,
  taken: ReadonlySet<number>,
): boolean {
  const { simulation, waiting } = greedy;
  for (const move of temporaryMoves(simulation.now, writes, [...waiting.keys()], taken)) {
    if (displaced.has(move.group) || tryMove(simulation, move) !== undefined) continue;
    rewind(simulation, simulation.undo.length - 1);
    displaced.add(move.group);
    goThrough(greedy, move);
    return true;
  }
  return false;
}

/**
 * Forces waiting writes, those that cost the least first, as long as what was forced before does not make them cost
 * more. One that opens somebody (R1) is not forced while there is another. There always is one that leaves nobody
 * without a value: adding and changing never do, and once only removals are left, what stays is in place.
 */
function forceLeastExposing(greedy: GreedyOrder): void {
  const { simulation, waiting } = greedy;
  const ranked = [...waiting.keys()]
    .map((write) => ({ write, cost: costOf(simulation, write) }))
    .sort((a, b) => a.cost - b.cost);
  for (const [at, { write, cost }] of ranked.entries()) {
    if (at > 0 && cost >= OPENED) return;
    if (waiting.has(write) && (at === 0 || costOf(simulation, write) <= cost))
      goThrough(greedy, { kind: "write", write });
  }
}

/** What a write would cost by what it exposes anew. */
function costOf(simulation: Simulation, write: number): Cost {
  const { now, undo } = simulation;
  const exposed = force(simulation, { kind: "write", write }).map((pair) => ({
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
