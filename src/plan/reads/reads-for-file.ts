import { isOpen } from "../../access/values/value-meaning.js";
import { valueGrants } from "../../data-model/compile/grant-checks.js";
import { LISTED_KINDS } from "../../kinds/registry.js";
import { termsOf } from "../../kinds/rules/expectations.js";
import type { ResourceKind } from "../../model/resource-kind.js";
import { contentsOf, resourceAddress } from "../../model/state/contents.js";
import { type PresentWorkspace, presentIn } from "../../model/state/desired-state.js";
import { type LiveWorkspace, membersOf, type ReadNeed } from "../../model/state/live-state.js";
import type { LiveMember, LiveResource } from "../../model/state/resource.js";
import { setOf } from "../../util/collections.js";
import { baseOf, declaredFields, renamesSince } from "../diff/declared.js";
import { type DeletionRule, deletionRule } from "../diff/deletion.js";
import type { GroupMatch } from "../diff/match-groups.js";
import { arrivesBySignIn } from "../diff/waiting.js";
import { type BaseFacts, type Facts, isOtherModel, isSame, type SeenWorkspace } from "../input/inputs.js";
import { bound, groupValueNeeds, listNeeds, ownValueNeeds, peopleInGroup, rosterNeeds } from "./reads.js";

/** Reads that the file itself asks for. */
export function needsOfFile(
  workspace: PresentWorkspace,
  match: GroupMatch,
  live: LiveWorkspace,
  facts: Facts,
): ReadNeed[] {
  const { base, options } = facts;
  const { files, watch, everyOwnValue, roster } = askedBy(workspace, facts);
  const [, before] = files;
  const renames = before === undefined ? new Map<string, string>() : renamesSince(before, workspace);
  const rule = deletionRule(workspace, declaredFields(base?.desired, workspace));
  const deletions = deletedIn(workspace, rule, match, live, base);
  const valued = new Set(
    files.flatMap((file) => groupsListing(file, "group_value").map((name) => renames.get(name) ?? name)),
  );
  const members = membersOf(live);
  const unlisted = unlistedMembers(workspace, members, rule);
  const watched = [
    ...members.filter(({ email }) => watch.people.has(email)),
    // The plan shows the values that stay with a person whom the file does not list.
    ...bound(unlisted, options),
  ];
  const watchedNames = setOf([...watched, ...unlisted], "email");
  const isAsked = ([name, group]: readonly [string, LiveResource]): boolean =>
    watch.everybody ||
    watch.attributes.size > 0 ||
    deletions.attribute ||
    valued.has(name) ||
    deletions.groups.has(name) ||
    peopleInGroup(live, group).some(({ email }) => watchedNames.has(email));
  const groups = [...match.byName];
  const takesRoster =
    roster ||
    deletions.attribute ||
    groups.some(([name, group]) => deletions.groups.has(name) && peopleInGroup(live, group).length > 0);
  const needs = [
    ...listNeeds(
      live,
      LISTED_KINDS.filter((kind) => files.some((file) => contentsOf(file).gives(kind))),
    ),
    ...(takesRoster ? rosterNeeds(live) : []),
    ...groupValueNeeds(
      live,
      groups.filter(isAsked).map(([, group]) => group),
    ),
  ];
  const givesOwn = ({ email }: LiveMember): boolean =>
    files.some((file) => contentsOf(file).gives("member_value", email));
  // Members without a group's value are known only after the values of all groups were read.
  const unsure = needs.length === 0 ? withoutGroupValue(live, watch.attributes) : [];
  const chosen = new Set([
    ...bound(watch.everybody || everyOwnValue || deletions.attribute ? members : unsure, options),
    ...members.filter(givesOwn),
    ...watched,
  ]);
  return [...needs, ...ownValueNeeds(live, [...chosen])];
}

/** The groups for which the file gives a list, by name. */
function groupsListing(workspace: PresentWorkspace, kind: ResourceKind): readonly string[] {
  const { of, gives } = contentsOf(workspace);
  return of("group").flatMap(({ name }) => (gives(kind, name) ? [name] : []));
}

/**
 * The effective values that the file asks about, regardless of changes: expectations, required attributes,
 * grants, another data model than the base's.
 */
interface Watch {
  readonly everybody: boolean;
  readonly people: ReadonlySet<string>;
  /** Attributes for which members without any value are looked for. */
  readonly attributes: ReadonlySet<string>;
  /** The roles of people. */
  readonly roles: boolean;
}

function watchOf(workspace: PresentWorkspace, facts: Facts): Watch {
  const { desired, dataModel } = facts;
  const here = desired.expect.flatMap((one) => (one.workspace === workspace.name ? [termsOf(one)] : []));
  const required = contentsOf(workspace)
    .of("attribute")
    .filter((attribute) => attribute.required);
  return {
    everybody: isOtherModel(facts) || here.some(({ reads }) => reads === "everybody"),
    people: setOf(
      here.flatMap(({ reads, members = [] }) => (reads === "members" ? members : [])),
      "name",
    ),
    roles: here.some(({ byRole }) => byRole),
    attributes: new Set([
      ...required.map(({ name }) => name),
      ...(dataModel ? valueGrants(dataModel) : []).map(({ attribute }) => attribute),
    ]),
  };
}

/**
 * The members to whom no group gives a value for one of the attributes, or a group gives an open one: only
 * their own values decide whether they are open.
 */
function withoutGroupValue(live: LiveWorkspace, attributes: ReadonlySet<string>): readonly LiveMember[] {
  const { of, heldBy } = contentsOf(live);
  const members = membersOf(live);
  const membersWithValue = (attribute: string, matches: (value: string) => boolean): ReadonlySet<string> => {
    const givesIt = ({ name, fields }: LiveResource) => name === attribute && matches(String(fields.value));
    const groups = of("group").filter(({ name }) => heldBy("group_value", name).some(givesIt));
    return setOf(
      groups.flatMap((group) => peopleInGroup(live, group)),
      "email",
    );
  };
  const existing = of("attribute").filter(({ name }) => attributes.has(name));
  const unsure = existing.map(({ name }) => {
    const closed = membersWithValue(name, (value) => !isOpen(value));
    const opened = membersWithValue(name, isOpen);
    return (member: string): boolean => !closed.has(member) || opened.has(member);
  });
  return members.filter(({ email }) => unsure.some((isUnsure) => isUnsure(email)));
}

/**
 * The test of whether {@link needsOfFile} will ask for members and invites of a workspace, regardless of its
 * contents.
 */
export function needsRoster(facts: Facts): (live: SeenWorkspace) => boolean {
  return (live) =>
    presentIn(facts.desired.workspaces).some(
      (workspace) => isSame(workspace, live) && askedBy(workspace, facts).roster,
    );
}

/** The questions of the file about a workspace, regardless of its contents. */
interface AskedByFile {
  /** The workspace as the file has it and, if it was there, as the base had it. */
  readonly files: readonly PresentWorkspace[];
  readonly watch: Watch;
  /** True if values that the identity provider's claims may have set are needed. */
  readonly everyOwnValue: boolean;
  /** Members and invites. */
  readonly roster: boolean;
}

function askedBy(workspace: PresentWorkspace, facts: Facts): AskedByFile {
  const { desired, base, options } = facts;
  const before = presentIn(base?.desired.workspaces).find(({ name }) => name === workspace.name);
  const files = before === undefined ? [workspace] : [workspace, before];
  const watch = watchOf(workspace, facts);
  const { everybody, people, attributes, roles } = watch;
  const everyOwnValue = options.purpose === "drift" && arrivesBySignIn(workspace);
  const isWatched = roles || everybody || everyOwnValue || people.size > 0 || attributes.size > 0;
  return {
    files,
    watch,
    everyOwnValue,
    roster: isWatched || files.some(namesPeople) || desired.checks !== undefined,
  };
}

/** Returns true if a workspace of the file lists members, or somebody in a group. */
export function namesPeople(workspace: PresentWorkspace): boolean {
  return contentsOf(workspace).gives("invite") || groupsListing(workspace, "group_membership").length > 0;
}

/** The groups and attributes that the file deletes, or the base would; nothing else has to be compared to know. */
function deletedIn(
  desired: PresentWorkspace,
  rule: DeletionRule,
  match: GroupMatch,
  live: LiveWorkspace,
  base: BaseFacts | undefined,
): { readonly groups: ReadonlySet<string>; readonly attribute: boolean } {
  const then = baseOf(base?.desired, desired);
  const rules = [
    { at: contentsOf(desired).at, ...rule },
    // What the base would have deleted is taken over by an edit that keeps it.
    ...(then === undefined ? [] : [{ at: contentsOf(then).at, ...deletionRule(then, new Map()) }]),
  ];
  const isDeleted = (kind: "group" | "attribute", name: string): boolean => {
    const address = resourceAddress(kind, desired.name, name);
    return rules.some(({ at, groundToDelete }) => {
      const isKept = ![undefined, "absent"].includes(at(address)?.state);
      return !isKept && groundToDelete({ kind, address, name }) !== undefined;
    });
  };
  return {
    groups: new Set([...match.byName.keys()].filter((name) => isDeleted("group", name))),
    attribute: contentsOf(live)
      .of("attribute")
      .some(({ name }) => isDeleted("attribute", name)),
  };
}

/** The members whom the file does not list although it lists everybody, or listed at the base. */
function unlistedMembers(
  workspace: PresentWorkspace,
  members: readonly LiveMember[],
  { groundToDelete }: DeletionRule,
): readonly LiveMember[] {
  const { at } = contentsOf(workspace);
  return members.filter(({ email: name }) => {
    const address = resourceAddress("invite", workspace.name, name);
    return at(address) === undefined && groundToDelete({ kind: "invite", address, name }) !== undefined;
  });
}
