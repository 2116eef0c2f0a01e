import { KINDS } from "../../kinds/registry.js";
import { type Address, matchesPattern } from "../../model/address.js";
import type { ResourceChange } from "../../model/plan/plan.js";

/**
 * Returns a test of whether `--only` selects something that a plan tells beside the changes; what has no address always
 * is.
 */
export function isSelected(
  patterns: readonly string[] = [],
): (thing: { readonly address?: Address | undefined }) => boolean {
  if (patterns.length === 0) return () => true;
  return ({ address }) =>
    address === undefined || patterns.some((pattern) => matchesPattern(pattern, address));
}

/** The changes that `--only` selects, with the creations they depend on and what goes with selected deletions. */
export function selectOnly(
  changes: readonly ResourceChange[],
  patterns: readonly string[],
): readonly ResourceChange[] {
  if (patterns.length === 0) return changes;
  const byAddress = new Map(changes.map((change) => [change.address, change]));
  const chosen = new Set<Address>();
  const choose = (change: ResourceChange): void => {
    if (chosen.has(change.address)) return;
    chosen.add(change.address);
    const action = change.change.actions[0];
    if (action !== "create") return;
    for (const need of KINDS[change.type].needs(change.address)) {
      const creation = byAddress.get(need);
      if (creation?.change.actions[0] === "create") choose(creation);
    }
  };
  for (const change of changes) {
    if (patterns.some((pattern) => matchesPattern(pattern, change.address))) choose(change);
  }
  return changes.filter(({ address, implied_by }) => chosen.has(implied_by ?? address));
}
