import {
  type AccessOutcome,
  type AccessState,
  type Cost,
  cloneState,
  exposureCost,
  isDecidedAbove,
  type MemberAttribute,
  outcomeOf,
  sameOutcome,
} from "../values/access-state.js";
import { type AccessWrite, affectedPairs, type Effect, perform, reachOf } from "../values/effect.js";

/**
 * Access in the middle of a run, with the states before and after the run. Changed by the functions of this
 * file only.
 */
export interface Simulation {
  readonly now: AccessState;
  readonly writes: readonly AccessWrite[];
  readonly first: KnownOutcomes;
  readonly last: KnownOutcomes;
  /** The effects that undo the writes carried out so far, oldest first. */
  readonly undo: (readonly Effect[])[];
}

/** The outcomes of a state that does not change any more, each worked out once. */
interface KnownOutcomes {
  readonly state: AccessState;
  /** By member and attribute, `null` for no value; an absent outcome was not asked for yet. */
  readonly rows: ((AccessOutcome | null)[] | undefined)[];
}

/** The state after all the writes; the given state is not changed. */
export function endOf(before: AccessState, writes: readonly AccessWrite[]): AccessState {
  const end = cloneState(before);
  for (const write of writes) perform(end, write.effects);
  return end;
}

/** Starts a simulation at `before`, which is not changed. */
export function startSimulation(
  before: AccessState,
  writes: readonly AccessWrite[],
  end = endOf(before, writes),
): Simulation {
  return {
    now: cloneState(before),
    writes,
    first: { state: before, rows: new Array(before.groupsOf.length) },
    last: { state: end, rows: new Array(before.groupsOf.length) },
    undo: [],
  };
}

/** The pairs that a write may change, by its index. */
export function affectedBy({ now, writes }: Simulation, write: number): readonly MemberAttribute[] {
  return affectedPairs(now, writes[write]?.effects ?? []);
}

/** Carries out a write without a check. */
export function performWrite({ now, writes, undo }: Simulation, write: number): void {
  undo.push(perform(now, writes[write]?.effects ?? []));
}

/** Undoes writes, newest first, until `position` are left. */
export function rewind({ now, undo }: Simulation, position: number): void {
  while (undo.length > position) perform(now, undo.pop() ?? []);
}

/** The cost of the member's present outcome: nothing if they had it before or will have it afterwards. */
export function costNow({ now, first, last }: Simulation, pair: MemberAttribute): Cost {
  const outcome = outcomeOf(now, pair);
  const before = outcomeIn(first, pair);
  return sameOutcome(outcome, before) ? 0 : exposureCost(outcome, before, outcomeIn(last, pair));
}

function outcomeIn({ state, rows }: KnownOutcomes, pair: MemberAttribute): AccessOutcome {
  const attribute = pair % state.attributeCount;
  const member = (pair - attribute) / state.attributeCount;
  const row = rows[member] ?? new Array<AccessOutcome | null>(state.attributeCount);
  rows[member] = row;
  const outcome = row[attribute] === undefined ? (outcomeOf(state, pair) ?? null) : row[attribute];
  row[attribute] = outcome;
  return outcome ?? undefined;
}

/** The index of the next pair that is exposed and not decided above the reach of a write, or the length. */
function nextExposed(
  simulation: Simulation,
  pairs: readonly MemberAttribute[],
  reach: number,
  from: number,
): number {
  for (let at = from; at < pairs.length; at += 1) {
    const pair = pairs[at] ?? 0;
    if (!isDecidedAbove(simulation.now, pair, reach) && costNow(simulation, pair) > 0) return at;
  }
  return pairs.length;
}

/**
 * Carries out a write if it exposes nobody; otherwise changes nothing and returns an exposed pair. `pairs`
 * are those that the write touches.
 */
export function tryWrite(
  simulation: Simulation,
  write: number,
  pairs = affectedBy(simulation, write),
): MemberAttribute | undefined {
  const { now, undo, writes } = simulation;
  const reach = reachOf(now, writes[write]?.effects ?? []);
  performWrite(simulation, write);
  for (let at = nextExposed(simulation, pairs, reach, 0); at < pairs.length; ) {
    const pair = pairs[at] ?? 0;
    const outcome = outcomeOf(now, pair);
    rewind(simulation, undo.length - 1);
    if (!sameOutcome(outcome, outcomeOf(now, pair))) return pair;
    // Exposed by an earlier write that nothing could avoid, and no more so by this one.
    performWrite(simulation, write);
    at = nextExposed(simulation, pairs, reach, at + 1);
  }
  return undefined;
}

/**
 * Carries out a write although it may expose somebody, and returns the pairs exposed by the source that it
 * changed.
 */
export function force(simulation: Simulation, write: number): readonly MemberAttribute[] {
  const pairs = affectedBy(simulation, write);
  const reach = reachOf(simulation.now, simulation.writes[write]?.effects ?? []);
  performWrite(simulation, write);
  const exposed: MemberAttribute[] = [];
  for (let at = nextExposed(simulation, pairs, reach, 0); at < pairs.length; ) {
    exposed.push(pairs[at] ?? 0);
    at = nextExposed(simulation, pairs, reach, at + 1);
  }
  return exposed;
}

/** A pair that is exposed after a write of the run, with what its member gets in that moment. */
interface ExposedMoment {
  /** A place in the order, counted from 0. */
  readonly after: number;
  readonly pair: MemberAttribute;
  readonly outcome: AccessOutcome;
}

/**
 * Carries the writes out in an order from the beginning and reports every exposure: the verdict on an order, however it
 * was found.
 */
export function simulate(
  before: AccessState,
  writes: readonly AccessWrite[],
  order: readonly number[],
  end?: AccessState,
): readonly ExposedMoment[] {
  if (order.length === 0) return [];
  const simulation = startSimulation(before, writes, end);
  return order.flatMap((write, after) =>
    force(simulation, write).map((pair) => ({ after, pair, outcome: outcomeOf(simulation.now, pair) })),
  );
}
