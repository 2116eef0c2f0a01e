import type { Address } from "../../model/address.js";
import type { Origin, ResourceChange } from "../../model/plan/plan.js";
import { contentsOf } from "../../model/state/contents.js";
import type { DesiredState, DesiredWorkspace } from "../../model/state/desired-state.js";
import type { Fields } from "../../model/state/resource.js";
import { isDifferent } from "./compare.js";
import { declaredFields } from "./declared.js";

/**
 * The changes of a workspace with their origins: `intent` if this edit of the file asks for a change, `drift`
 * otherwise. Without a base the origin is unknown, and the changes are returned as they are.
 *
 * Three versions of a thing are compared: the file, the base (the file before this edit) and the live
 * organization. A change exists because file and live differ. Whether somebody meant it is asked of file and
 * base alone: if they say different things, the edit is the cause; if they say the same, only the live side
 * can have moved.
 *
 * An example, the value of `region` on the group West:
 *
 * | base | file | live  | change                           | origin | reason added             |
 * |------|------|-------|----------------------------------|--------|--------------------------|
 * | west | east | west  | west to east                     | intent |                          |
 * | west | west | north | north to west                    | drift  |                          |
 * | west | east | north | north to east                    | intent | overwrites a change made |
 * | west | -    | west  | deleted                          | intent |                          |
 * | -    | -    | west  | deleted, since the list is exact | drift  |                          |
 *
 * Three rules extend this to whole things:
 *
 * - A group that the edit renames is looked up in the base under its former address; otherwise its change
 *   would look new.
 * - A change that a deletion implies has the origin of the deletion: the file says nothing about it by
 *   itself.
 * - A tombstone, such as the group East with `state: absent`, is intent even if the base has it as well: the
 *   file asks for the deletion explicitly.
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
    const baseFields = formerly(change, address);
    const edited = isDifferent(now.get(address), baseFields);
    const renamed = change.previous_address !== undefined && !then.has(change.address);
    const tombstone = change.change.after === null && isMarked(desired, workspace.name, address);
    return edited || renamed || tombstone ? "intent" : "drift";
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

/** The base's values of changed fields whose live values differ from the base. */
function revertedFields(
  { change: { before, after } }: ResourceChange,
  baseFields: Fields = {},
): readonly string[] {
  return Object.entries(baseFields).flatMap(([field, value]) => {
    const live = before?.[field];
    if (value === null || live === undefined || live === null || live === value) return [];
    return after !== null && after[field] === live ? [] : [`${field} ${value}`];
  });
}

function isMarked(desired: DesiredState, workspace: string, address: Address): boolean {
  const workspaceOfFile = desired.workspaces.find((w) => w.name === workspace);
  if (workspaceOfFile === undefined || workspaceOfFile.state === "absent") return true;
  return contentsOf(workspaceOfFile).at(address)?.state === "absent";
}
