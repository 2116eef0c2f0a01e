import { type AccessWrite, type Effect, perform, reachOf, touchedPairs } from "./effect.js";
import {
  type AccessOutcome,
  type AccessState,
  cloneState,
  isDecidedAbove,
  isSafeBetween,
  outcomeOf,
  type Pair,
  sameOutcome,
} from "./world.js";

/**
 * Something that a run does, in order: one of the writes it was given, or an extra write that parks a group on a
 * precedence nobody uses until its own precedence write comes.
 */
export type Move =
  | { readonly kind: "write"; readonly write: number }
  | { readonly kind: "temporary"; readonly group: number; readonly precedence: number };

/** A world in the middle of a run, which knows how everything was and how everything is to be. */
export interface Simulation {
  readonly now: AccessState;
  /** How many moves were carried out so far. */
  readonly position: number;
  /** How many pairs were looked at so far: what the work of a search is measured by. */
  readonly evaluations: number;
  /** The pairs that a move may change, of all members or only `among` some. */
  touched(move: Move, among?: ReadonlySet<number>): readonly Pair[];
  /** Whether the member has, right now, what they had neither before nor will have after. */
  isExposed(pair: Pair): boolean;
  /**
   * Carries a move out when nobody is exposed by it; else changes nothing and names a pair that would be. Who asked
   * for the touched pairs already can hand them in.
   */
  attempt(move: Move, touched?: readonly Pair[]): Pair | undefined;
  /** Carries a move out whatever it exposes, and lists the pairs that are exposed by the source that it changed. */
  force(move: Move): readonly Pair[];
  /** Carries a move out without looking. */
  carryOut(move: Move): void;
  /** Takes moves back, newest first, until so many are left. */
  rewind(position: number): void;
}

/** What all the writes together make of a state, which is not changed. */
export function endOf(before: AccessState, writes: readonly AccessWrite[]): AccessState {
  const end = cloneState(before);
  for (const write of writes) perform(end, write.effects);
  return end;
}

/** Starts a simulation at `before`, which is not changed; who worked out the end already can hand it in. */
export function startSimulation(
  before: AccessState,
  writes: readonly AccessWrite[],
  end = endOf(before, writes),
): Simulation {
  const now = cloneState(before);
  const first = outcomesOf(before);
  const last = outcomesOf(end);
  /** What takes each move back, oldest first. */
  const undo: (readonly Effect[])[] = [];

  let evaluations = 0;
  /** Pairs that are decided above the reach of a move are not looked into. */
  const isExposed = (pair: Pair, reach = Number.POSITIVE_INFINITY): boolean => {
    evaluations += 1;
    if (isDecidedAbove(now, pair, reach)) return false;
    const outcome = outcomeOf(now, pair);
    return !sameOutcome(outcome, first(pair)) && !isSafeBetween(outcome, first(pair), last(pair));
  };
  const effectsOf = (move: Move): readonly Effect[] =>
    move.kind === "write"
      ? (writes[move.write]?.effects ?? [])
      : [{ on: "precedence", group: move.group, precedence: move.precedence }];
  const touched = (move: Move, among?: ReadonlySet<number>): readonly Pair[] =>
    touchedPairs(now, effectsOf(move), among);
  const carryOut = (move: Move): void => {
    undo.push(perform(now, effectsOf(move)));
  };
  const rewind = (position: number): void => {
    while (undo.length > position) perform(now, undo.pop() ?? []);
  };

  return {
    now,
    get position() {
      return undo.length;
    },
    get evaluations() {
      return evaluations;
    },
    touched,
    isExposed: (pair) => isExposed(pair),
    attempt(move, pairs = touched(move)) {
      const reach = reachOf(now, effectsOf(move));
      carryOut(move);
      for (const pair of pairs) {
        if (!isExposed(pair, reach)) continue;
        const outcome = outcomeOf(now, pair);
        rewind(undo.length - 1);
        if (!sameOutcome(outcome, outcomeOf(now, pair))) return pair;
        // Exposed by an earlier move that nothing could avoid, and no more so by this one.
        carryOut(move);
      }
      return undefined;
    },
    force(move) {
      const pairs = touched(move);
      const reach = reachOf(now, effectsOf(move));
      carryOut(move);
      return pairs.filter((pair) => isExposed(pair, reach));
    },
    carryOut,
    rewind,
  };
}

/** The outcomes of a state that does not change any more, each worked out once. */
function outcomesOf(state: AccessState): (pair: Pair) => AccessOutcome {
  // By member and attribute, `null` for no value: what is not there was not asked for yet.
  const rows = new Array<(AccessOutcome | null)[] | undefined>(state.groupsOf.length);
  return (pair) => {
    const attribute = pair % state.attributeCount;
    const member = (pair - attribute) / state.attributeCount;
    const row = rows[member] ?? new Array<AccessOutcome | null>(state.attributeCount);
    rows[member] = row;
    const outcome = row[attribute] === undefined ? (outcomeOf(state, pair) ?? null) : row[attribute];
    row[attribute] = outcome;
    return outcome ?? undefined;
  };
}

/** A pair that is exposed after a move of the run, with what its member gets in that moment. */
export interface ExposedMoment {
  /** Counted from 0. */
  readonly afterMove: number;
  readonly pair: Pair;
  readonly outcome: AccessOutcome;
}

/** Runs the moves from the beginning and reports every exposure: the verdict on an order, however it was found. */
export function simulate(
  before: AccessState,
  writes: readonly AccessWrite[],
  moves: readonly Move[],
  end?: AccessState,
): readonly ExposedMoment[] {
  const simulation = startSimulation(before, writes, end);
  return moves.flatMap((move, afterMove) =>
    simulation.force(move).map((pair) => ({ afterMove, pair, outcome: outcomeOf(simulation.now, pair) })),
  );
}
