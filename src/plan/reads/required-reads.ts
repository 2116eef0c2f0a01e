import { contentsOf } from "../../model/state/contents.js";
import { type DesiredWorkspace, presentIn } from "../../model/state/desired-state.js";
import type { LiveState, LiveWorkspace, ReadNeed } from "../../model/state/live-state.js";
import { baseOf } from "../diff/declared.js";
import type { WorkspaceDiff } from "../diff/diff-workspace.js";
import { type GroupMatch, matchGroups } from "../diff/match-groups.js";
import {
  type BaseFacts,
  isSame,
  liveWorkspaceOf,
  managedWorkspaces,
  type PlanInput,
  type PlanOptions,
} from "../input/inputs.js";
import { arrivingIn } from "../people/arriving.js";
import { awaitedAdmins, organizationAdminsOf } from "../people/roles.js";
import { distinct, groupValueNeeds, memberNeeds, mostReads } from "./reads.js";
import { readsForArriving, readsForChanges } from "./reads-for-changes.js";
import { namesPeople, needsOfFile } from "./reads-for-file.js";

/**
 * The reads that a plan needs in addition to those that were made. First the reads for the file, then those
 * for the changes so far: the people in an affected group, all their groups, and their own values up to a
 * bound.
 */
export function requiredReads(
  input: PlanInput,
  compare: (desired: DesiredWorkspace, live: LiveWorkspace) => WorkspaceDiff,
): readonly ReadNeed[] {
  const { desired, live, base, options, elsewhere } = input;
  const managed = managedWorkspaces(desired, base, live);
  const compared: Compared[] = [];
  const needs = managed.flatMap((workspace) => {
    const liveWorkspace = liveWorkspaceOf(live, workspace);
    if (liveWorkspace === undefined) return [];
    if (workspace.state === "absent") return archivedIn(liveWorkspace, options);
    const match = matchGroups(workspace, liveWorkspace);
    const fileNeeds = needsOfFile(workspace, match, liveWorkspace, input);
    if (fileNeeds.length > 0) return fileNeeds;
    const diff = compare(workspace, liveWorkspace);
    compared.push({ workspace, liveWorkspace, match, diff });
    const earlier = baseOf(base?.desired, workspace);
    // What the base would still change is taken over where the file does not.
    const ofBase = earlier === undefined ? [] : [compare(earlier, liveWorkspace)];
    return [diff, ...ofBase].flatMap((one) => readsForChanges(one, liveWorkspace, options));
  });
  return distinct([
    ...needs,
    ...readsForArrivals(compared, live, base),
    ...adminsOf(managed, live, elsewhere !== undefined),
  ]);
}

interface Compared {
  readonly workspace: DesiredWorkspace;
  readonly liveWorkspace: LiveWorkspace;
  readonly match: GroupMatch;
  readonly diff: WorkspaceDiff;
}

/** The reads for people who arrive; organization admins do so in every workspace, unless its roster has them. */
function readsForArrivals(
  compared: readonly Compared[],
  live: LiveState,
  base: BaseFacts | undefined,
): ReadNeed[] {
  const changes = compared.flatMap(({ diff }) => diff.changes);
  const awaited = compared.flatMap((one) => awaitedAdmins(one.workspace, one.liveWorkspace));
  const roles = { unlimited: [], admins: organizationAdminsOf(live, changes, awaited) };
  return compared.flatMap(({ workspace, liveWorkspace, match, diff }): ReadNeed[] => {
    const needs = roles.admins.arriving.size > 0 ? memberNeeds(liveWorkspace) : [];
    if (needs.length > 0) return needs;
    // What a pending invite was to bring before the edit is compared.
    const ofBase = presentIn(base?.desired.workspaces).filter((one) => isSame(one, liveWorkspace));
    const versions = [
      { of: workspace, match, changes: diff.changes },
      ...ofBase.map((of) => ({ of, match: matchGroups(of, liveWorkspace), changes: [] })),
    ];
    return versions.flatMap(({ of, match, changes }) => {
      const arriving = arrivingIn({ workspace: of, liveWorkspace, start: liveWorkspace, roles }, changes);
      return readsForArriving(arriving, match, liveWorkspace);
    });
  });
}

/** The reads for an archived workspace: the plan lists its contents and its members, within the usual bound. */
function archivedIn(live: LiveWorkspace, options: PlanOptions): ReadNeed[] {
  return [
    ...memberNeeds(live),
    ...groupValueNeeds(live, contentsOf(live).of("group").slice(0, mostReads(options))),
  ];
}

/**
 * The read of a roster, for the people who will be in a workspace that the plan creates; none if one was
 * read. A run that is of some workspaces asks in any case.
 */
function adminsOf(managed: readonly DesiredWorkspace[], live: LiveState, isOfSome: boolean): ReadNeed[] {
  const all = [...live.workspaces, ...live.unmanaged_workspaces];
  const [first] = all;
  if (first === undefined || all.some((one) => contentsOf(one).gives("invite"))) return [];
  const namesThem = presentIn(managed).some(
    (workspace) => (namesPeople(workspace) || isOfSome) && liveWorkspaceOf(live, workspace) === undefined,
  );
  return namesThem ? memberNeeds(first) : [];
}
