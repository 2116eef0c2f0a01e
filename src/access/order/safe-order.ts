import {
  type AccessState,
  type Cost,
  type MemberAttribute,
  memberAttributeOf,
  OPENED,
  outcomeOf,
  sameOutcome,
} from "../values/access-state.js";
import type { AccessWrite } from "../values/effect.js";
import { repairOrder } from "./order-repair.js";
import {
  affectedBy,
  costNow,
  endOf,
  force,
  performWrite,
  rewind,
  type Simulation,
  startSimulation,
  tryWrite,
} from "./simulation.js";

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

/**
 * The order in which an access-safe run is tried: what can only add before what can only take away, the strongest
 * source first when adding and last when taking away. With unchanged precedences this order is safe as it stands for
 * people who only gain or only lose sources; the search takes care of the rest. Indices of `writes`, stable.
 */
function initialOrder(
  before: AccessState,
  after: AccessState,
  writes: readonly AccessWrite[],
): readonly number[] {
  const keys = writes.map((write) => rankOf(before, after, write));
  return writes
    .map((_, i) => i)
    .sort((a, b) => {
      const [rankA, orderA] = keys[a] ?? [0, 0];
      const [rankB, orderB] = keys[b] ?? [0, 0];
      return rankA - rankB || orderA - orderB || a - b;
    });
}

function rankOf(before: AccessState, after: AccessState, write: AccessWrite): readonly [number, number] {
  const [effect] = write.effects;
  if (effect === undefined) return [0, 0];
  if (write.effects.length > 1) return [8, 0];
  switch (effect.on) {
    case "own-value": {
      if (effect.value === undefined) return [7, 0];
      return [before.ownValue.has(memberAttributeOf(before, effect.member, effect.attribute)) ? 3 : 0, 0];
    }
    case "group-value": {
      if (effect.value === undefined) return [6, before.precedence[effect.group] ?? 0];
      const known = before.groupValue[effect.group * before.attributeCount + effect.attribute] !== undefined;
      return [known ? 3 : 1, -(after.precedence[effect.group] ?? 0)];
    }
    case "membership":
      return effect.present
        ? [2, -(after.precedence[effect.group] ?? 0)]
        : [5, before.precedence[effect.group] ?? 0];
    case "precedence":
      return [4, -effect.precedence];
  }
}

/** An order under construction: the writes carried out so far, and the writes that wait for others. */
interface GreedyOrder {
  readonly simulation: Simulation;
  readonly order: number[];
  /** Writes that would expose a pair, with that pair; in the order in which they were tried. */
  readonly waiting: Map<number, MemberAttribute>;
  /** The same by pair: only what changes the pair can make them safe. Those that went on are not taken out. */
  readonly blockedAt: (number[] | undefined)[];
}

/** An order that begins where the simulation is. */
function startGreedyOrder(simulation: Simulation): GreedyOrder {
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
function goWhileSafe(greedy: GreedyOrder, order: readonly number[]): void {
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
function goThrough(greedy: GreedyOrder, write: number): void {
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
