import deepDiff from "deep-diff";
import type { Fields } from "../model/plan.js";

/** The managed fields whose live value differs, with the value they should have; empty when nothing differs. */
export function changedFields(live: Fields, managed: Fields): Fields {
  const relevant = Object.fromEntries(Object.keys(managed).map((name) => [name, live[name] ?? null]));
  const differences = deepDiff.diff(relevant, { ...managed }) ?? [];
  const names = new Set(differences.map((difference) => String(difference.path?.[0])));
  return Object.fromEntries(Object.entries(managed).filter(([name]) => names.has(name)));
}
