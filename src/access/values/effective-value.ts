import type { Resolution } from "../../model/plan/explanation.js";
import type { ArrivingValue, EffectiveValue, ValueSource } from "../../model/plan/plan.js";
import { sortedBy } from "../../util/collections.js";
import {
  type AccessState,
  attributeOf,
  candidatesOf,
  groupValueOf,
  type MemberAttribute,
  mayBeOpen,
  memberOf,
  type NameIndex,
  outcomeOf,
  winnersAmong,
  winnersOf,
} from "./access-state.js";

/** The values of groups for a pair, in the order in which they win; groups of one precedence in the order of their names. */
function groupValuesOf(
  nameIndex: NameIndex,
  state: AccessState,
  pair: MemberAttribute,
): readonly EffectiveValue[] {
  const attribute = attributeOf(state, pair);
  const nameOf = (group: number): string => nameIndex.groups[group] ?? "";
  const ranked = (groups: readonly number[]): readonly number[] => {
    const winners = [winnersAmong(state, groups, attribute) ?? []].flat();
    if (winners.length === 0) return [];
    return [...sortedBy(winners, nameOf), ...ranked(groups.filter((group) => !winners.includes(group)))];
  };
  return ranked(state.groupsOf[memberOf(state, pair)] ?? []).map((group) =>
    valueOfGroup(nameIndex, state, group, attribute),
  );
}

function valueOfGroup(
  { groups }: NameIndex,
  state: AccessState,
  group: number,
  attribute: number,
): EffectiveValue {
  const precedence = state.precedence[group] ?? 0;
  const source = { kind: "group", group: groups[group] ?? "", precedence } as const;
  return { value: groupValueOf(state, group, attribute) ?? "", source };
}

/**
 * Gives the effective value of any pair with its source, or `null` for none, of a state that stays as it is; see
 * {@link winnersAmong} for the rule. What a group gives is one object, however many members get it.
 */
export function effectiveValuesOf(
  nameIndex: NameIndex,
  state: AccessState,
): (pair: MemberAttribute) => EffectiveValue | null {
  /** By group and attribute, as in {@link AccessState.groupValue}. */
  const known = new Map<number, EffectiveValue>();
  return (pair) => {
    const own = state.ownValue.get(pair);
    if (own !== undefined) return { value: own, source: { kind: "own" } };
    const winners = winnersOf(state, pair);
    if (winners === undefined) return null;
    if (typeof winners === "object") return sharedValueOf(nameIndex, state, pair, winners);
    const attribute = attributeOf(state, pair);
    const cell = winners * state.attributeCount + attribute;
    const value = known.get(cell) ?? valueOfGroup(nameIndex, state, winners, attribute);
    known.set(cell, value);
    return value;
  };
}

/** The value from several groups of one precedence: that of the first group by name if they agree, otherwise a tie. */
function sharedValueOf(
  nameIndex: NameIndex,
  state: AccessState,
  pair: MemberAttribute,
  winners: readonly number[],
): EffectiveValue {
  const values = candidatesOf(outcomeOf(state, pair));
  const precedence = state.precedence[winners[0] ?? 0] ?? 0;
  const [group = "", ...others] = winners.map((winner) => nameIndex.groups[winner] ?? "").sort();
  const value = values.join(" | ");
  return values.length === 1
    ? { value, source: { kind: "group", group, precedence } }
    : { value, source: { kind: "tie", groups: [group, ...others], values, precedence } };
}

/** An effective value, with both parts `null` for none. */
type ValueOrNone = Omit<ArrivingValue, "attribute">;

/** The texts that an effective value may turn out to be: several of a tie, none where there is no value. */
export function candidatesIn(effective: ValueOrNone | null | undefined): readonly string[] {
  const { value = null, source } = effective ?? {};
  if (value === null) return [];
  return source?.kind === "tie" ? source.values : [value];
}

/** The groups that a value comes from: several of a tie, none for an own value, or none at all. */
export function groupsBehind(source: ValueSource | null | undefined): readonly string[] {
  if (source?.kind === "group") return [source.group];
  return source?.kind === "tie" ? source.groups : [];
}

/** Returns true if somebody has no value, or one that is open; of a tie, if any candidate is. */
export function isOpenRow(row: ValueOrNone): boolean {
  return mayBeOpen(candidatesIn(row));
}

/** The winning value of a pair, and the values that it shadows; the candidates of a tie are all in the winner. */
export function resolutionOf(nameIndex: NameIndex, state: AccessState, pair: MemberAttribute): Resolution {
  const winner = effectiveValuesOf(nameIndex, state)(pair);
  const winning = winner === null ? [] : groupsBehind(winner.source);
  const shadowed = groupValuesOf(nameIndex, state, pair).filter(
    ({ source }) => !groupsBehind(source).some((group) => winning.includes(group)),
  );
  return { winner, shadowed };
}
