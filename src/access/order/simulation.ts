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
import { type AccessWrite, type Effect, perform, reachOf, touchedPairs } from "../values/effect.js";

/**
 * Something that a run does, in order: one of the writes it was given, or an extra write that puts a group on a
 * precedence nobody uses until its own precedence write comes.
 */
export type Move =
  | { readonly kind: "write"; readonly write: number }
  | { readonly kind: "temporary"; readonly group: number; readonly precedence: number };

/**
 * Access in the middle of a run, with a memory of how everything was and how everything is to be. Changed by the functions
 * of this file only.
 */
export interface Simulation {
  readonly now: AccessState;
  readonly writes: readonly AccessWrite[];
  readonly first: Outcomes;
  readonly last: Outcomes;
  /** What takes the moves back that were carried out so far, oldest first. */
  readonly undo: (readonly Effect[])[];
  /** How many pairs were looked at so far: what the work of a search is measured by. */
  evaluations: number;
}

/** The outcomes of a state that does not change any more, each worked out once. */
interface Outcomes {
  readonly state: AccessState;
  /** By member and attribute, `null` for no value: what is not there was not asked for yet. */
  readonly rows: ((AccessOutcome | null)[] | undefined)[];
}

/** What all the writes together make of a state, which is not changed. */
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
    evaluations: 0,
  };
}

/** The pairs that a move may change, of all members or only `among` some. */
export function touched(
  simulation: Simulation,
  move: Move,
  among?: ReadonlySet<number>,
): readonly MemberAttribute[] {
  return touchedPairs(simulation.now, effectsOf(simulation.writes, move), among);
}

/** What a move does. */
export function effectsOf(writes: readonly AccessWrite[], move: Move): readonly Effect[] {
  return move.kind === "write"
    ? (writes[move.write]?.effects ?? [])
    : [{ on: "precedence", group: move.group, precedence: move.precedence }];
}

/** Carries a move out without looking. */
export function applyMove(simulation: Simulation, move: Move): void {
  simulation.undo.push(perform(simulation.now, effectsOf(simulation.writes, move)));
}

/** Takes moves back, newest first, until so many are left. */
export function rewind({ now, undo }: Simulation, position: number): void {
  while (undo.length > position) perform(now, undo.pop() ?? []);
}

/** What it costs that the member has what they have right now: nothing if they had it before or will have it after. */
export function costNow({ now, first, last }: Simulation, pair: MemberAttribute): Cost {
  const outcome = outcomeOf(now, pair);
  const before = outcomeIn(first, pair);
  return sameOutcome(outcome, before) ? 0 : exposureCost(outcome, before, outcomeIn(last, pair));
}

function outcomeIn({ state, rows }: Outcomes, pair: MemberAttribute): AccessOutcome {
  const attribute = pair % state.attributeCount;
  const member = (pair - attribute) / state.attributeCount;
  const row = rows[member] ?? new Array<AccessOutcome | null>(state.attributeCount);
  rows[member] = row;
  const outcome = row[attribute] === undefined ? (outcomeOf(state, pair) ?? null) : row[attribute];
  row[attribute] = outcome;
  return outcome ?? undefined;
}

/** The index of the next pair that is exposed and not decided above the reach of a move, or the length. */
function nextExposed(
  simulation: Simulation,
  pairs: readonly MemberAttribute[],
  reach: number,
  from: number,
): number {
  for (let at = from; at < pairs.length; at += 1) {
    const pair = pairs[at] ?? 0;
    simulation.evaluations += 1;
    if (!isDecidedAbove(simulation.now, pair, reach) && costNow(simulation, pair) > 0) return at;
  }
  return pairs.length;
}

/**
 * Carries a move out when nobody is exposed by it; else changes nothing and names a pair that would be. `pairs` are those
 * that the move touches.
 */
export function tryMove(
  simulation: Simulation,
  move: Move,
  pairs = touched(simulation, move),
): MemberAttribute | undefined {
  const { now, undo } = simulation;
  const reach = reachOf(now, effectsOf(simulation.writes, move));
  applyMove(simulation, move);
  for (let at = nextExposed(simulation, pairs, reach, 0); at < pairs.length; ) {
    const pair = pairs[at] ?? 0;
    const outcome = outcomeOf(now, pair);
    rewind(simulation, undo.length - 1);
    if (!sameOutcome(outcome, outcomeOf(now, pair))) return pair;
    // Exposed by an earlier move that nothing could avoid, and no more so by this one.
    applyMove(simulation, move);
    at = nextExposed(simulation, pairs, reach, at + 1);
  }
  return undefined;
}

/** Carries a move out whatever it exposes, and lists the pairs that are exposed by the source that it changed. */
export function force(simulation: Simulation, move: Move): readonly MemberAttribute[] {
  const pairs = touched(simulation, move);
  const reach = reachOf(simulation.now, effectsOf(simulation.writes, move));
  applyMove(simulation, move);
  const exposed: MemberAttribute[] = [];
  for (let at = nextExposed(simulation, pairs, reach, 0); at < pairs.length; ) {
    exposed.push(pairs[at] ?? 0);
    at = nextExposed(simulation, pairs, reach, at + 1);
  }
  return exposed;
}

/** A pair that is exposed after a move of the run, with what its member gets in that moment. */
export interface ExposedMoment {
  /** Counted from 0. */
  readonly afterMove: number;
  readonly pair: MemberAttribute;
  readonly outcome: AccessOutcome;
}

/** Runs the moves from the beginning and reports every exposure: the verdict on an order, however it was found. */
export function simulate(
  before: AccessState,
  writes: readonly AccessWrite[],
  moves: readonly Move[],
  end?: AccessState,
): readonly ExposedMoment[] {
  if (moves.length === 0) return [];
  const simulation = startSimulation(before, writes, end);
  return moves.flatMap((move, afterMove) =>
    force(simulation, move).map((pair) => ({ afterMove, pair, outcome: outcomeOf(simulation.now, pair) })),
  );
}
