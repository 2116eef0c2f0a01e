import type { AccessWrite, Effect } from "./effect.js";
import type { Move } from "./simulation.js";
import { type AccessState, pairOf } from "./world.js";

/** A move (by index) that switches something on or off; changing a value counts as on. */
export interface Switch {
  readonly at: number;
  readonly on: boolean;
}

/** Which moves of a run touch what; lists are in the order of the run. */
export interface MoveIndex {
  /** By member, by group. */
  readonly memberships: ReadonlyMap<number, ReadonlyMap<number, readonly Switch[]>>;
  /** By `group * attributeCount + attribute`. */
  readonly groupValues: readonly (readonly Switch[])[];
  /** By group. */
  readonly precedences: readonly PrecedenceMoves[];
  /** By pair. */
  readonly ownValues: ReadonlyMap<number, readonly number[]>;
}

/** The moves that change a group's precedence, with the lowest and the highest that it has at any time. */
export interface PrecedenceMoves {
  readonly moves: readonly number[];
  readonly low: number;
  readonly high: number;
}

/** Reads the moves once. */
export function indexMoves(
  before: AccessState,
  writes: readonly AccessWrite[],
  moves: readonly Move[],
): MoveIndex {
  const memberships = new Map<number, Map<number, Switch[]>>();
  const groupValues = Array.from(before.groupValue, (): Switch[] => []);
  const precedences = before.precedence.map(
    (start): PrecedenceMoves => ({ moves: [], low: start, high: start }),
  );
  const ownValues = new Map<number, number[]>();
  const record = (effect: Effect, at: number): void => {
    switch (effect.on) {
      case "membership": {
        const groups = getOrSet(memberships, effect.member, () => new Map<number, Switch[]>());
        getOrSet(groups, effect.group, () => []).push({ at, on: effect.present });
        return;
      }
      case "group-value": {
        const cell = effect.group * before.attributeCount + effect.attribute;
        groupValues[cell]?.push({ at, on: effect.value !== undefined });
        return;
      }
      case "own-value":
        getOrSet(ownValues, pairOf(before, effect.member, effect.attribute), () => []).push(at);
        return;
      case "precedence": {
        const known = precedences[effect.group];
        if (known === undefined) return;
        precedences[effect.group] = {
          moves: [...known.moves, at],
          low: Math.min(known.low, effect.precedence),
          high: Math.max(known.high, effect.precedence),
        };
      }
    }
  };
  for (const [at, move] of moves.entries()) {
    if (move.kind === "temporary")
      record({ on: "precedence", group: move.group, precedence: move.precedence }, at);
    else for (const effect of writes[move.write]?.effects ?? []) record(effect, at);
  }
  return { memberships, groupValues, precedences, ownValues };
}

function getOrSet<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
