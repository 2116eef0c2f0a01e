import { type Address, ancestorAddress, memberAddress, workspaceOf } from "../../model/address.js";
import type { ResourceChange } from "../../model/plan/plan.js";
import { personOf } from "../diff/resource-change.js";
import type { PlanOptions } from "../inputs.js";

/**
 * Returns true of a change if it is what somebody waits for whose invite was pending at an earlier moment, by what is
 * there to be seen now: the first membership or own value of a person who has joined since.
 */
export function isAwaited(invited: ReadonlySet<Address>): (change: ResourceChange) => boolean {
  return (change) =>
    change.origin === "joined" &&
    invited.has(memberAddress(workspaceOf(change.address), personOf(change) ?? ""));
}

/**
 * The changes that are awaited, and no other. A group that is itself to be changed gives its members something else than
 * what was approved when they were invited, so that its memberships wait for that change.
 */
export function selectAwaited(
  changes: readonly ResourceChange[],
  { joined }: Pick<PlanOptions, "joined">,
): readonly ResourceChange[] {
  if (joined?.only !== true) return changes;
  const awaited = isAwaited(joined.invited);
  const changing = new Set(
    changes.flatMap(({ address, type }) =>
      type === "group" || type === "group_value" ? [ancestorAddress(address, 3)] : [],
    ),
  );
  return changes.filter((change) => awaited(change) && !changing.has(ancestorAddress(change.address, 3)));
}
