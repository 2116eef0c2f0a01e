import {
  type Address,
  ALL_USERS,
  groupAddress,
  memberAddress,
  membershipAddress,
} from "../../model/address.js";
import { canonicalEmail, isEmail } from "../../model/state/email.js";
import { at, mapEntry, textsEntry } from "../build/build-context.js";
import {
  type Data,
  type DataList,
  type DataMap,
  dataMap,
  entries,
  entry,
  isDataList,
  isDataMap,
  items,
} from "../parse/data.js";
import type { Span } from "../parse/source.js";
import { made, spanOf, withEntries } from "../substitute/source-map.js";
import { error, type Where } from "../validate/file-diagnostic.js";
import { quote } from "../validate/wording.js";
import type { PeopleContext } from "./context.js";
import { cellSpan, type PeopleList, type Row } from "./rows.js";
import { type Pool, pickRows } from "./where.js";

/** Somebody who is in a group, and where it says so. */
interface Picked {
  readonly display: string;
  readonly span: () => Span | undefined;
}

/** The people of a workspace that groups pick from. */
export interface Picking {
  readonly list: PeopleList;
  readonly pool: Pool;
}

/** The groups of a workspace with the members that `where`, `add`, `except` and `groups` at a person amount to. */
export function expandGroupMembers(
  context: PeopleContext,
  workspace: string,
  data: DataMap,
  groups: DataMap,
  picking: Picking | undefined,
): DataMap {
  const said = saidAtPeople(context, workspace, data, groups);
  const expanded = entries(groups).map(([name, group]): [string, Data] => {
    const atPeople = said.get(name);
    if (!isDataMap(group) || (atPeople === undefined && !isDataMap(group.members))) return [name, group];
    const list = membersOf(context, { workspace, name }, group, picking, atPeople ?? []);
    return [name, withEntries(context.sourceMap, group, [["members", list]])];
  });
  return withEntries(context.sourceMap, groups, expanded);
}

function membersOf(
  context: PeopleContext,
  group: { readonly workspace: string; readonly name: string },
  data: DataMap,
  picking: Picking | undefined,
  atPeople: readonly Picked[],
): DataList {
  const members = entry(data, "members");
  const lists = isDataMap(members) ? members : dataMap([["add", members ?? []]]);
  const add = entry(lists, "add");
  const except = reasonsToLeaveOut(context, group, lists, atPeople);
  const all: (Row | Picked)[] = [];
  for (const row of rowsOf(context, groupAddress(group.workspace, group.name), members, picking))
    if (!except.has(row.email)) all.push(row);
  const besides = [...added(context, add), ...atPeople];
  if (besides.length > 0) {
    const listed = new Set(all.flatMap((one) => ("email" in one ? [one.email] : [])));
    const saidAbove = new Set(textsEntry(lists, "add")?.map(canonicalEmail));
    for (const [i, one] of besides.entries()) {
      const email = canonicalEmail(one.display);
      const isAgain = i >= besides.length - atPeople.length && saidAbove.has(email);
      if (!listed.has(email) && !isAgain) all.push(one);
    }
  }
  return made(
    context.sourceMap,
    all.map(({ display }) => display),
    (index) => {
      const one = all[Number(index)];
      if (one === undefined || !("email" in one)) return one?.span();
      return picking && cellSpan(picking.list, one);
    },
  );
}

/** Those whom `add` lists. */
function added(context: PeopleContext, add: Data | undefined): readonly Picked[] {
  return items(add).flatMap((display, i) => {
    if (typeof display !== "string") return [];
    const span = () => (isDataList(add) ? spanOf(context.sourceMap, add, i, "value") : undefined);
    if (!isEmail(display)) reportAddress(context, display, span());
    return [{ display, span }];
  });
}

/** The rows that `where` takes: nobody without it. */
function rowsOf(
  context: PeopleContext,
  address: Address,
  members: Data | undefined,
  picking: Picking | undefined,
): readonly Row[] {
  const where = mapEntry(members, "where");
  if (where === undefined || picking === undefined) return [];
  const { list, pool } = picking;
  context.picks.add(address);
  return pickRows(context, list, pool, where);
}

/** Who is excepted. One person who is added, too, may or may not have been meant: an error. */
function reasonsToLeaveOut(
  context: PeopleContext,
  { workspace, name }: { readonly workspace: string; readonly name: string },
  lists: DataMap,
  atPeople: readonly Picked[],
): ReadonlySet<string> {
  const except = entry(lists, "except");
  const added = new Set(
    [...(textsEntry(lists, "add") ?? []), ...atPeople.map((p) => p.display)].map(canonicalEmail),
  );
  const leftOut = new Set<string>();
  for (const [i, display] of items(except).entries()) {
    if (typeof display !== "string") continue;
    const email = canonicalEmail(display);
    const where = (): Where => at(context, except, i, "value", membershipAddress(workspace, name, email));
    if (leftOut.has(email)) {
      context.report(
        error("duplicate-email", `${quote(display)} is listed twice`, "Keep one of them.", where()),
      );
    } else if (added.has(email)) {
      const detail =
        "The file adds this person to the group as well. Which of the two is meant cannot be told: keep one.";
      context.report(error("invalid-value", `${quote(display)} is added and excepted`, detail, where()));
    }
    leftOut.add(email);
  }
  return leftOut;
}

function reportAddress({ report }: PeopleContext, display: string, span: Span | undefined): void {
  const detail = "An address looks like ada@northwind.example.";
  report(error("invalid-value", `${quote(display)} is no e-mail address`, detail, { span }));
}

/** Memberships that stand at a person, by group. The group's members are this file's, or others would be taken out. */
function saidAtPeople(
  context: PeopleContext,
  workspace: string,
  data: DataMap,
  groups: DataMap,
): ReadonlyMap<string, readonly Picked[]> {
  const said = new Map<string, Picked[]>();
  for (const [display, person] of entries(entry(data, "members"))) {
    const names = entry(person, "groups");
    for (const [i, name] of items(names).entries()) {
      if (typeof name !== "string") continue;
      const address = memberAddress(workspace, canonicalEmail(display));
      const where = () => at(context, names, i, "value", address);
      if (!mayJoin(context, { workspace, name }, groups, where)) continue;
      const people = said.get(name) ?? [];
      said.set(name, people);
      people.push({ display, span: () => where().span });
    }
  }
  return said;
}

function mayJoin(
  { report }: PeopleContext,
  { workspace, name }: { readonly workspace: string; readonly name: string },
  groups: DataMap,
  where: () => Where,
): boolean {
  const group = entry(groups, name);
  if (name === ALL_USERS) {
    const detail = "Everybody is in the built-in group. Take it out.";
    report(error("all-users-limits", `"All Users" has no members of its own`, detail, where()));
  } else if (!isDataMap(group) || group.state === "absent") {
    const among = Object.keys(groups);
    const detail = "`groups` at a person names groups that the file declares in this workspace.";
    const suggestion = { text: name, among };
    report(error("unknown-group", `No group ${quote(name)} is declared`, detail, { ...where(), suggestion }));
  } else if (group.members === undefined) {
    const detail = `Its members are not managed by this file, and one person alone would take out all others. Write \`members: []\` at ${groupAddress(workspace, name)}, and whoever else is in it.`;
    report(error("missing-key", `The group ${quote(name)} has no \`members\` in this file`, detail, where()));
  } else return true;
  return false;
}
