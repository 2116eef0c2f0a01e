import type { MemberAttribute } from "../values/access-state.js";
import { affectedBy, performWrite, type Simulation, tryWrite } from "./simulation.js";

/** An order under construction: the writes carried out so far, and the writes that wait for others. */
export interface GreedyOrder {
  readonly simulation: Simulation;
  readonly order: number[];
  /** Writes that would expose a pair, with that pair; in the order in which they were tried. */
  readonly waiting: Map<number, MemberAttribute>;
  /** The same by pair: only what changes the pair can make them safe. Those that went on are not taken out. */
  readonly blockedAt: (number[] | undefined)[];
}

/** An order that begins where the simulation is. */
export function startGreedyOrder(simulation: Simulation): GreedyOrder {
  const { groupsOf, attributeCount } = simulation.now;
  return {
    simulation,
    order: [],
    waiting: new Map(),
    blockedAt: new Array(groupsOf.length * attributeCount),
  };
}

/**
 * Carries out all safe writes, in the given order, until none is left or none of the rest is safe: near
 * linear.
 */
export function goWhileSafe(greedy: GreedyOrder, order: readonly number[]): void {
  const { simulation, waiting, blockedAt } = greedy;
  const woken: number[] = [];
  for (let at = 0; at < order.length || woken.length > 0; ) {
    const write = woken.shift() ?? order[at++];
    if (write === undefined) break;
    const pairs = affectedBy(simulation, write);
    const exposed = tryWrite(simulation, write, pairs);
    if (exposed === undefined) {
      greedy.order.push(write);
      woken.push(...wake(greedy, pairs));
      continue;
    }
    waiting.set(write, exposed);
    const there = blockedAt[exposed];
    if (there === undefined) blockedAt[exposed] = [write];
    else there.push(write);
  }
}

/** Carries out a write that may expose somebody, then all writes that it makes safe. */
export function goThrough(greedy: GreedyOrder, write: number): void {
  const pairs = affectedBy(greedy.simulation, write);
  performWrite(greedy.simulation, write);
  greedy.order.push(write);
  greedy.waiting.delete(write);
  goWhileSafe(greedy, wake(greedy, pairs));
}

function wake({ waiting, blockedAt }: GreedyOrder, pairs: readonly MemberAttribute[]): number[] {
  if (waiting.size === 0) return [];
  const woken: number[] = [];
  for (const pair of pairs) {
    const there = blockedAt[pair];
    if (there === undefined) continue;
    for (const write of there) if (waiting.delete(write)) woken.push(write);
    blockedAt[pair] = undefined;
  }
  return woken;
}
