import { attributeAddress, groupAddress, parseAddress } from "../model/address.js";
import type { DesiredState, DesiredWorkspace, PresentWorkspace } from "../model/desired-state.js";
import type { LiveGroup, LiveMember, LiveState, LiveWorkspace, ReadNeed } from "../model/live-state.js";
import type { ResourceChange } from "../model/plan.js";
import { renamesSince } from "./declared.js";
import { deletionRule } from "./deletion.js";
import { type CompareWorkspace, comparisonWith, type WorkspaceDiff } from "./diff-workspace.js";
import { liveWorkspaceOf, managedWorkspaces, type PlanOptions } from "./inputs.js";
import { type GroupMatch, matchGroups } from "./match-groups.js";

/** Up to how many affected members a workspace have their own values read, unless told otherwise. */
export const ACCESS_READS = 1_000;

/**
 * What a plan has to know and was not read yet, given what was: ask again after reading it, until nothing is left
 * (at most four rounds). First what the file speaks of, then what the changes so far can touch: the people in a
 * touched group, all groups that these are in, and their own values up to a bound.
 */
export function requiredReads(
  desired: DesiredState,
  live: LiveState,
  options: PlanOptions,
  compare: CompareWorkspace = comparisonWith(options.base),
): readonly ReadNeed[] {
  return managedWorkspaces(desired, options.base, live).flatMap((workspace) => {
    const found = liveWorkspaceOf(live, workspace);
    if (found === undefined || workspace.state === "absent") return [];
    const match = matchGroups(workspace, found);
    const spoken = spokenOf(workspace, match, found, desired, options);
    if (spoken.length > 0) return spoken;
    return touchedBy(compare(workspace, found), found, options);
  });
}

/** Reads that the file itself asks for. */
function spokenOf(
  workspace: PresentWorkspace,
  match: GroupMatch,
  live: LiveWorkspace,
  desired: DesiredState,
  options: PlanOptions,
): ReadNeed[] {
  const based = options.base?.workspaces.find(({ name }) => name === workspace.name);
  const before = based?.state === "present" ? based : undefined;
  const files = before === undefined ? [workspace] : [workspace, before];
  const renames = before === undefined ? new Map<string, string>() : renamesSince(before, workspace);
  const watch = watchOf(workspace, desired, options);
  const deletions = deletedIn(workspace, match, live, options);
  const everyGroup = watch.everybody || watch.attributes.size > 0 || deletions.attribute;
  const valued = new Set(
    files.flatMap((file) =>
      (file.groups ?? []).flatMap((g) =>
        g.state === "present" && g.values ? [renames.get(g.name) ?? g.name] : [],
      ),
    ),
  );
  const needs: ReadNeed[] = [];
  if (everyGroup || watch.people.size > 0 || desired.checks !== undefined || files.some(namesPeople)) {
    needs.push(...rosterNeeds(live));
  }
  const watched = (live.members ?? []).filter(({ email }) => watch.people.has(email));
  const watchedIds = new Set(watched.map(({ id }) => id));
  for (const [name, group] of match.byName) {
    const concerns = group.is_all_users
      ? watched.length > 0
      : group.users.some((user) => watchedIds.has(user));
    if (everyGroup || concerns || valued.has(name) || deletions.groups.has(name)) {
      if (group.values === undefined)
        needs.push({ need: "group_values", workspace_id: live.id, group_id: group.id });
    }
    if (deletions.groups.has(name) && group.users.length > 0) needs.push(...rosterNeeds(live));
  }
  if (needs.length > 0) return distinct(needs);

  const own = new Set(
    files.flatMap((file) => (file.members ?? []).flatMap((m) => (m.values ? [m.email] : []))),
  );
  const all =
    watch.everybody || deletions.attribute ? (live.members ?? []) : withoutGroupValue(live, watch.attributes);
  const chosen = new Set([
    ...bound(all, options),
    ...(live.members ?? []).filter((m) => own.has(m.email)),
    ...watched,
  ]);
  for (const member of chosen) {
    if (member.own_values === undefined)
      needs.push({ need: "own_values", workspace_id: live.id, user_id: member.id });
  }
  return needs;
}

/** Whose effective values the file asks about, whatever changes: expectations, required attributes, grants. */
interface Watch {
  readonly everybody: boolean;
  readonly people: ReadonlySet<string>;
  /** Attributes for which members without any value are looked for. */
  readonly attributes: ReadonlySet<string>;
}

function watchOf(workspace: PresentWorkspace, desired: DesiredState, options: PlanOptions): Watch {
  const here = desired.expect.filter((expectation) => expectation.workspace === workspace.name);
  const required = (workspace.attributes ?? []).flatMap((a) =>
    a.state === "present" && a.required ? [a.name] : [],
  );
  return {
    everybody: here.some(({ kind }) => kind === "never"),
    people: new Set(here.flatMap((expectation) => (expectation.kind === "is" ? [expectation.member] : []))),
    attributes: new Set([
      ...required,
      ...(options.dataModel?.grants ?? []).map(({ attribute }) => attribute),
    ]),
  };
}

/** Members whom no group gives a value for one of the attributes: only their own values can tell whether they are open. */
function withoutGroupValue(live: LiveWorkspace, attributes: ReadonlySet<string>): readonly LiveMember[] {
  const ids = live.attributes.filter(({ name }) => attributes.has(name)).map(({ id }) => id);
  const covered = ids.map((id) => {
    const groups = live.groups.filter((group) => group.values?.some((value) => value.attribute_id === id));
    return groups.some(({ is_all_users }) => is_all_users)
      ? undefined
      : new Set(groups.flatMap(({ users }) => users));
  });
  return (live.members ?? []).filter((member) =>
    covered.some((users) => users !== undefined && !users.has(member.id)),
  );
}

function namesPeople(workspace: PresentWorkspace): boolean {
  return (
    workspace.members !== undefined ||
    (workspace.groups ?? []).some((g) => g.state === "present" && g.members)
  );
}

function rosterNeeds(live: LiveWorkspace): ReadNeed[] {
  const workspace_id = live.id;
  return [
    ...(live.members === undefined ? [{ need: "members", workspace_id } as const] : []),
    ...(live.invites === undefined ? [{ need: "invites", workspace_id } as const] : []),
  ];
}

/** The groups and attributes that are to be deleted; nothing else has to be compared to know. */
function deletedIn(
  desired: PresentWorkspace,
  match: GroupMatch,
  live: LiveWorkspace,
  { base }: PlanOptions,
): { readonly groups: ReadonlySet<string>; readonly attribute: boolean } {
  const { reasonToDelete } = deletionRule(desired, base);
  const keptGroups = presentIn(desired.groups);
  const keptAttributes = presentIn(desired.attributes);
  const groups = [...match.byName.keys()].filter(
    (name) =>
      !keptGroups.has(name) &&
      reasonToDelete({ kind: "group", address: groupAddress(desired.name, name) }) !== undefined,
  );
  const attribute = live.attributes.some(
    ({ name }) =>
      !keptAttributes.has(name) &&
      reasonToDelete({ kind: "attribute", address: attributeAddress(desired.name, name) }) !== undefined,
  );
  return { groups: new Set(groups), attribute };
}

function presentIn(list: readonly { name: string; state: string }[] = []): ReadonlySet<string> {
  return new Set(list.flatMap(({ name, state }) => (state === "present" ? [name] : [])));
}

/** Reads that the changes so far make necessary, because they can alter what somebody gets. */
function touchedBy(diff: WorkspaceDiff, live: LiveWorkspace, options: PlanOptions): ReadNeed[] {
  const groups = [...(diff.match?.byName ?? [])];
  const byName = new Map(groups);
  const users = new Set<string>();
  const throughGroup = new Set<string>();
  /** All that are in one of these: a group is touched as often as it has values. */
  const touched = new Set<LiveGroup>();
  const emails = new Map((live.members ?? []).map((member) => [member.email, member.id]));
  const needs: ReadNeed[] = [];
  const needValues = (group: { readonly id: string; readonly values?: unknown }): void => {
    if (group.values === undefined)
      needs.push({ need: "group_values", workspace_id: live.id, group_id: group.id });
  };
  const giving = givingGroups(diff, live);
  for (const change of diff.changes) {
    const [, collection, owner = "", , person = ""] = parseAddress(change.address);
    if (change.type === "member_value") addIfKnown(users, emails.get(owner));
    if (collection !== "groups") continue;
    const group = byName.get(owner);
    if (change.type === "group_membership") {
      // What a group that does not live yet gives may shadow whatever they have.
      if (group === undefined && !giving.has(owner)) continue;
      addIfKnown(users, emails.get(person));
      addIfKnown(throughGroup, emails.get(person));
      if (group !== undefined) needValues(group);
      continue;
    }
    if (group === undefined || (change.type === "group" && !movesAccess(change))) continue;
    touched.add(group);
  }
  for (const group of touched) {
    for (const user of group.users) {
      users.add(user);
      throughGroup.add(user);
    }
    if (group.users.length > 0) needValues(group);
  }
  if (users.size === 0) return distinct(needs);
  if (live.members === undefined) return distinct([...needs, ...rosterNeeds(live)]);
  for (const [, group] of groups)
    if (group.is_all_users || group.users.some((user) => users.has(user))) needValues(group);
  const affected = live.members.filter(({ id }) => throughGroup.has(id));
  for (const member of bound(affected, options)) {
    if (member.own_values === undefined)
      needs.push({ need: "own_values", workspace_id: live.id, user_id: member.id });
  }
  return distinct(needs);
}

/** Groups that are to set an attribute which lives: of others nobody can have a value yet. */
function givingGroups(diff: WorkspaceDiff, live: LiveWorkspace): ReadonlySet<string> {
  const attributes = new Set(live.attributes.map(({ name }) => name));
  return new Set(
    diff.changes.flatMap(({ type, change: { after } }) =>
      type === "group_value" && after !== null && attributes.has(String(after.attribute))
        ? [String(after.group)]
        : [],
    ),
  );
}

/** Renaming a group, or creating an empty one, changes nobody's access. */
function movesAccess({ change: { actions, before, after } }: ResourceChange): boolean {
  return actions[0] === "delete" || (actions[0] === "update" && before?.precedence !== after?.precedence);
}

/** The first so many by e-mail address. */
function bound<T extends { readonly email: string }>(
  members: readonly T[],
  options: PlanOptions,
): readonly T[] {
  const most = options.accessReads ?? ACCESS_READS;
  if (members.length <= most) return members;
  return [...members].sort((a, b) => (a.email < b.email ? -1 : 1)).slice(0, most);
}

function addIfKnown(set: Set<string>, id: string | undefined): void {
  if (id !== undefined) set.add(id);
}

function distinct(needs: readonly ReadNeed[]): ReadNeed[] {
  return [...new Map(needs.map((need) => [JSON.stringify(need), need])).values()];
}

/** The workspaces to read, as the reader wants them. */
export function workspacesToRead(
  desired: DesiredState,
  base: DesiredState | undefined,
): readonly Pick<DesiredWorkspace, "name" | "id">[] {
  return managedWorkspaces(desired, base, undefined).map(({ name, id }) => ({
    name,
    ...(id === undefined ? {} : { id }),
  }));
}
