/**
 * The one comparer: of a resource's fields, of two moments (the base and now) and of two plans (the approved
 * one and the present one). deep-diff does it: values that it finds different are different at any depth,
 * regardless of the order of keys.
 */

import deepDiff from "deep-diff";
import type { Fields } from "../../model/state/resource.js";

/** The managed fields whose live value differs, with the value they should have; empty when nothing differs. */
export function changedFields(live: Fields, managed: Fields): Fields {
  const names = Object.keys(managed);
  // Nearly everything is as it should be, nearly always.
  if (names.every((name) => managed[name] === live[name])) return {};
  const relevant = Object.fromEntries(names.map((name) => [name, live[name] ?? null]));
  const changed = differingKeys(relevant, managed);
  return Object.fromEntries(Object.entries(managed).filter(([name]) => changed.has(name)));
}

/** Keys under which two records hold different things, or only one of them anything. */
export function differingKeys(
  one: Readonly<Record<string, unknown>>,
  other: Readonly<Record<string, unknown>>,
): ReadonlySet<string> {
  return new Set((deepDiff.diff({ ...one }, { ...other }) ?? []).map(({ path }) => String(path?.[0])));
}

/** A difference of two trees: what stands at a path on either side. */
interface DifferenceRecord<T> {
  readonly path?: readonly unknown[];
  readonly lhs?: T;
  readonly rhs?: T;
}

/** All differences of two trees of mappings, each at the highest key under which only one of them has something. */
export const recordsOf = <T>(before: T, after: T): readonly DifferenceRecord<T>[] =>
  (deepDiff.diff(before, after) ?? []) as readonly DifferenceRecord<T>[]; // trees without lists have no other records

/** Returns true if two values differ anywhere; what is absent counts as `null`. */
export function isDifferent(one: unknown, other: unknown): boolean {
  return deepDiff.diff(one ?? null, other ?? null) !== undefined;
}
