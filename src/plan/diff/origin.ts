import type { Address } from "../../model/address.js";
import type { ResourceChange } from "../../model/plan/plan.js";
import type { DesiredWorkspace } from "../../model/state/desired-state.js";
import { isDifferent } from "./compare.js";
import { presentAddresses } from "./declared.js";
import type { WorkspaceChanges } from "./diff-workspace.js";

/**
 * The changes of a workspace with their origins. The base, the file before this edit, was held against the same live
 * organization: a change that it would make as well is `drift`, since only the live side can have moved, and every other
 * one is the `intent` of this edit.
 *
 * An example, the value of `region` on the group West:
 *
 * | base | file | live  | the file's change                     | origin | reason added             |
 * |------|------|-------|---------------------------------------|--------|--------------------------|
 * | west | east | west  | west to east                          | intent |                          |
 * | west | west | north | north to west                         | drift  |                          |
 * | west | east | north | north to east                         | intent | overwrites a change made |
 * | west | -    | west  | deleted                               | intent |                          |
 * | -    | -    | west  | deleted, since both lists are exact   | drift  |                          |
 * | -    | -    | west  | deleted, since only the file is exact | intent |                          |
 *
 * What a deletion implies has its origin, and a group that the edit renames is looked up under its former address.
 */
export function withOrigins(
  workspace: DesiredWorkspace,
  changes: readonly ResourceChange[],
  ofBase: WorkspaceChanges["ofBase"],
): readonly ResourceChange[] {
  const addressNow =
    ofBase?.workspace.state === "present"
      ? presentAddresses(ofBase.workspace, workspace)
      : ({ address }: { readonly address: Address }) => address;
  const then = new Map(
    ofBase?.diff.changes.map(
      (change) => [addressNow({ address: change.address, kind: change.type }), change] as const,
    ),
  );
  const now = new Map(changes.map((change) => [change.address, change]));
  const isDrift = ({ address, change, previous_address }: ResourceChange): boolean => {
    const former = then.get(address);
    return (
      former?.change.actions[0] === change.actions[0] &&
      former.previous_address === previous_address &&
      !isDifferent(fieldsAfter(former.change), fieldsAfter(change))
    );
  };
  return changes.map((change) => {
    if (isDrift(now.get(change.implied_by ?? change.address) ?? change))
      return { ...change, origin: "drift" };
    const { address, previous_address = address, action_reason = "" } = change;
    const reverted = revertedFields(change, then.get(address) ?? then.get(previous_address)).join(", ");
    const overwrites = reverted && `overwrites a change made since the base, which had ${reverted}`;
    const reason = [action_reason, overwrites].filter(Boolean).join("; ");
    return { ...change, origin: "intent", ...(reason !== "" && { action_reason: reason }) };
  });
}

/** The fields that a change leads to; its group is in its address, under the name that it has now. */
const fieldsAfter = ({ after }: ResourceChange["change"]) =>
  after === null ? undefined : { ...after, group: null };

/** The base's values of fields whose live values it would change, and which the file does not keep. */
function revertedFields(
  { change: { after } }: ResourceChange,
  former: ResourceChange | undefined,
): readonly string[] {
  const { before: live, after: wanted } = former?.change ?? {};
  if (!live || !wanted) return [];
  return Object.entries(wanted).flatMap(([field, value]) => {
    const is = live[field] ?? null;
    if (value === null || is === null || is === value || after?.[field] === is) return [];
    return [`${field} ${value}`];
  });
}
