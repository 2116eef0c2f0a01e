import type { AccessWrite } from "./effect.js";
import { goThrough, type Walk } from "./safe-walk.js";
import { attempt, costNow, force, rewind, type Simulation } from "./simulation.js";
import { temporaryMoves } from "./temporary-precedence.js";
import { type Cost, OPENED, outcomeOf, sameOutcome } from "./world.js";

/**
 * Brings a walk that nothing safe is left for to its end, never giving up: parks precedences out of the way while that
 * is safe, and where nothing helps opens the smallest windows it sees; whether it did not come to that.
 */
export function goOnAnyway(walk: Walk, writes: readonly AccessWrite[], taken: ReadonlySet<number>): boolean {
  const displaced = new Set<number>();
  let isSafe = true;
  while (walk.waiting.size > 0) {
    if (parkOne(walk, writes, displaced, taken)) continue;
    isSafe = false;
    forceLeastExposing(walk);
  }
  return isSafe;
}

/** Parks a group that was not parked before, where that is safe; whether there was one. */
function parkOne(
  walk: Walk,
  writes: readonly AccessWrite[],
  displaced: Set<number>,
  taken: ReadonlySet<number>,
): boolean {
  const { simulation, waiting } = walk;
  for (const move of temporaryMoves(simulation.now, writes, [...waiting.keys()], taken)) {
    if (displaced.has(move.group) || attempt(simulation, move) !== undefined) continue;
    rewind(simulation, simulation.undo.length - 1);
    displaced.add(move.group);
    goThrough(walk, move);
    return true;
  }
  return false;
}

/**
 * Forces waiting writes, those that cost the least first, as long as what was forced before does not make them cost
 * more. One that opens somebody (R1) is not forced while there is another. There always is one that leaves nobody
 * without a value: adding and changing never do, and once only removals are left, what stays is in place.
 */
function forceLeastExposing(walk: Walk): void {
  const { simulation, waiting } = walk;
  const ranked = [...waiting.keys()]
    .map((write) => ({ write, cost: costOf(simulation, write) }))
    .sort((a, b) => a.cost - b.cost);
  for (const [at, { write, cost }] of ranked.entries()) {
    if (at > 0 && cost >= OPENED) return;
    if (waiting.has(write) && (at === 0 || costOf(simulation, write) <= cost))
      goThrough(walk, { kind: "write", write });
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
