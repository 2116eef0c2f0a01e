import { KINDS } from "../../kinds/registry.js";
import {
  type Address,
  attributeAddress,
  groupAddress,
  matchesPattern,
  memberAddress,
  workspaceAddress,
  workspaceOf,
} from "../../model/address.js";
import type { Deferred, ResourceChange } from "../../model/plan/plan.js";
import type { DesiredWorkspace } from "../../model/state/desired-state.js";
import { personOf } from "../diff/resource-change.js";

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

/** What the file lists in a workspace, also where it is as it should be, or is gone already. */
export function namedInFile(workspace: DesiredWorkspace): readonly { readonly address: Address }[] {
  const { name } = workspace;
  const { groups = [], attributes = [] } = workspace.state === "present" ? workspace : {};
  return [
    workspaceAddress(name),
    ...groups.map((group) => groupAddress(name, group.name)),
    ...attributes.map((attribute) => attributeAddress(name, attribute.name)),
  ].map((address) => ({ address }));
}

/** What waits for somebody: an invite that `--only` leaves out comes with another plan. */
export function deferredBeside(
  deferred: readonly Deferred[],
  changes: readonly ResourceChange[],
  selected: readonly ResourceChange[],
): readonly Deferred[] {
  const chosen = new Set(selected.map(({ address }) => address));
  const leftOut = new Set(
    changes.flatMap(({ type, address }) => (type === "invite" && !chosen.has(address) ? [address] : [])),
  );
  return deferred.map((one) =>
    leftOut.has(memberAddress(workspaceOf(one.address), personOf(one) ?? ""))
      ? {
          ...one,
          reason: "added once they are invited, which this partial plan leaves out, and have accepted",
        }
      : one,
  );
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
