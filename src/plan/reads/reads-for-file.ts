import { isOpen } from "../../access/values/value-meaning.js";
import { KINDS, LISTED_KINDS } from "../../kinds/registry.js";
import { attributeAddress, groupAddress } from "../../model/address.js";
import { type DesiredState, type PresentWorkspace, presentIn } from "../../model/state/desired-state.js";
import type { LiveMember, LiveWorkspace, ReadNeed } from "../../model/state/live-state.js";
import { fitsWildcard } from "../../util/wildcard.js";
import { renamesSince } from "../diff/declared.js";
import { deletionRule } from "../diff/deletion.js";
import type { GroupMatch } from "../diff/match-groups.js";
import { isSame, type PlanOptions } from "../inputs.js";
import { bound, rosterNeeds } from "./reads.js";

/** Reads that the file itself asks for. */
export function needsOfFile(
  workspace: PresentWorkspace,
  match: GroupMatch,
  live: LiveWorkspace,
  desired: DesiredState,
  options: PlanOptions,
): ReadNeed[] {
  const { files, watch, roster } = askedBy(workspace, desired, options);
  const [, before] = files;
  const renames = before === undefined ? new Map<string, string>() : renamesSince(before, workspace);
  const deletions = deletedIn(workspace, match, live, options);
  const everyGroup = watch.everybody || watch.attributes.size > 0 || deletions.attribute;
  const valued = new Set(
    files.flatMap((file) =>
      (file.groups ?? []).flatMap((g) =>
        g.state === "present" && g.values ? [renames.get(g.name) ?? g.name] : [],
      ),
    ),
  );
  const needs = listsNeeded(files, live);
  if (deletions.attribute || roster) needs.push(...rosterNeeds(live));
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
  const own = new Set(
    files.flatMap((file) => (file.members ?? []).flatMap((m) => (m.values ? [m.email] : []))),
  );
  const everybody = watch.everybody || deletions.attribute;
  // Whom no group gives a value shows when all groups' values were read.
  const unsure = needs.length === 0 ? withoutGroupValue(live, watch.attributes) : [];
  const all = everybody ? (live.members ?? []) : unsure;
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

/** The mappings of named things that the file speaks of and that were not read yet. */
function listsNeeded(files: readonly PresentWorkspace[], live: LiveWorkspace): ReadNeed[] {
  return LISTED_KINDS.filter((kind) => {
    const { collection = "" } = KINDS[kind];
    return live.lists?.[collection] === undefined && files.some(({ lists }) => lists?.[collection]);
  }).map((kind) => ({ need: "list", workspace_id: live.id, kind }));
}

/** Whose effective values the file asks about, whatever changes: expectations, required attributes, grants. */
interface Watch {
  readonly everybody: boolean;
  readonly people: ReadonlySet<string>;
  /** Attributes for which members without any value are looked for. */
  readonly attributes: ReadonlySet<string>;
}

function watchOf(workspace: PresentWorkspace, desired: DesiredState, options: PlanOptions): Watch {
  const here = desired.expect.filter((expectation) => fitsWildcard(expectation.workspace, workspace.name));
  const required = (workspace.attributes ?? []).flatMap((a) =>
    a.state === "present" && a.required ? [a.name] : [],
  );
  return {
    everybody: here.some(({ kind }) => kind === "never" || kind === "data"),
    people: new Set(here.flatMap((expectation) => ("member" in expectation ? [expectation.member] : []))),
    attributes: new Set([
      ...required,
      ...(options.dataModel?.grants ?? []).map(({ attribute }) => attribute),
    ]),
  };
}

/**
 * Members whom no group gives a value for one of the attributes, or a group gives one that is open: only their own values
 * can tell whether they are open.
 */
function withoutGroupValue(live: LiveWorkspace, attributes: ReadonlySet<string>): readonly LiveMember[] {
  const ids = live.attributes.filter(({ name }) => attributes.has(name)).map(({ id }) => id);
  const everybody = (live.members ?? []).map(({ id: user }) => user);
  const givenTo = (id: string, is: (value: string) => boolean): ReadonlySet<string> =>
    new Set(
      live.groups
        .filter((group) => group.values?.some((value) => value.attribute_id === id && is(value.value)))
        .flatMap((group) => (group.is_all_users ? everybody : group.users)),
    );
  const unsure = ids.map((id) => {
    const closed = givenTo(id, (value) => !isOpen(value));
    const opened = givenTo(id, isOpen);
    return (user: string): boolean => !closed.has(user) || opened.has(user);
  });
  return (live.members ?? []).filter((member) => unsure.some((isUnsure) => isUnsure(member.id)));
}

/** Tells for which workspaces {@link needsOfFile} will ask for members and invites whatever lives in them. */
export function needsRoster(
  desired: DesiredState,
  options: PlanOptions,
): (live: Pick<LiveWorkspace, "id" | "name">) => boolean {
  return (live) =>
    desired.workspaces.some(
      (workspace) =>
        workspace.state === "present" &&
        isSame(workspace, live) &&
        askedBy(workspace, desired, options).roster,
    );
}

/** What the file asks about in a workspace, whatever lives there. */
interface Asked {
  /** The workspace as it stands in the file and, if it did, as it stood before this edit. */
  readonly files: readonly PresentWorkspace[];
  readonly watch: Watch;
  /** Members and invites. */
  readonly roster: boolean;
}

function askedBy(workspace: PresentWorkspace, desired: DesiredState, options: PlanOptions): Asked {
  const based = options.base?.workspaces.find(({ name }) => name === workspace.name);
  const before = based?.state === "present" ? based : undefined;
  const watch = watchOf(workspace, desired, options);
  const { everybody, people, attributes } = watch;
  const isWatched = everybody || people.size > 0 || attributes.size > 0;
  const isNamed = namesPeople(workspace) || (before !== undefined && namesPeople(before));
  return {
    files: before === undefined ? [workspace] : [workspace, before],
    watch,
    roster: isWatched || isNamed || desired.checks !== undefined,
  };
}

export function namesPeople(workspace: PresentWorkspace): boolean {
  return (
    workspace.members !== undefined ||
    (workspace.groups ?? []).some((g) => g.state === "present" && g.members)
  );
}

/** The groups and attributes that are to be deleted; nothing else has to be compared to know. */
function deletedIn(
  desired: PresentWorkspace,
  match: GroupMatch,
  live: LiveWorkspace,
  { base }: PlanOptions,
): { readonly groups: ReadonlySet<string>; readonly attribute: boolean } {
  const { groundToDelete } = deletionRule(desired, base);
  const keptGroups = namesOfPresent(desired.groups);
  const keptAttributes = namesOfPresent(desired.attributes);
  const groups = [...match.byName.keys()].filter(
    (name) =>
      !keptGroups.has(name) &&
      groundToDelete({ kind: "group", address: groupAddress(desired.name, name) }) !== undefined,
  );
  const attribute = live.attributes.some(
    ({ name }) =>
      !keptAttributes.has(name) &&
      groundToDelete({ kind: "attribute", address: attributeAddress(desired.name, name) }) !== undefined,
  );
  return { groups: new Set(groups), attribute };
}

function namesOfPresent(
  list: readonly { name: string; state: "present" | "absent" }[] = [],
): ReadonlySet<string> {
  return new Set(presentIn(list).map(({ name }) => name));
}
