import { ALL_USERS, groupAddress, memberAddress, membershipAddress } from "../../model/address.js";
import { emailAdvice, isEmail } from "../../model/email.js";
import { groupBy } from "../../util/collections.js";
import { atKey, atValue, mapEntry } from "../build/build-context.js";
import {
  type Data,
  type DataList,
  type DataMap,
  entries,
  entry,
  isDataList,
  isDataMap,
} from "../text/data.js";
import { fileFinding, type Where } from "../text/file-diagnostic.js";
import { quote } from "../text/wording.js";
import { type PeopleInWorkspace, personNamed, spanOfPerson } from "./context.js";
import { ENTRIES } from "./list/entry-budget.js";
import { byEmail, type PeopleByEmail, type PersonRow, type PlacedPerson, type Pool } from "./rows.js";
import { isAsWritten, pickRows } from "./where.js";

/** The members that the file gives a group. */
export interface GroupPeople extends PeopleByEmail<PlacedPerson> {
  /** True if `where` picks among the workspace's people. */
  readonly isPicked: boolean;
}

/** The members of each group whose members the file gives, by `where`, `add`, `except` and `groups` at a person. */
export function readMemberships(
  context: PeopleInWorkspace,
  data: DataMap,
  groups: DataMap,
): ReadonlyMap<string, GroupPeople> {
  const atPeople = groupBy(membershipsAtPeople(context, data, groups), ({ group }) => group);
  const given = entries(groups).flatMap(([name, group]) => {
    const members = entry(group, "members");
    const isGiven = members !== undefined && entry(group, "state") !== "absent";
    return isGiven ? [[name, peopleOf(context, name, members, atPeople.get(name) ?? [])] as const] : [];
  });
  return new Map(given);
}

function peopleOf(
  context: PeopleInWorkspace,
  name: string,
  members: Data,
  atPeople: readonly PlacedPerson[],
): GroupPeople {
  const added = isDataMap(members) ? members.add : members;
  const add = personsIn(added);
  for (const placed of add) checkEmail(context, placed);
  const except = personsIn(entry(members, "except"));
  const excepted = new Set(except.map(({ person }) => person.email));
  checkExcept(context, name, except, [...add, ...atPeople]);
  const fitting = fittingRows(context, members);
  warnOfIdle(context, mapEntry(members, "where"), except, fitting);
  const picked = fitting.filter(({ person }) => !excepted.has(person.email));
  const listed = without(add, picked);
  return {
    ...byEmail([picked, listed, without(without(atPeople, picked), listed)].flat()),
    isPicked: entry(members, "where") !== undefined && context.pool !== undefined,
  };
}

/** The people of a list who are not among others. */
function without(people: readonly PlacedPerson[], others: readonly PlacedPerson[]): readonly PlacedPerson[] {
  if (people.length === 0) return people;
  const emails = new Set(others.map(({ person }) => person.email));
  return people.filter(({ person }) => !emails.has(person.email));
}

/** The people whom a list of the file names. A template's list is one for all its workspaces, and so are its people. */
function personsIn(list: Data | undefined): readonly PlacedPerson[] {
  if (!isDataList(list)) return [];
  const before = PERSONS.get(list);
  if (before !== undefined) return before;
  const persons = list.flatMap((display, key) =>
    typeof display === "string" ? [{ person: personNamed(display), in: list, key }] : [],
  );
  PERSONS.set(list, persons);
  return persons;
}

const PERSONS = new WeakMap<DataList, readonly PlacedPerson[]>();

/** An address may be put together from texts of `each`, which the schema does not see. */
function checkEmail(context: PeopleInWorkspace, placed: PlacedPerson): void {
  const display = placed.person.display_email;
  if (isEmail(display)) return;
  const detail = emailAdvice(display) || "An address looks like ada@northwind.example.";
  const span = spanOfPerson(placed);
  context.report(
    fileFinding("invalid-value", `${quote(display)} is not an e-mail address`, detail, { span }),
  );
}

/** The rows that `where` takes: nobody without it. */
function fittingRows(context: PeopleInWorkspace, members: Data): readonly PersonRow[] {
  const where = mapEntry(members, "where");
  if (where === undefined || context.pool === undefined || context.budget.isSpent()) return [];
  const rows = pickRows(context, context.pool, where);
  const place = () => atKey(members, "where");
  return context.budget.spend(rows.length * ENTRIES.membership, place) ? rows : [];
}

/** Reports people who are excepted twice, or added as well: the file contradicts itself. */
function checkExcept(
  context: PeopleInWorkspace,
  group: string,
  except: readonly PlacedPerson[],
  besides: readonly PlacedPerson[],
): void {
  if (except.length === 0) return;
  const added = new Set(besides.map(({ person }) => person.email));
  const before = new Set<string>();
  for (const placed of except) {
    const { email, display_email: shown } = placed.person;
    const address = membershipAddress(context.workspace, group, email);
    const where = (): Where => ({ span: spanOfPerson(placed), address });
    if (before.has(email)) {
      const summary = `${quote(shown)} is listed twice`;
      context.report(fileFinding("duplicate-entry", summary, "Keep one of them.", where()));
    } else if (added.has(email)) {
      const detail =
        "The file adds this person to the group as well. Nobody can tell which of the two is meant: keep one.";
      context.report(fileFinding("invalid-value", `${quote(shown)} is added and excepted`, detail, where()));
    }
    before.add(email);
  }
}

/** Warns of exceptions that leave nobody out, in this workspace and in any other: slips, or people who have left. */
function warnOfIdle(
  context: PeopleInWorkspace,
  where: DataMap | undefined,
  except: readonly PlacedPerson[],
  fitting: readonly PersonRow[],
): void {
  const { pool } = context;
  if (pool === undefined || context.budget.isSpent()) return;
  const idle = without(except, fitting);
  if (idle.length === 0) return;
  const elsewhere = where === undefined ? [] : fittingInList(context, pool.whole(), where);
  for (const placed of without(idle, elsewhere)) {
    const summary = `${quote(placed.person.display_email)} is excepted, and \`where\` picks nobody of this address`;
    const detail = "So the exception leaves nobody out. Correct the address, or take it out.";
    context.report(fileFinding("fits-nobody", summary, detail, { span: spanOfPerson(placed) }));
  }
}

/**
 * The people of the whole list who fit; everybody for a `where` with texts of `each`, since another group may
 * have them.
 */
function fittingInList(context: PeopleInWorkspace, whole: Pool, where: DataMap): readonly PersonRow[] {
  const silent = { ...context, report: () => {} };
  return isAsWritten(where) ? pickRows(silent, whole, where) : whole.rows;
}

/** Somebody who is put into a group at their own entry. */
interface JoiningPerson extends PlacedPerson {
  readonly group: string;
}

/** Memberships that are written at a person. The file must manage the group's members, or it would remove others. */
function membershipsAtPeople(
  context: PeopleInWorkspace,
  data: DataMap,
  groups: DataMap,
): readonly JoiningPerson[] {
  return entries(entry(data, "members")).flatMap(([display, member]) => {
    const names = entry(member, "groups");
    if (!isDataList(names)) return [];
    const person = personNamed(display);
    return names.flatMap((group, key) => {
      if (typeof group !== "string") return [];
      const where = () => atValue(names, key, memberAddress(context.workspace, person.email));
      return mayJoin(context, group, groups, where) ? [{ group, person, in: names, key }] : [];
    });
  });
}

function mayJoin(
  { report, workspace }: PeopleInWorkspace,
  name: string,
  groups: DataMap,
  where: () => Where,
): boolean {
  const group = entry(groups, name);
  if (name === ALL_USERS) {
    const detail = "Everybody is in the built-in group. Take it out.";
    report(fileFinding("all-users-limits", `"All Users" has no members of its own`, detail, where()));
  } else if (!isDataMap(group) || group.state === "absent") {
    const among = Object.keys(groups);
    const detail =
      "`groups` at a person names groups whose members this file gives. Declare the group under `groups` of the workspace, with `members: []` and the other people who are in it.";
    const suggestion = { text: name, among };
    report(
      fileFinding("unknown-group", `No group ${quote(name)} is declared`, detail, { ...where(), suggestion }),
    );
  } else if (group.members === undefined) {
    const detail = `Its members are not managed by this file, and one person alone would take out all others. Write \`members: []\` at ${groupAddress(workspace, name)}, with the other people who are in it.`;
    report(
      fileFinding("missing-key", `The group ${quote(name)} has no \`members\` in this file`, detail, where()),
    );
  } else return true;
  return false;
}
