import { KINDS } from "../../kinds/registry.js";
import { termsOf } from "../../kinds/rules/expectations.js";
import { ALL_USERS, namesInAddress } from "../../model/address.js";
import type { ResourceChange } from "../../model/plan/plan.js";
import { contentsOf, resourceAddress } from "../../model/state/contents.js";
import { type DesiredWorkspace, presentIn } from "../../model/state/desired-state.js";
import {
  type LiveState,
  type LiveWorkspace,
  membersOf,
  type ReadNeed,
} from "../../model/state/live-state.js";
import type { LiveResource } from "../../model/state/resource.js";
import { byKey } from "../../util/collections.js";
import { baseOf } from "../diff/declared.js";
import type { WorkspaceDiff } from "../diff/diff-workspace.js";
import { type GroupMatch, matchGroups } from "../diff/match-groups.js";
import { effectOf, personOf } from "../diff/resource-change.js";
import {
  type BaseFacts,
  isSame,
  liveWorkspaceOf,
  managedWorkspaces,
  type PlanInput,
  type PlanOptions,
} from "../input/inputs.js";
import { type Arriving, arrivingIn } from "../people/arriving.js";
import { organizationAdminsOf } from "../people/known-roles.js";
import {
  type AffectedPerson,
  bound,
  distinct,
  groupValueNeeds,
  memberNeeds,
  mostReads,
  ownValueNeeds,
  peopleInGroup,
  rosterNeeds,
} from "./reads.js";
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
  const { desired, live, base, options } = input;
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
    compared.push({ workspace, liveWorkspace, match, changes: diff.changes });
    const earlier = baseOf(base?.desired, workspace);
    // What the base would still change is taken over where the file does not.
    const ofBase = earlier === undefined ? [] : [compare(earlier, liveWorkspace)];
    return [diff, ...ofBase].flatMap((one) => readsForChanges(one, liveWorkspace, options));
  });
  return distinct([...needs, ...readsForArrivals(compared, live, base), ...adminsOf(input, managed)]);
}

interface Compared {
  readonly workspace: DesiredWorkspace;
  readonly liveWorkspace: LiveWorkspace;
  readonly match: GroupMatch;
  readonly changes: WorkspaceDiff["changes"];
}

/** The reads for people who arrive; organization admins do so in every workspace, unless its roster has them. */
function readsForArrivals(
  compared: readonly Compared[],
  live: LiveState,
  base: BaseFacts | undefined,
): ReadNeed[] {
  const roles = { unlimited: [], admins: organizationAdminsOf(live, compared) };
  return compared.flatMap(({ workspace, liveWorkspace, match, changes }): ReadNeed[] => {
    const needs = roles.admins.arriving.size > 0 ? memberNeeds(liveWorkspace) : [];
    if (needs.length > 0) return needs;
    // What a pending invite was to bring before the edit is compared.
    const ofBase = presentIn(base?.desired.workspaces).filter((one) => isSame(one, liveWorkspace));
    const versions = [
      { of: workspace, match, changes },
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
 * The reads of rosters for roles that hold everywhere: of all where an expectation is about roles or reach, and else of
 * one, for the people who will be in a workspace that the plan creates. A run that is of some workspaces asks in any case.
 */
function adminsOf({ desired, live, elsewhere }: PlanInput, managed: readonly DesiredWorkspace[]): ReadNeed[] {
  const all = [...live.workspaces, ...live.unmanaged_workspaces];
  const needs = all.flatMap(memberNeeds);
  if (desired.expect.some((expectation) => termsOf(expectation).byRole)) return needs;
  const namesThem = presentIn(managed).some(
    (workspace) =>
      (namesPeople(workspace) || elsewhere !== undefined) && liveWorkspaceOf(live, workspace) === undefined,
  );
  return namesThem && needs.length === all.length ? needs.slice(0, 1) : [];
}

/**
 * The reads that the changes so far make necessary, because they can alter what somebody gets.
 *
 * A plan shows who sees what before and after it, so it has to know every source of a value for everybody
 * whom a change can touch, and should read nothing of the others: one list of values for each group and each
 * member is one request. The function is asked again after each round with what was read, and asks only for
 * what is still missing; when it asks for nothing, the plan is made.
 *
 * Changes are sorted by whom they can touch:
 *
 * - A membership touches its one person, if the group gives a value, now or by this plan. A group that gives
 *   nothing shadows nothing.
 * - A group's value, its precedence or its deletion touches everybody in it. Renaming a group, or creating an
 *   empty one, touches nobody.
 * - A member's own value touches that member.
 *
 * For each person touched, all that can give them a value is needed: the roster, the values of every group
 * that they are in, and their own values, which win over everything. Their own values are read for those who
 * are touched by way of a group only, up to `accessReads` of them, since that is a request each; for an own
 * value that changes, the change holds both sides already.
 *
 * An example. Ada is in West and Staff, Bob in Staff and North; the file moves Ada from West to East. The
 * roster was read already, because the file lists members.
 *
 * 1. Two memberships change, in West and in East. Needed: the values of both groups.
 * 2. They touch Ada. Needed besides: the values of Staff and All Users, because she is in them, and her own values. Not
 *    needed: Bob's own values, and the values of North.
 * 3. All five lists are read in one round. Asked again, the function needs nothing, and the plan can say that Ada's
 *    region goes from west to east.
 */
function readsForChanges(
  { changes, match }: WorkspaceDiff,
  live: LiveWorkspace,
  options: PlanOptions,
): ReadNeed[] {
  const members = byKey(membersOf(live), "email");
  const groupOf = (change: ResourceChange) => match?.byName.get(groupNameOf(change));
  const peopleOf = (change: ResourceChange): readonly AffectedPerson[] =>
    [members.get(personOf(change) ?? "")].filter((member) => member !== undefined);
  // The values of a group that does not exist yet may shadow those of its members.
  const giving = givingGroups(changes, live);
  const moves = changes.filter((change) => {
    if (effectOf(change)?.on !== "membership") return false;
    const name = groupNameOf(change);
    return giving.has(name) || match?.byName.has(name) === true;
  });
  const changedGroups = new Set(changes.filter(isForWholeGroup).flatMap((change) => groupOf(change) ?? []));
  const inChanged = [...changedGroups].flatMap((group) => peopleInGroup(live, group));
  const throughGroup = byKey([...moves.flatMap(peopleOf), ...inChanged], "email");
  const owners = changes.filter(({ type }) => KINDS[type].carriesValue === "member").flatMap(peopleOf);
  const people = byKey([...throughGroup.values(), ...owners], "email");
  const isBuiltIn = ({ state }: LiveResource): boolean => state === "built-in";
  const hasMembers = (group: LiveResource): boolean =>
    isBuiltIn(group) || peopleInGroup(live, group).length > 0;
  const needs = groupValueNeeds(live, [
    ...[...new Set(moves.map(groupNameOf))].flatMap((name) => match?.byName.get(name) ?? []),
    ...[...changedGroups].filter(hasMembers),
  ]);
  if (people.size === 0 && ![...changedGroups].some(isBuiltIn)) return needs;
  const theirGroups = [...(match?.byName.values() ?? [])].filter(
    (group) => isBuiltIn(group) || peopleInGroup(live, group).some(({ email }) => people.has(email)),
  );
  return [
    ...needs,
    ...rosterNeeds(live),
    ...groupValueNeeds(live, theirGroups),
    ...ownValueNeeds(live, affected(throughGroup, live, options)),
  ];
}

/** The group that a change is of or in. */
function groupNameOf({ address }: ResourceChange): string {
  const { owner, name } = namesInAddress(address);
  return owner ?? name;
}

/** The people whose own values are read, at most `accessReads`, in e-mail order. */
function affected(
  people: ReadonlyMap<string, AffectedPerson>,
  live: LiveWorkspace,
  options: PlanOptions,
): readonly AffectedPerson[] {
  if (contentsOf(live).gives("invite"))
    return bound(
      membersOf(live).filter(({ email }) => people.has(email)),
      options,
    );
  return people.size > mostReads(options) ? [] : [...people.values()];
}

/** Groups that are to set an attribute which exists: of others nobody can have a value yet. */
function givingGroups(changes: readonly ResourceChange[], live: LiveWorkspace): ReadonlySet<string> {
  const { at } = contentsOf(live);
  const exists = (attribute: unknown): boolean =>
    at(resourceAddress("attribute", live.name, String(attribute))) !== undefined;
  return new Set(
    changes.flatMap(({ type, change: { after } }) =>
      KINDS[type].carriesValue === "group" && after !== null && exists(after.attribute)
        ? [String(after.group)]
        : [],
    ),
  );
}

/**
 * Returns true if a change may alter what all members of a group get: renaming a group, or creating an empty one,
 * changes nobody's access.
 */
function isForWholeGroup({ type, change: { actions, before, after } }: ResourceChange): boolean {
  const isMoved = actions[0] === "update" && before?.precedence !== after?.precedence;
  const { carriesValue, isRanked = false } = KINDS[type];
  return carriesValue === "group" || (isRanked && (actions[0] === "delete" || isMoved));
}

/** The reads for the future values of arriving people: the values of the groups that they will be in. */
function readsForArriving(
  arriving: readonly Arriving[],
  { byName }: GroupMatch,
  live: LiveWorkspace,
): ReadNeed[] {
  if (arriving.length === 0 || contentsOf(live).of("attribute").length === 0) return [];
  const names = new Set([ALL_USERS, ...arriving.flatMap(({ groups }) => groups)]);
  return groupValueNeeds(
    live,
    [...names].flatMap((name) => byName.get(name) ?? []),
  );
}
