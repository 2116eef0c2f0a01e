import type { AccessChange, EffectiveValue } from "../model/plan.js";

/** An access grant of the data model: what requires it is seen by whoever has one of these values, or none at all. */
export interface Grant {
  readonly name: string;
  readonly attribute: string;
  readonly allowed: readonly string[];
}

/**
 * Adds to each access change which grants the member gains and loses. A value may hold several entries separated by
 * commas; a member without any value is not held back (api.md), so "none" passes every grant.
 */
export function grantsOf(
  changes: readonly AccessChange[],
  grants: readonly Grant[],
): readonly AccessChange[] {
  if (grants.length === 0) return changes;
  return changes.map((change) => {
    const concerned = grants.filter(({ attribute }) => attribute === change.attribute);
    const passes = (value: EffectiveValue | null): Set<string> =>
      new Set(concerned.filter((grant) => isGranted(grant, value)).map(({ name }) => name));
    const before = passes(change.before);
    const after = passes(change.after);
    const gained = [...after].filter((name) => !before.has(name)).sort();
    const lost = [...before].filter((name) => !after.has(name)).sort();
    return { ...change, grants: { gained, lost } };
  });
}

/** Whether a value passes a grant; of a tie, whether any candidate does: the worst case. */
function isGranted(grant: Grant, value: EffectiveValue | null): boolean {
  if (value === null) return true;
  const texts = value.source.kind === "tie" ? value.source.values : [value.value];
  return texts.some((text) => entriesOf(text).some((entry) => grant.allowed.includes(entry)));
}

/** The entries of a value: it may hold several, separated by commas (api.md). */
export function entriesOf(value: string): readonly string[] {
  return value
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}
