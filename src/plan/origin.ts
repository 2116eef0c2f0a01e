import { parseAddress } from "../model/address.js";
import type { DesiredState, DesiredWorkspace } from "../model/desired-state.js";
import type { Origin, ResourceChange } from "../model/plan.js";
import { canonicalJson } from "../util/canonical-json.js";
import { declaredFields, formerFields } from "./declared.js";

/**
 * Says of each change in a workspace whether this edit of the file intends it (the file says something else than the
 * base did) or drift caused it (both say the same, so the live organization moved). What goes with a deletion has its
 * parent's origin. Without a base nothing can be said, and the changes come back as they are.
 */
export function withOrigins(
  workspace: DesiredWorkspace,
  changes: readonly ResourceChange[],
  desired: DesiredState,
  base: DesiredState | undefined,
): readonly ResourceChange[] {
  if (base === undefined) return changes;
  const now = declaredFields(desired, workspace.name);
  const then = formerFields(base, workspace);
  const originOf = (change: ResourceChange): Origin => {
    const address = change.implied_by ?? change.address;
    const was = then.get(address) ?? (change.previous_address && then.get(change.previous_address));
    const moved = canonicalJson(now.get(address) ?? null) !== canonicalJson(was ?? null);
    const renamed = change.previous_address !== undefined && !then.has(change.address);
    const tombstone = change.change.after === null && isTombstone(desired, workspace.name, address);
    return moved || renamed || tombstone ? "intent" : "drift";
  };
  return changes.map((change) => ({ ...change, origin: originOf(change) }));
}

function isTombstone(desired: DesiredState, workspace: string, address: string): boolean {
  const [, collection, name] = parseAddress(address);
  const found = desired.workspaces.find((w) => w.name === workspace);
  if (found === undefined || found.state === "absent") return true;
  const list: readonly { readonly name: string; readonly state: string }[] =
    (collection === "groups" ? found.groups : collection === "attributes" ? found.attributes : undefined) ??
    [];
  return list.some((item) => item.name === name && item.state === "absent");
}
