import { ALL_USERS, groupAddress, memberAddress, membershipAddress } from "../../model/address.js";
import { canonicalEmail, emailAdvice, isEmail } from "../../model/email.js";
import { atKey, atValue, mapEntry } from "../build/build-context.js";
import { type Data, type DataList, type DataMap, entries, entry, isDataMap, items } from "../text/data.js";
import { fileFinding, type Where } from "../text/file-diagnostic.js";
import type { Span } from "../text/source.js";
import { made, onePlace, withEntries } from "../text/source-map.js";
import { quote } from "../text/wording.js";
import type { PeopleContext, WorkspacePeople } from "./context.js";
import { ENTRIES } from "./list/entry-budget.js";
import { cellSpan, type PersonRow, type Picking } from "./rows.js";
import { isAsWritten, pickRows } from "./where.js";

/** A person whom the file puts into a group, with the place in the file. */
interface GroupMember {
  readonly email: string;
  readonly display: string;
  readonly span: () => Span | undefined;
}

/** The groups of a workspace with the members that result from `where`, `add`, `except` and `groups` at a person. */
export function expandGroupMembers(context: WorkspacePeople, data: DataMap, groups: DataMap): DataMap {
  const byGroup = membersAtPeople(context, data, groups);
  const expanded = entries(groups).map(([name, group]): [string, Data] => {
    const atPeople = byGroup.get(name);
    if (!isDataMap(group) || (atPeople === undefined && !isDataMap(group.members))) return [name, group];
    const list = membersOf(context, name, group, atPeople ?? []);
    return [name, withEntries(context.sourceMap, group, [["members", list]])];
  });
  return withEntries(context.sourceMap, groups, expanded);
}

function membersOf(
  context: WorkspacePeople,
  name: string,
  data: DataMap,
  atPeople: readonly GroupMember[],
): DataList {
  const members = entry(data, "members");
  const add = added(context, isDataMap(members) ? members.add : members);
  const except = excepted(context, name, entry(members, "except"), [...add, ...atPeople]);
  const fitting = rowsOf(context, name, members);
  warnOfIdle(context, members, fitting);
  const picked = fitting.filter(({ email }) => !except.has(email));
  const listed = without(add, picked);
  const others = without(without(atPeople, picked), listed);
  const all: readonly (PersonRow | GroupMember)[] = [...picked, ...listed, ...others];
  return made(
    context.sourceMap,
    all.map(({ display }) => display),
    (index) => {
      const one = all[Number(index)];
      if (one === undefined || "span" in one) return onePlace(one?.span());
      return context.picking && onePlace(cellSpan(context.picking.list, one));
    },
  );
}

/** The people of a list who are not among others. */
function without(
  people: readonly GroupMember[],
  others: readonly { readonly email: string }[],
): readonly GroupMember[] {
  if (people.length === 0) return people;
  const known = new Set(others.map(({ email }) => email));
  return people.filter(({ email }) => !known.has(email));
}

/** The people whom `add` lists. */
function added(context: PeopleContext, add: Data | undefined): readonly GroupMember[] {
  return items(add).flatMap((display, i) => {
    if (typeof display !== "string") return [];
    const { span } = atValue(context, add, i);
    if (!isEmail(display)) {
      const detail = emailAdvice(display) || "An address looks like ada@northwind.example.";
      context.report(
        fileFinding("invalid-value", `${quote(display)} is not an e-mail address`, detail, { span }),
      );
    }
    return [{ email: canonicalEmail(display), display, span: () => span }];
  });
}

/** The rows that `where` takes: nobody without it. */
function rowsOf(context: WorkspacePeople, name: string, members: Data | undefined): readonly PersonRow[] {
  const where = mapEntry(members, "where");
  const { workspace, picking } = context;
  if (where === undefined || picking === undefined) return [];
  context.picks.add(groupAddress(workspace, name));
  if (context.budget.isSpent()) return [];
  const picked = pickRows(context, picking, where);
  const place = () => atKey(context, members, "where");
  return context.budget.spend(picked.length * ENTRIES.membership, place) ? picked : [];
}

/** The people whom `except` lists. A person who is also added is an error: the file contradicts itself. */
function excepted(
  context: WorkspacePeople,
  name: string,
  except: Data | undefined,
  besides: readonly GroupMember[],
): ReadonlySet<string> {
  const addedToo = new Set(besides.map(({ email }) => email));
  const leftOut = new Set<string>();
  for (const [i, display] of items(except).entries()) {
    if (typeof display !== "string") continue;
    const email = canonicalEmail(display);
    const where = (): Where => atValue(context, except, i, membershipAddress(context.workspace, name, email));
    if (leftOut.has(email)) {
      const summary = `${quote(display)} is listed twice`;
      context.report(fileFinding("duplicate-email", summary, "Keep one of them.", where()));
    } else if (addedToo.has(email)) {
      const detail =
        "The file adds this person to the group as well. Nobody can tell which of the two is meant: keep one.";
      context.report(
        fileFinding("invalid-value", `${quote(display)} is added and excepted`, detail, where()),
      );
    }
    leftOut.add(email);
  }
  return leftOut;
}

/** Warns of exceptions that leave nobody out, in this workspace and in any other: slips, or people who have left. */
function warnOfIdle(
  context: WorkspacePeople,
  members: Data | undefined,
  fitting: readonly PersonRow[],
): void {
  const { picking } = context;
  const [except, where] = [entry(members, "except"), mapEntry(members, "where")];
  if (picking === undefined || except === undefined || context.budget.isSpent()) return;
  const emails = new Set(fitting.map(({ email }) => email));
  const idle = items(except).flatMap((display, i) =>
    typeof display !== "string" || emails.has(canonicalEmail(display)) ? [] : [{ display, i }],
  );
  if (idle.length === 0) return;
  const fitElsewhere = where === undefined ? new Set() : fittingIn(context, picking, where);
  for (const { display, i } of idle) {
    if (fitElsewhere.has(canonicalEmail(display))) continue;
    const summary = `${quote(display)} is excepted, and \`where\` picks nobody of this address`;
    const detail = "So the exception leaves nobody out. Correct the address, or take it out.";
    context.report(fileFinding("fits-nobody", summary, detail, atValue(context, except, i)));
  }
}

/**
 * The people of the whole list who fit; everybody for a `where` with texts of `each`, since another group may
 * have them.
 */
function fittingIn(context: WorkspacePeople, { list, whole }: Picking, where: DataMap): ReadonlySet<string> {
  const silent = { ...context, report: () => {} };
  const everywhere = { list, pool: whole, whole };
  const rows = isAsWritten(context, where) ? pickRows(silent, everywhere, where) : whole.rows;
  return new Set(rows.map(({ email }) => email));
}

/** Memberships that are written at a person, by group. The file must manage the group's members, or it would remove others. */
function membersAtPeople(
  context: WorkspacePeople,
  data: DataMap,
  groups: DataMap,
): ReadonlyMap<string, readonly GroupMember[]> {
  const byGroup = new Map<string, GroupMember[]>();
  for (const [display, person] of entries(entry(data, "members"))) {
    const names = entry(person, "groups");
    for (const [i, name] of items(names).entries()) {
      if (typeof name !== "string") continue;
      const email = canonicalEmail(display);
      const where = () => atValue(context, names, i, memberAddress(context.workspace, email));
      if (!mayJoin(context, name, groups, where)) continue;
      const people = byGroup.get(name) ?? [];
      byGroup.set(name, people);
      people.push({ email, display, span: () => where().span });
    }
  }
  return byGroup;
}

function mayJoin(
  { report, workspace }: WorkspacePeople,
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
