import type { Reading } from "../../access/difference.js";
import { isOpenRow } from "../../access/values/effective-value.js";
import { limitedBy, UNLIMITED_ROLES } from "../../access/values/roles.js";
import { peopleOf, rowsOf as valuesOf } from "../../access/view.js";
import { dataJudge, dataReaderOf, seenBy } from "../../data-model/answer/people-data.js";
import type { RowCondition } from "../../data-model/answer/person-data.js";
import type { PersonView } from "../../data-model/answer/person-view.js";
import type { ModelDescription } from "../../data-model/model-description.js";
import type { Diagnostic } from "../../model/diagnostic.js";
import type { AccessRow } from "../../model/plan/explanation.js";
import type { Moments, Person, View } from "../../model/plan/view.js";
import type { DesiredWorkspace, PresentWorkspace } from "../../model/state/desired-state.js";
import {
  dataTypesIn,
  type LiveState,
  type LiveWorkspace,
  membersOf,
  pendingInvitesOf,
} from "../../model/state/live-state.js";
import type { LiveMember } from "../../model/state/resource.js";
import { byKey, groupBy, oncePer, setOf, sortedBy } from "../../util/collections.js";
import { defined } from "../../util/record.js";
import { isSame } from "../input/inputs.js";
import { leftOverInvites, overriddenValues } from "../people/by-sign-in.js";
import { unlimitedRolesAt } from "../people/known-roles.js";
import { momentsNow } from "../people/moments.js";
import { listedIn } from "../people/not-listed.js";
import { readingAt } from "../people/readings.js";

/** One person and what they have and see, as somebody who reviews access has to know them. */
interface MemberRow {
  /** Canonical e-mail address. */
  readonly member: string;
  readonly role: string;
  /** The names of the groups, sorted, without the built-in one. */
  readonly groups: readonly string[];
  /** Effective values, by attribute. */
  readonly values: readonly AccessRow[];
  /** Attributes for which nothing holds them back. */
  readonly open: readonly string[];
  /** The objects of the data model that they do not reach, and the limits of rows; absent without a data model. */
  readonly data?: {
    readonly reached: number;
    /** The objects for which it is unclear whether the person reaches them. */
    readonly unclear: readonly string[];
    readonly hidden: readonly string[];
    /** Hidden fields that they reach by the columns of others; absent where there are none. */
    readonly by_column?: readonly string[];
    readonly rows: readonly Pick<RowCondition, "place" | "field" | "value">[];
  };
  /** The same in the terms of a view, to compare two moments. */
  readonly person: Person;
  /** The moment of the invite, if they are invited and have not accepted it: they see nothing yet. */
  readonly invited?: string;
}

/** One person in one workspace. */
export interface ReviewRow extends MemberRow {
  /** The name, with the id where two workspaces have it. */
  readonly workspace: string;
  readonly workspaceId: string;
  /** True if the file names them; absent where it does not list everybody of the workspace. */
  readonly listed?: boolean;
  /** Their first and last name, where the service knows one. */
  readonly name?: string;
  /** What somebody who is invited will have once they have accepted and the file is applied. */
  readonly arriving?: MemberRow;
}

/** The inputs of a review other than the live state. */
interface ReviewSources {
  readonly model?: ModelDescription | undefined;
  /** The workspaces of the file: they say whom it lists. */
  readonly desired?: readonly DesiredWorkspace[] | undefined;
  /** The roles that values do not limit, in workspaces that the file does not list. */
  readonly unlimitedRoles?: readonly string[] | undefined;
  /** The moments around the changes that the file makes, worked out where somebody has yet to arrive. */
  readonly planned: (live: LiveState) => readonly Moments[];
}

/** One workspace of a review: everybody in it, and the rules by which what has changed since is judged. */
export interface ReviewedWorkspace {
  readonly rows: readonly ReviewRow[];
  readonly judge: Reading;
  /** The findings about a workspace in which people arrive by single sign-on. */
  readonly findings: readonly Diagnostic[];
}

/** The people in these completely read workspaces, by workspace and address. */
export function reviewedWorkspaces(
  live: LiveState,
  { model, desired = [], unlimitedRoles, planned }: ReviewSources,
): readonly ReviewedWorkspace[] {
  const nameOf = distinctNames(live);
  const data = model && dataJudge(model);
  let known: readonly Moments[] | undefined;
  /** What somebody who arrives will have, as the plan says it. */
  const plannedIn = ({ workspace, live: now, planned: usual }: Moments): View => {
    if (usual.members.length === now.members.length) return usual;
    known ??= planned(live);
    return known.find((one) => one.workspace === workspace)?.planned ?? usual;
  };
  return sortedBy(live.workspaces, ({ name, id }) => `${name}\n${id}`).flatMap((liveWorkspace) => {
    const alone = asItIs(liveWorkspace, unlimitedRoles);
    const workspace = desired.find((one) => isSame(one, liveWorkspace)) ?? alone;
    const [now] = momentsNow([workspace.state === "present" ? workspace : alone], live);
    if (now === undefined) return [];
    const isListed = listedIn(workspace);
    const later = plannedIn(now);
    const awaited = rowsOf(later, model, "sign_in");
    const isAwaited = setOf(awaited, "member");
    const unlimited = unlimitedRolesAt(workspace);
    const invited = invitedTo(liveWorkspace, unlimited).filter(({ member }) => !isAwaited.has(member));
    const people = [...rowsOf(now.live, model, "member"), ...invited, ...awaited];
    const arriving = byKey(rowsOf(later, undefined, "pending"), "member");
    const names = new Map(membersOf(liveWorkspace).map((member) => [member.email, fullName(member)]));
    const rows = sortedBy(people, ({ member }) => member).map((row) => ({
      workspace: nameOf(liveWorkspace),
      workspaceId: liveWorkspace.id,
      ...row,
      ...defined({
        name: names.get(row.member),
        arriving: row.invited === undefined ? undefined : arriving.get(row.member),
      }),
      ...(isListed === undefined ? {} : { listed: isListed(row.member) }),
    }));
    const types = dataTypesIn(liveWorkspace);
    const findings =
      workspace.state === "absent"
        ? []
        : [...leftOverInvites(workspace, liveWorkspace), ...overriddenValues(workspace, now.live, types)];
    return [{ rows, judge: readingAt(workspace, now.live, data), findings }];
  });
}

const fullName = ({ first_name, last_name }: LiveMember): string | undefined =>
  [first_name, last_name].filter((name) => name?.trim()).join(" ") || undefined;

/** A workspace that no file names. */
const asItIs = (
  { id, name }: LiveWorkspace,
  unlimited_roles: readonly string[] = UNLIMITED_ROLES,
): PresentWorkspace => ({
  name,
  unlimited_roles,
  id,
  state: "present",
  resources: [],
  lists: [],
  exact: { attributes: false, groups: false, members: false },
});

/** The unambiguous names of workspaces: with the id if several share a name. */
function distinctNames(live: LiveState): (workspace: LiveWorkspace) => string {
  const all = [...live.workspaces, ...live.unmanaged_workspaces];
  const sharing = groupBy(all, ({ name }) => name);
  return ({ id, name }) => ((sharing.get(name)?.length ?? 0) > 1 ? `${name} (${id})` : name);
}

/** The rows of the people of a view who are members, or who are awaited. */
function rowsOf(
  view: View,
  model: ModelDescription | undefined,
  presence: Person["presence"],
): readonly MemberRow[] {
  const reader = model && dataReaderOf(model);
  const attributes = [...view.attributes].sort();
  const people = [...peopleOf(view)].filter((person) => person.presence === presence);
  return people.map((person) => {
    const { workspace, member, role, groups } = person;
    const values = valuesOf(person, attributes).map((row): AccessRow => ({ workspace, member, ...row }));
    return {
      member,
      role: role ?? "",
      groups,
      values,
      open: values.filter(isOpenRow).map(({ attribute }) => attribute),
      ...(reader && { data: dataOf(seenBy(reader, person)) }),
      person,
    };
  });
}

/** What somebody reaches: one object for all who see the same. */
const dataOf = oncePer((view: PersonView): NonNullable<MemberRow["data"]> => {
  const { reached, unclear, hidden, rows: limits } = view;
  const byColumn = hidden.filter(({ through }) => through !== undefined);
  const rows = sortedBy(limits, ({ place, field, value }) => `${place} ${field}: ${value}`);
  return {
    reached: reached.length,
    unclear: unclear.map(({ object }) => object).sort(),
    hidden: hidden.flatMap(({ object, through }) => (through === undefined ? [object] : [])).sort(),
    ...(byColumn.length > 0 && { by_column: byColumn.map(({ object }) => object).sort() }),
    rows,
  };
});

const invitedTo = (live: LiveWorkspace, unlimited: readonly string[]): readonly MemberRow[] =>
  pendingInvitesOf(live).map(({ email, role, created_date }) => ({
    member: email,
    role,
    groups: [],
    values: [],
    open: [],
    invited: created_date,
    person: {
      workspace: live.name,
      member: email,
      role,
      limitedBy: limitedBy(role, unlimited),
      presence: "pending",
      groups: [],
      values: {},
    },
  }));
