import { type Address, kindOfAddress, parseAddress } from "../../model/address.js";
import type { Origin, ResourceChange } from "../../model/plan/plan.js";
import type { DesiredState, DesiredWorkspace } from "../../model/state/desired-state.js";
import type { Fields } from "../../model/state/fields.js";
import { isDifferent } from "./compare.js";
import { declaredFields } from "./declared.js";
import { isTombstone } from "./deletion.js";

/**
 * Says of each change in a workspace whether this edit of the file intends it (the file says something else than the
 * base did) or drift caused it (both say the same, so the live organization moved). What goes with a deletion has its
 * parent's origin. An intended change that also overwrites what somebody set in between says so as its reason. Without
 * a base nothing can be said, and the changes come back as they are.
 */
export function withOrigins(
  workspace: DesiredWorkspace,
  changes: readonly ResourceChange[],
  desired: DesiredState,
  base: DesiredState | undefined,
): readonly ResourceChange[] {
  if (base === undefined) return changes;
  const now = declaredFields(desired, workspace);
  const then = declaredFields(base, workspace);
  const formerly = ({ previous_address }: ResourceChange, address: Address): Fields | undefined =>
    then.get(address) ?? (previous_address === undefined ? undefined : then.get(previous_address));
  const originOf = (change: ResourceChange): Origin => {
    const address = change.implied_by ?? change.address;
    const was = formerly(change, address);
    const moved = isDifferent(now.get(address), was);
    const renamed = change.previous_address !== undefined && !then.has(change.address);
    const tombstone = change.change.after === null && isMarked(desired, workspace.name, address);
    return moved || renamed || tombstone ? "intent" : "drift";
  };
  return changes.map((change) => {
    const origin = originOf(change);
    const reverted = origin === "intent" ? revertedFields(change, formerly(change, change.address)) : [];
    if (reverted.length === 0) return { ...change, origin };
    const reason = `overwrites a change made since the base, which had ${reverted.join(", ")}`;
    const { action_reason } = change;
    return {
      ...change,
      origin,
      action_reason: action_reason === undefined ? reason : `${action_reason}; ${reason}`,
    };
  });
}

/** What the base said of the fields that change and that no longer were so. */
function revertedFields({ change: { before, after } }: ResourceChange, was: Fields = {}): readonly string[] {
  return Object.entries(was).flatMap(([field, value]) => {
    const live = before?.[field];
    if (value === null || live === undefined || live === null || live === value) return [];
    return after !== null && after[field] === live ? [] : [`${field} ${value}`];
  });
}

function isMarked(desired: DesiredState, workspace: string, address: Address): boolean {
  const workspaceOfFile = desired.workspaces.find((w) => w.name === workspace);
  if (workspaceOfFile === undefined || workspaceOfFile.state === "absent") return true;
  const kind = kindOfAddress(address);
  return kind !== undefined && isTombstone(kind, workspaceOfFile, parseAddress(address)[2] ?? "");
}
