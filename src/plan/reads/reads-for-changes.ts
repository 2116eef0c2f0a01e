import { ALL_USERS, parseAddress } from "../../model/address.js";
import type { ResourceChange } from "../../model/plan/plan.js";
import type { LiveGroup, LiveMember, LiveWorkspace, ReadNeed } from "../../model/state/live-state.js";
import type { WorkspaceDiff } from "../diff/diff-workspace.js";
import type { GroupMatch } from "../diff/match-groups.js";
import { personOf } from "../diff/resource-change.js";
import type { PlanOptions } from "../inputs.js";
import type { Newcomer } from "../people/arrivals.js";
import { bound, groupValueNeeds, mostReads, ownValueNeeds, rosterNeeds } from "./reads.js";

/** Reads that the changes so far make necessary, because they can alter what somebody gets. */
export function touchedBy(
  { changes, match }: WorkspaceDiff,
  live: LiveWorkspace,
  options: PlanOptions,
): ReadNeed[] {
  const { members = [] } = live;
  const groupOf = (change: ResourceChange) => match?.byName.get(groupNameOf(change));
  const ids = new Map(members.map(({ email, id }) => [email, id]));
  const usersOf = (change: ResourceChange): readonly string[] => {
    const id = ids.get(personOf(change) ?? "");
    return id === undefined ? [] : [id];
  };
  // What a group that does not exist yet gives may shadow whatever its members have.
  const giving = givingGroups(changes, live);
  const moves = changes.filter((change) => {
    if (change.type !== "group_membership") return false;
    const name = groupNameOf(change);
    return giving.has(name) || match?.byName.has(name) === true;
  });
  const touched = new Set(changes.filter(isForWholeGroup).flatMap((change) => groupOf(change) ?? []));
  // Everybody is in the built-in group, whether or not the service lists them there.
  const usersIn = ({ is_all_users, users }: LiveGroup): readonly string[] =>
    is_all_users ? [...users, ...members.map(({ id }) => id)] : users;
  const throughGroup = new Set([...moves.flatMap(usersOf), ...[...touched].flatMap(usersIn)]);
  const owners = changes.filter(({ type }) => type === "member_value").flatMap(usersOf);
  const users = new Set([...throughGroup, ...owners]);
  const hasMembers = ({ is_all_users, users }: LiveGroup): boolean => is_all_users || users.length > 0;
  const needs = groupValueNeeds(live, [
    ...[...new Set(moves.map(groupNameOf))].flatMap((name) => match?.byName.get(name) ?? []),
    ...[...touched].filter(hasMembers),
  ]);
  if (users.size === 0 && ![...touched].some(({ is_all_users }) => is_all_users)) return needs;
  const theirs = [...(match?.byName.values() ?? [])].filter(
    (group) => group.is_all_users || group.users.some((user) => users.has(user)),
  );
  return [
    ...needs,
    ...rosterNeeds(live),
    ...groupValueNeeds(live, theirs),
    ...ownValueNeeds(live, affected(throughGroup, live, options)),
  ];
}

const groupNameOf = ({ address }: ResourceChange): string => parseAddress(address)[2] ?? "";

/** The users whose own values are read, at most `accessReads`, in e-mail order. */
function affected(
  users: ReadonlySet<string>,
  { members }: LiveWorkspace,
  options: PlanOptions,
): readonly Pick<LiveMember, "id" | "own_values">[] {
  if (members !== undefined)
    return bound(
      members.filter(({ id }) => users.has(id)),
      options,
    );
  return users.size > mostReads(options) ? [] : [...users].map((id) => ({ id }));
}

/** Groups that are to set an attribute which exists: of others nobody can have a value yet. */
function givingGroups(changes: readonly ResourceChange[], live: LiveWorkspace): ReadonlySet<string> {
  const attributes = new Set(live.attributes.map(({ name }) => name));
  return new Set(
    changes.flatMap(({ type, change: { after } }) =>
      type === "group_value" && after !== null && attributes.has(String(after.attribute))
        ? [String(after.group)]
        : [],
    ),
  );
}

/**
 * Returns true if a change may alter what all members of a group get: renaming a group, or creating an empty one, changes
 * nobody's access.
 */
function isForWholeGroup({ type, change: { actions, before, after } }: ResourceChange): boolean {
  const isMoved = actions[0] === "update" && before?.precedence !== after?.precedence;
  return type === "group_value" || (type === "group" && (actions[0] === "delete" || isMoved));
}

/** Reads that tell what those who arrive will have: the values of the groups that they will be in. */
export function readsForNewcomers(
  newcomers: readonly Newcomer[],
  { byName }: GroupMatch,
  live: LiveWorkspace,
): ReadNeed[] {
  if (newcomers.length === 0 || live.attributes.length === 0) return [];
  const names = new Set([ALL_USERS, ...newcomers.flatMap(({ groups }) => groups)]);
  return groupValueNeeds(
    live,
    [...names].flatMap((name) => byName.get(name) ?? []),
  );
}
