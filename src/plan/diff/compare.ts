import deepDiff from "deep-diff";
import type { Fields } from "../../model/state/fields.js";

/** The managed fields whose live value differs, with the value they should have; empty when nothing differs. */
export function changedFields(live: Fields, managed: Fields): Fields {
  const names = Object.keys(managed);
  // Nearly everything is as it should be, nearly always.
  if (names.every((name) => managed[name] === live[name])) return {};
  const relevant = Object.fromEntries(names.map((name) => [name, live[name] ?? null]));
  const differences = deepDiff.diff(relevant, { ...managed }) ?? [];
  const changed = new Set(differences.map((difference) => String(difference.path?.[0])));
  return Object.fromEntries(Object.entries(managed).filter(([name]) => changed.has(name)));
}
