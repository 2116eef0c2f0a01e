import { KINDS } from "../../kinds/registry.js";
import { namesInAddress, workspaceOf } from "../../model/address.js";
import type { HasJoined, PlanContent, ResourceChange } from "../../model/plan/plan.js";
import { contentsOf } from "../../model/state/contents.js";
import type { DesiredState, DesiredWorkspace } from "../../model/state/desired-state.js";
import { type LiveWorkspace, membersOf } from "../../model/state/live-state.js";
import type { DesiredResource } from "../../model/state/resource.js";
import { groupBy, setOf, sortedBy } from "../../util/collections.js";
import { personOf } from "../diff/resource-change.js";

/**
 * The members who have nothing yet of the groups and own values that the file gives them: all of it is among the changes.
 * With a base only those to whom it gives exactly the same of what is there, so that no edit and nobody's hand explains it,
 * but that they have joined since. Who has the values of another group was put into it by hand. Somebody from whom all was
 * taken by hand cannot be told from who has joined.
 */
export function hasJoinedIn(
  workspace: DesiredWorkspace,
  live: LiveWorkspace | undefined,
  changes: readonly ResourceChange[],
  base: DesiredState | undefined,
): readonly HasJoined[] {
  const members = setOf(membersOf(live), "email");
  const { of, heldBy } = contentsOf(live);
  for (const { owner = "", name } of base ? of("group_membership") : [])
    if (heldBy("group_value", owner).length > 0) members.delete(name);
  const now = entriesOf(workspace);
  const before = base && entriesOf(base.workspaces.find(({ name }) => name === workspace.name));
  const created = changes.filter(isCreation);
  const made = setOf(created, "address");
  // Who waits for a group or an attribute to be made again, since it was deleted by hand, has not joined.
  const isThere = ({ address, type }: ResourceChange): boolean =>
    !KINDS[type].needs(address).some((needed) => made.has(needed));
  return sortedBy(groupBy(created, personOf), ([member = ""]) => member).flatMap(([member = "", own]) => {
    const isAll = (entries: typeof now): boolean => entries.get(member)?.length === own.length;
    const isSame =
      before === undefined ||
      (isAll(before) && own.every((change) => change.origin === "drift" && isThere(change)));
    return members.has(member) && isAll(now) && isSame ? [waitingFor(workspace.name, member, own)] : [];
  });
}

/** Returns a test of a change: somebody who is known by a base to have joined waits for it. */
export function forWhoHasJoined({ has_joined = [] }: PlanContent): (change: ResourceChange) => boolean {
  const people = new Set(has_joined.map(({ workspace, member }) => JSON.stringify([workspace, member])));
  return (change) =>
    isCreation(change) && people.has(JSON.stringify([workspaceOf(change.address), personOf(change)]));
}

const isCreation = ({ change }: ResourceChange): boolean => change.actions[0] === "create";

/** The memberships and own values that a workspace of a file gives, by the person. */
function entriesOf(
  workspace: DesiredWorkspace | undefined,
): ReadonlyMap<string | undefined, readonly DesiredResource[]> {
  const resources = workspace?.state === "present" ? workspace.resources : [];
  return groupBy(
    resources.filter(({ state }) => state === "present"),
    ({ address, kind }) => KINDS[kind].personOf?.(address),
  );
}

function waitingFor(workspace: string, member: string, changes: readonly ResourceChange[]): HasJoined {
  const isValue = ({ type }: ResourceChange): boolean => KINDS[type].carriesValue !== undefined;
  const groups = changes
    .filter((one) => !isValue(one))
    .map(({ address }) => namesInAddress(address).owner ?? "");
  const values = changes.filter(isValue).map(({ address, change: { after } }) => ({
    attribute: namesInAddress(address).name,
    value: String(after?.value),
  }));
  return { workspace, member, groups: groups.sort(), values: sortedBy(values, ({ attribute }) => attribute) };
}
