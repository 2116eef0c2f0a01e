import { KINDS } from "../../kinds/registry.js";
import {
  type Address,
  matchesPattern,
  memberAddress,
  workspaceAddress,
  workspaceOf,
} from "../../model/address.js";
import type { Deferred, ResourceChange } from "../../model/plan/plan.js";
import { contentsOf } from "../../model/state/contents.js";
import type { DesiredWorkspace } from "../../model/state/desired-state.js";
import { isEverybodysValue, personOf } from "../diff/resource-change.js";
import type { PlanOptions } from "../input/inputs.js";

/** Address patterns of `--only` and `--exclude`. */
type ChangeSelection = Pick<PlanOptions, "only" | "exclude">;

/**
 * The test of whether the patterns select a finding or entry that is no change; one without an address is
 * always selected.
 */
export function isSelected({
  only = [],
  exclude = [],
}: ChangeSelection): (thing: { readonly address?: Address | undefined }) => boolean {
  return ({ address }) =>
    address === undefined ||
    ((only.length === 0 || matchesAny(only, address)) && !matchesAny(exclude, address));
}

const matchesAny = (patterns: readonly string[], address: Address): boolean =>
  patterns.some((pattern) => matchesPattern(pattern, address));

/** The addresses of a workspace of the file and of its groups and attributes, also of those without a change. */
export function namedInFile(workspace: DesiredWorkspace): readonly { readonly address: Address }[] {
  const { entries } = contentsOf(workspace);
  return [{ address: workspaceAddress(workspace.name) }, ...entries("group"), ...entries("attribute")];
}

/** Returns all deferred resources; the reason of one names the invite if the patterns leave that invite out. */
export function deferredResources(
  deferred: readonly Deferred[],
  changes: readonly ResourceChange[],
  selected: readonly ResourceChange[],
): readonly Deferred[] {
  const chosen = new Set(selected.map(({ address }) => address));
  const leftOut = new Set(
    changes.flatMap(({ type, address }) => (KINDS[type].sendsMail && !chosen.has(address) ? [address] : [])),
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

/** The changes that the patterns select: those of `--only` with what they need, without those of `--exclude`. */
export function selectChanges(
  changes: readonly ResourceChange[],
  { only = [], exclude = [] }: ChangeSelection,
): readonly ResourceChange[] {
  return withoutExcluded(selectOnly(changes, only), exclude);
}

/**
 * The changes but those that match: without what needs the creation of one that is left out, and without a deletion
 * that would take with it what is left out.
 */
function withoutExcluded(
  changes: readonly ResourceChange[],
  patterns: readonly string[],
): readonly ResourceChange[] {
  if (patterns.length === 0) return changes;
  const left = new Set(
    changes.filter(({ address }) => matchesAny(patterns, address)).map(({ address }) => address),
  );
  for (const { address, implied_by } of changes)
    if (implied_by !== undefined && left.has(address)) left.add(implied_by);
  const creationsFor = creationsNeeded(changes);
  const isLeft = (change: ResourceChange): boolean =>
    left.has(change.address) ||
    (change.implied_by !== undefined && left.has(change.implied_by)) ||
    creationsFor(change).some(({ address }) => left.has(address));
  // Until no more is added: a change that is left out may be needed by others.
  for (let size = -1; size !== left.size; ) {
    size = left.size;
    for (const change of changes) if (isLeft(change)) left.add(change.address);
  }
  return changes.filter(({ address }) => !left.has(address));
}

/** The changes that `--only` selects, with the creations they depend on and what goes with selected deletions. */
function selectOnly(
  changes: readonly ResourceChange[],
  patterns: readonly string[],
): readonly ResourceChange[] {
  if (patterns.length === 0) return changes;
  const creationsFor = creationsNeeded(changes);
  const chosen = new Set<Address>();
  const choose = (change: ResourceChange): void => {
    if (chosen.has(change.address)) return;
    chosen.add(change.address);
    if (change.change.actions[0] === "create") creationsFor(change).forEach(choose);
  };
  for (const change of changes) {
    if (matchesAny(patterns, change.address)) choose(change);
  }
  return changes.filter(({ address, implied_by }) => chosen.has(implied_by ?? address));
}

/**
 * Returns a function to the creations that a change needs: of what it hangs on, and for an invite of the values of the
 * built-in group, which are all that people have from accepting to the next apply.
 */
function creationsNeeded(
  changes: readonly ResourceChange[],
): (change: ResourceChange) => readonly ResourceChange[] {
  const creations = changes.filter(({ change }) => change.actions[0] === "create");
  const byAddress = new Map(creations.map((change) => [change.address, change]));
  const everybodys = creations.filter(isEverybodysValue);
  return ({ type, address }) => [
    ...KINDS[type].needs(address).flatMap((need) => byAddress.get(need) ?? []),
    ...(KINDS[type].sendsMail ? everybodys : []),
  ];
}
