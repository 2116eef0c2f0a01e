import { holds, rowVerdictOf } from "../../access/values/compare-meanings.js";
import { type Answer, allOf, anyOf } from "../../access/values/value-meaning.js";
import type { RowChange, RowLimit, RowVerdict } from "../../model/plan/plan.js";
import { groupBy, setOf } from "../../util/collections.js";
import type { RowPlace } from "../compile/row-places.js";
import type { PlaceCondition } from "./person-data.js";

/** The conditions on one field of one place, by whichever attributes: rows have to fit all of them. */
type Conditions = readonly PlaceCondition[];

/**
 * The fields on which two places, or one at two moments, have other conditions for somebody. Of filters that are not known
 * for certain, none leaves more or less than others for certain.
 */
export function comparePlaces(
  [former, before]: readonly [RowPlace, Conditions],
  [current, after]: readonly [RowPlace, Conditions],
): readonly RowChange[] {
  const isUncertain = former.isUncertain || current.isUncertain;
  return pairs(before, after).flatMap(([field, one, other]): readonly RowChange[] => {
    const verdict = compareConditions(one, other);
    if (verdict === "same") return [];
    const [limit, limitAfter] = [limitOf(one), limitOf(other)];
    return [
      {
        place: current.place,
        field,
        before: limit,
        after: limitAfter,
        verdict: isUncertain ? "unclear" : verdict,
      },
    ];
  });
}

type Pair = readonly [field: string, before: Conditions, after: Conditions];

/** Conditions by their fields. Mostly each field has one, and they stand alike. */
function pairs(before: Conditions, after: Conditions): readonly Pair[] {
  const isAlike = before.every(
    ({ field }, i) => field === after[i]?.field && before.findIndex((one) => one.field === field) === i,
  );
  if (isAlike && before.length === after.length)
    return before.map((one, i) => [one.field, [one], after.slice(i, i + 1)]);
  const [former, current] = [before, after].map((rows) => groupBy(rows, ({ field }) => field));
  return [...setOf([...before, ...after], "field")].map((field) => [
    field,
    former?.get(field) ?? [],
    current?.get(field) ?? [],
  ]);
}

/**
 * Compares what two sets of conditions on a field leave together. Several are first made one where that one can be written
 * down: `west, east` and `-east` are `west`. What cannot be, a pattern say, has to be held one by one.
 */
function compareConditions(before: Conditions, after: Conditions): RowVerdict | "same" {
  const [former, current] = [combine(before), combine(after)];
  // A condition that stands on both sides makes no difference.
  const [gone, come] = [without(former, current), without(current, former)];
  return rowVerdictOf(allHold(come, gone), allHold(gone, come));
}

/** Conditions as one, for people to read; `null` for none. */
function limitOf(conditions: Conditions): RowLimit | null {
  const combined = combine(conditions);
  const [first, ...others] = combined;
  if (first === undefined) return null;
  if (others.length > 0) {
    const meaning = combined.some((one) => one.meaning === "unclear") ? "unclear" : "pattern";
    return { ...textsOf(combined), meaning };
  }
  const { attribute, value, meaning, entries } = first;
  return { attribute, value, meaning, ...(entries && { entries }) };
}

/** Answers `yes` if all of `outer` together leave every row that all of `inner` together leave. */
function allHold(outer: Conditions, inner: Conditions): Answer {
  return allOf(outer.map((one) => holdsAnyOf(one, inner)));
}

/** One of several conditions is enough to leave no row that `outer` does not. */
function holdsAnyOf(outer: PlaceCondition, inner: Conditions): Answer {
  return inner.length === 0 ? holds(outer, null) : anyOf(inner.map((one) => holdsOne(outer, one)));
}

function holdsOne(outer: PlaceCondition, inner: PlaceCondition): Answer {
  if (isSame(outer, inner) || inner.meaning === "none") return "yes";
  const [wide, narrow] = [outer.column, inner.column];
  if (wide && narrow && wide.name !== narrow.name) return "no";
  // Neither is a value that nobody can read the same as another one of the same text.
  if (outer.meaning === "unclear" && inner.meaning === "unclear") return "unclear";
  const isOtherKind = wide && narrow && wide.isNumber !== narrow.isNumber;
  const reads = ({ meaning }: PlaceCondition) => meaning === "these" || meaning === "all-but-these";
  // The rows that a text leaves cannot be compared with the rows that a number leaves.
  if (isOtherKind && reads(outer) && reads(inner)) return isSameMeaning(outer, inner) ? "yes" : "unclear";
  return holds(outer, inner);
}

/** Returns true if two conditions are one: on one column, of one meaning and, where nobody can read it, by one attribute. */
function isSame(one: PlaceCondition, other: PlaceCondition): boolean {
  return (
    one.meaning === other.meaning &&
    one.value === other.value &&
    one.column?.name === other.column?.name &&
    one.column?.isNumber === other.column?.isNumber &&
    (one.meaning !== "unclear" || one.attribute === other.attribute) &&
    one.dependsOn === other.dependsOn
  );
}

function isSameMeaning(one: PlaceCondition, other: PlaceCondition): boolean {
  const [these, those] = [new Set(one.entries), new Set(other.entries)];
  return (
    one.meaning === other.meaning &&
    these.size === those.size &&
    [...these].every((entry) => those.has(entry))
  );
}

const without = (all: Conditions, others: Conditions): Conditions =>
  all.filter((one) => !others.some((other) => isSame(one, other)));

/** The same conditions in as few as possible. */
function combine(conditions: Conditions): Conditions {
  if (conditions.length < 2) return conditions;
  const combined: PlaceCondition[] = [];
  for (const one of conditions) {
    if (combined.some((other) => isSame(one, other))) continue;
    const both = combined.map((other) => bothOf(other, one));
    const at = both.findIndex((found) => found !== undefined);
    combined.splice(at === -1 ? combined.length : at, 1, both[at] ?? one);
  }
  const refused = combined.find(({ meaning }) => meaning === "none");
  return refused === undefined ? combined : [refused];
}

/** One condition for two on one column; `undefined` if there is no such condition. */
function bothOf(one: PlaceCondition, other: PlaceCondition): PlaceCondition | undefined {
  const [a, b] = [entriesOf(one), entriesOf(other)];
  if (one.column?.name !== other.column?.name || a === undefined || b === undefined) return undefined;
  const { place, field, column } = one;
  const both = { place, field, column, ...textsOf([one, other]) };
  if (a.areLeft || b.areLeft) {
    const [these, those] = a.areLeft ? [a, b] : [b, a];
    const entries = these.entries.filter((entry) => those.entries.includes(entry) === those.areLeft);
    // No row fits, and yet no query is refused: there is no value to name.
    return entries.length > 0
      ? { ...both, meaning: "these", entries }
      : { ...both, value: "", meaning: "none" };
  }
  const entries = [...new Set([...a.entries, ...b.entries])];
  return entries.length > 0 ? { ...both, meaning: "all-but-these", entries } : { ...both, meaning: "all" };
}

/** The entries that are left, or those that are not; without any, all that are not null. */
function entriesOf({
  meaning,
  entries = [],
}: PlaceCondition): { readonly areLeft: boolean; readonly entries: readonly string[] } | undefined {
  if (meaning === "these") return { areLeft: true, entries };
  return meaning === "all-but-these" || meaning === "all" ? { areLeft: false, entries } : undefined;
}

/** The attributes and values of several conditions, each once. */
function textsOf(conditions: Conditions): Pick<RowLimit, "attribute" | "value"> {
  const texts = (of: (one: PlaceCondition) => string) => [...new Set(conditions.map(of))];
  return {
    attribute: texts(({ attribute }) => attribute).join(", "),
    value: texts(({ value }) => value).join(" and "),
  };
}
