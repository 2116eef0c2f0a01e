import type { EffectiveValue, ValueSource } from "../../model/plan/plan.js";
import { compareText } from "../../util/collections.js";
import {
  type AccessState,
  attributeOf,
  candidatesOf,
  groupValueOf,
  type MemberAttribute,
  memberOf,
  type NameIndex,
  outcomeOf,
} from "./access-state.js";

/**
 * The values of all sources of a pair, winner first; groups of one precedence in the order of their names.
 */
export function allValuesOf(
  nameIndex: NameIndex,
  state: AccessState,
  pair: MemberAttribute,
): readonly EffectiveValue[] {
  const attribute = attributeOf(state, pair);
  const member = memberOf(state, pair);
  const own = state.ownValue.get(pair);
  const fromGroups = (state.groupsOf[member] ?? [])
    .flatMap((group) => {
      const value = groupValueOf(state, group, attribute);
      if (value === undefined) return [];
      return [{ value, group: nameIndex.groups[group] ?? "", precedence: state.precedence[group] ?? 0 }];
    })
    .sort((a, b) => b.precedence - a.precedence || compareText(a.group, b.group))
    .map(
      ({ value, group, precedence }): EffectiveValue => ({
        value,
        source: { kind: "group", group, precedence },
      }),
    );
  return own === undefined ? fromGroups : [{ value: own, source: { kind: "own" } }, ...fromGroups];
}

/**
 * Gives the effective value of any pair with its source, or `null` for none, of a state that stays as it is; see
 * {@link outcomeOf} for the rule. What a group gives is one object, however many members get it.
 */
export function effectiveValuesOf(
  nameIndex: NameIndex,
  state: AccessState,
): (pair: MemberAttribute) => EffectiveValue | null {
  /** By group and attribute, as in {@link AccessState.groupValue}. */
  const known = new Map<number, EffectiveValue>();
  const groupGives = (winner: number, cell: number): EffectiveValue => {
    const group = nameIndex.groups[winner] ?? "";
    const precedence = state.precedence[winner] ?? 0;
    return { value: state.groupValue[cell] ?? "", source: { kind: "group", group, precedence } };
  };
  return (pair) => {
    const own = state.ownValue.get(pair);
    if (own !== undefined) return { value: own, source: { kind: "own" } };
    const winner = winnerOf(state, pair);
    if (winner === "none") return null;
    if (winner === "several") return sharedValueOf(nameIndex, state, pair);
    const cell = winner * state.attributeCount + attributeOf(state, pair);
    const value = known.get(cell) ?? groupGives(winner, cell);
    known.set(cell, value);
    return value;
  };
}

/** The value from several groups of one precedence: that of the first group by name if they agree, otherwise a tie. */
function sharedValueOf(nameIndex: NameIndex, state: AccessState, pair: MemberAttribute): EffectiveValue {
  const winners = winnersOf(state, pair);
  const values = candidatesOf(outcomeOf(state, pair));
  const precedence = state.precedence[winners[0] ?? 0] ?? 0;
  const [group = "", ...others] = winners.map((winner) => nameIndex.groups[winner] ?? "").sort();
  const value = values.join(" | ");
  return values.length === 1
    ? { value, source: { kind: "group", group, precedence } }
    : { value, source: { kind: "tie", groups: [group, ...others], values, precedence } };
}

/** The group of the highest precedence that gives the pair a value, if it is the only one. */
function winnerOf(state: AccessState, pair: MemberAttribute): number | "none" | "several" {
  const attribute = attributeOf(state, pair);
  let highest = -1;
  let winner: number | "none" | "several" = "none";
  for (const group of state.groupsOf[memberOf(state, pair)] ?? []) {
    const precedence = state.precedence[group] ?? 0;
    if (precedence < highest || groupValueOf(state, group, attribute) === undefined) continue;
    winner = precedence === highest ? "several" : group;
    highest = precedence;
  }
  return winner;
}

/** The groups of the highest precedence that give the pair a value. */
function winnersOf(state: AccessState, pair: MemberAttribute): readonly number[] {
  const attribute = attributeOf(state, pair);
  const member = memberOf(state, pair);
  const givers = (state.groupsOf[member] ?? []).filter(
    (group) => groupValueOf(state, group, attribute) !== undefined,
  );
  const precedenceOf = (group: number): number => state.precedence[group] ?? 0;
  const highest = Math.max(...givers.map(precedenceOf));
  return givers.filter((group) => precedenceOf(group) === highest);
}

/** An effective value, with both parts `null` for none. */
export interface ValueOrNone {
  readonly value: string | null;
  readonly source: ValueSource | null;
}

/** The texts that an effective value may turn out to be: several of a tie, none where there is no value. */
export function candidatesIn(effective: ValueOrNone | null | undefined): readonly string[] {
  const { value = null, source } = effective ?? {};
  if (value === null) return [];
  return source?.kind === "tie" ? source.values : [value];
}

/** The groups that a value comes from: several of a tie, none where it is somebody's own. */
export function groupsBehind(source: ValueSource): readonly string[] {
  if (source.kind === "own") return [];
  return source.kind === "tie" ? source.groups : [source.group];
}
