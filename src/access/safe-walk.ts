import { attempt, carryOut, type Move, type Simulation, touched } from "./simulation.js";
import type { Pair } from "./world.js";

/** A run that is being put together: what was carried out so far, and what waits for whom. */
export interface Walk {
  readonly simulation: Simulation;
  readonly moves: Move[];
  /** Writes that would expose a pair, with that pair; in the order in which they were tried. */
  readonly waiting: Map<number, Pair>;
  /** The same by pair: only what changes the pair can make them safe. Those that went on are not taken out. */
  readonly parked: (number[] | undefined)[];
}

/** A walk from where the simulation stands. */
export function startWalk(simulation: Simulation): Walk {
  const { groupsOf, attributeCount } = simulation.now;
  return { simulation, moves: [], waiting: new Map(), parked: new Array(groupsOf.length * attributeCount) };
}

/** Carries out whatever is safe, in the given order, until nothing is left or nothing left is safe: near linear. */
export function goWhileSafe(walk: Walk, order: readonly number[]): void {
  const { simulation, waiting, parked } = walk;
  const woken: number[] = [];
  for (let at = 0; at < order.length || woken.length > 0; ) {
    const write = woken.shift() ?? order[at++];
    if (write === undefined) break;
    const move: Move = { kind: "write", write };
    const pairs = touched(simulation, move);
    const exposed = attempt(simulation, move, pairs);
    if (exposed === undefined) {
      walk.moves.push(move);
      woken.push(...wake(walk, pairs));
      continue;
    }
    waiting.set(write, exposed);
    const there = parked[exposed];
    if (there === undefined) parked[exposed] = [write];
    else there.push(write);
  }
}

/** Carries a move out that may expose somebody, then whatever it makes safe. */
export function goThrough(walk: Walk, move: Move): void {
  const pairs = touched(walk.simulation, move);
  carryOut(walk.simulation, move);
  walk.moves.push(move);
  if (move.kind === "write") walk.waiting.delete(move.write);
  goWhileSafe(walk, wake(walk, pairs));
}

function wake({ waiting, parked }: Walk, pairs: readonly Pair[]): number[] {
  if (waiting.size === 0) return [];
  const woken: number[] = [];
  for (const pair of pairs) {
    const there = parked[pair];
    if (there === undefined) continue;
    for (const write of there) if (waiting.delete(write)) woken.push(write);
    parked[pair] = undefined;
  }
  return woken;
}
