import { type Address, workspaceAddress } from "../../model/address.js";
import { type DesiredState, type DesiredWorkspace, presentIn } from "../../model/state/desired-state.js";
import type { LiveState, LiveWorkspace, ReadNeed } from "../../model/state/live-state.js";
import type { WorkspaceDiff } from "../diff/diff-workspace.js";
import { matchGroups } from "../diff/match-groups.js";
import { liveWorkspaceOf, managedWorkspaces, type PlanOptions } from "../input/inputs.js";
import { isSelected } from "../order/only.js";
import { newcomersOf } from "../people/arrivals.js";
import { distinct, groupValueNeeds, mostReads } from "./reads.js";
import { readsForChanges, readsForNewcomers } from "./reads-for-changes.js";
import { namesPeople, needsOfFile } from "./reads-for-file.js";

/**
 * Lists the reads that a plan needs beyond those that were made. First the things that the file names, then all that
 * the changes so far can touch: the people in a touched group, all their groups, and their own values up to a bound.
 */
export function requiredReads(
  desired: DesiredState,
  live: LiveState,
  options: PlanOptions,
  compare: (desired: DesiredWorkspace, live: LiveWorkspace) => WorkspaceDiff,
): readonly ReadNeed[] {
  const managed = managedWorkspaces(desired, options.base, live);
  const needs = managed.flatMap((workspace) => {
    const liveWorkspace = liveWorkspaceOf(live, workspace);
    if (liveWorkspace === undefined) return [];
    if (workspace.state === "absent")
      return archivedIn(liveWorkspace, workspaceAddress(workspace.name), options);
    const match = matchGroups(workspace, liveWorkspace);
    const spoken = needsOfFile(workspace, match, liveWorkspace, desired, options);
    if (spoken.length > 0) return spoken;
    const diff = compare(workspace, liveWorkspace);
    return [
      ...readsForChanges(diff, liveWorkspace, options),
      ...readsForNewcomers(newcomersOf(workspace, liveWorkspace, diff.changes), match, liveWorkspace),
    ];
  });
  return distinct([...needs, ...adminsOf(managed, live)]);
}

/** The reads for an archived workspace: the plan lists its contents and its members, within the usual bound. */
function archivedIn(live: LiveWorkspace, address: Address, options: PlanOptions): ReadNeed[] {
  if (!isSelected(options)({ address })) return [];
  return [
    ...(live.members === undefined ? [{ need: "members", workspace_id: live.id } as const] : []),
    ...groupValueNeeds(live, live.groups.slice(0, mostReads(options))),
  ];
}

/** Any roster tells who will be in a workspace that the plan creates; none is needed if one was read. */
function adminsOf(managed: readonly DesiredWorkspace[], live: LiveState): ReadNeed[] {
  const all = [...live.workspaces, ...live.unmanaged_workspaces];
  const [first] = all;
  if (first === undefined || all.some(({ members }) => members !== undefined)) return [];
  const namesThem = presentIn(managed).some(
    (workspace) => namesPeople(workspace) && liveWorkspaceOf(live, workspace) === undefined,
  );
  return namesThem ? [{ need: "members", workspace_id: first.id }] : [];
}
