import type { WrittenFiles } from "../../config/written.js";
import { isOtherForm } from "../../kinds/fields.js";
import { type Address, ancestorAddress, attributeAddress, namesInAddress } from "../../model/address.js";
import { type DesiredState, presentIn } from "../../model/state/desired-state.js";
import type { LiveResource } from "../../model/state/resource.js";
import { changedFields } from "../diff/compare.js";
import { type ResourceEdit, resourceEdits } from "./resource-edits.js";
import { type Edit, writtenEdits } from "./written-edits.js";

/** A version of the files: what they mean, and what they say. */
export interface Version {
  readonly desired: DesiredState;
  readonly written: WrittenFiles;
}

/** What a plan shows of a workspace anyway, by addresses. */
export interface Shown {
  readonly workspace: string;
  /** The addresses of changes, and of what waits for a person. */
  readonly planned: ReadonlySet<Address>;
  /** The addresses of things that are created or deleted: what is in them goes with them. */
  readonly whole: ReadonlySet<Address>;
  readonly liveByAddress: ReadonlyMap<Address, LiveResource>;
}

/** The edits that no planned change shows. */
export interface Edits {
  /** Edits that decide something, or that nothing else shows: rules. */
  readonly rules: readonly Edit[];
  /** The addresses of things that the edit changed to what is live. */
  readonly takenOver: ReadonlySet<Address>;
}

/**
 * Sorts the differences of two versions. What is written beside managed things decides tomorrow, so that each such edit is
 * a rule. An edit of a managed thing is explained if a planned change has its address; it is taken over if the live thing
 * is already as the file says; every other one is shown as a rule, too, so that no edit is silent.
 */
export function editsOf(base: Version, now: Version, shown: readonly Shown[]): Edits {
  const rules: Edit[] = [...writtenEdits(base.written.tree, now.written.tree)].filter(
    ({ path: [first, workspace = ""] }) =>
      first !== "workspaces" || shown.some((one) => one.workspace === workspace),
  );
  const takenOver = new Set<Address>();
  const before = new Map(presentIn(base.desired.workspaces).map((one) => [one.name, one]));
  const after = new Map(presentIn(now.desired.workspaces).map((one) => [one.name, one]));
  for (const part of shown) {
    const workspace = after.get(part.workspace);
    if (workspace === undefined) continue;
    for (const edit of resourceEdits(before.get(part.workspace), workspace)) {
      if (isShown(edit, part)) continue;
      if (isMet(edit, part)) takenOver.add(edit.address);
      else rules.push(edit);
    }
  }
  return { rules, takenOver };
}

/** Returns true if the plan has a change of the thing, or of what it is in. */
function isShown({ address, isList }: ResourceEdit, { planned, whole }: Shown): boolean {
  if (isList === true) return false;
  return (
    planned.has(address) || whole.has(ancestorAddress(address, 3)) || whole.has(ancestorAddress(address, 1))
  );
}

/** Returns true if the live thing is what the file says: nothing has to be written. */
function isMet({ address, fields, isList }: ResourceEdit, { liveByAddress }: Shown): boolean {
  if (isList === true) return false;
  const live = liveByAddress.get(address);
  if (fields === undefined || live === undefined) return fields === undefined && live === undefined;
  const { workspace = "", name } = namesInAddress(address);
  const type = liveByAddress.get(attributeAddress(workspace, name))?.fields.data_type;
  return Object.entries(changedFields(live.fields, fields)).every(([field, value]) =>
    isOtherForm(live.kind, type, live.fields[field] ?? null, value),
  );
}
