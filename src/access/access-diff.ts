import type { AccessChange } from "../model/plan.js";
import { effectiveValuesOf } from "./effective-value.js";
import {
  type AccessOutcome,
  type AccessState,
  isSurelyOpen,
  mayBeOpen,
  outcomeOf,
  pairOf,
  sameOutcome,
  type Universe,
} from "./world.js";

/**
 * Whose effective value of which attribute differs between two states, in the order of members and attributes; only
 * `concerned` members are looked at. A value that stays the same but comes from another source is no change of access.
 */
export function diffAccess(
  universe: Universe,
  before: AccessState,
  after: AccessState,
  concerned: ReadonlySet<number>,
): readonly AccessChange[] {
  const changes: AccessChange[] = [];
  const valueBefore = effectiveValuesOf(universe, before);
  const valueAfter = effectiveValuesOf(universe, after);
  for (const [m, member] of universe.members.entries()) {
    if (!concerned.has(m)) continue;
    // Every member and attribute passes here: counting makes no garbage, `entries()` would.
    for (let a = 0; a < universe.attributes.length; a += 1) {
      const pair = pairOf(before, m, a);
      const from = outcomeOf(before, pair);
      const to = outcomeOf(after, pair);
      if (sameOutcome(from, to)) continue;
      changes.push({
        workspace: universe.workspace,
        member,
        attribute: universe.attributes[a] ?? "",
        before: valueBefore(pair),
        after: valueAfter(pair),
        kind: kindOf(from, to),
      });
    }
  }
  return changes;
}

/** In doubt, as with a tie of which one candidate is open, it is opened: the worst case. */
function kindOf(from: AccessOutcome, to: AccessOutcome): AccessChange["kind"] {
  if (mayBeOpen(to)) return isSurelyOpen(from) ? "changed" : "opened";
  return mayBeOpen(from) ? "closed" : "changed";
}
