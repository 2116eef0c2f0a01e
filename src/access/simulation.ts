import { type AccessWrite, type Effect, perform, touchedPairs } from "./effect.js";
import {
  type AccessOutcome,
  type AccessState,
  cloneState,
  isSafeBetween,
  outcomeOf,
  type Pair,
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
  /** Carries a move out when nobody is exposed by it; else changes nothing and names a pair that would be. */
  attempt(move: Move): Attempt;
  /** Takes back what the last attempts did, newest first. */
  undo(undo: readonly Effect[]): void;
  /** Carries a move out whatever it exposes, and lists the pairs that it leaves exposed. */
  force(move: Move): readonly Pair[];
  /** Which pairs a move would expose; `bare`: left without a value that they had and will have (R1). Changes nothing. */
  probe(move: Move): readonly { readonly pair: Pair; readonly bare: boolean }[];
  /** The pairs that a move may change. */
  touched(move: Move): Iterable<Pair>;
}

/** What became of an attempt: `undo` takes it back when it was carried out. */
export type Attempt =
  | { readonly done: true; readonly undo: readonly Effect[] }
  | { readonly done: false; readonly exposed: Pair };

/** Starts a simulation at `before`, which is not changed; the end state is what all the writes together make of it. */
export function startSimulation(before: AccessState, writes: readonly AccessWrite[]): Simulation {
  const start = cloneState(before);
  const end = cloneState(before);
  for (const write of writes) perform(end, write.effects);
  const now = cloneState(before);
  const ends = new Map<Pair, readonly [AccessOutcome, AccessOutcome]>();

  const endsOf = (pair: Pair): readonly [AccessOutcome, AccessOutcome] => {
    let known = ends.get(pair);
    if (known === undefined) {
      known = [outcomeOf(start, pair), outcomeOf(end, pair)];
      ends.set(pair, known);
    }
    return known;
  };
  const isSafe = (pair: Pair): boolean => {
    const [first, last] = endsOf(pair);
    return isSafeBetween(outcomeOf(now, pair), first, last);
  };
  const effectsOf = (move: Move): readonly Effect[] =>
    move.kind === "write"
      ? (writes[move.write]?.effects ?? [])
      : [{ on: "precedence", group: move.group, precedence: move.precedence }];

  return {
    now,
    touched: (move) => touchedPairs(now, effectsOf(move)),
    attempt(move) {
      const effects = effectsOf(move);
      const touched = touchedPairs(now, effects);
      const undo = perform(now, effects);
      for (const pair of touched) {
        if (isSafe(pair)) continue;
        perform(now, undo);
        return { done: false, exposed: pair };
      }
      return { done: true, undo };
    },
    undo(undo) {
      perform(now, undo);
    },
    force(move) {
      const effects = effectsOf(move);
      const touched = touchedPairs(now, effects);
      perform(now, effects);
      return Array.from(touched).filter((pair) => !isSafe(pair));
    },
    probe(move) {
      const effects = effectsOf(move);
      const touched = touchedPairs(now, effects);
      const undo = perform(now, effects);
      const exposed = Array.from(touched)
        .filter((pair) => !isSafe(pair))
        .map((pair) => ({ pair, bare: outcomeOf(now, pair) === undefined }));
      perform(now, undo);
      return exposed;
    },
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
): readonly ExposedMoment[] {
  const simulation = startSimulation(before, writes);
  return moves.flatMap((move, afterMove) =>
    simulation.force(move).map((pair) => ({ afterMove, pair, outcome: outcomeOf(simulation.now, pair) })),
  );
}
