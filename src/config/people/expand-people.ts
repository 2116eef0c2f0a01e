import { workspaceAddress } from "../../model/address.js";
import { atKey, mapEntry } from "../build/build-context.js";
import { type Data, type DataMap, dataMap, entries, entry, isDataMap } from "../text/data.js";
import { fileFinding } from "../text/file-diagnostic.js";
import { layered, made } from "../text/source-map.js";
import { quote } from "../text/wording.js";
import type { PeopleContext, WorkspacePeople } from "./context.js";
import { expandEach, needsExpanding } from "./expand-each.js";
import { expandMembers } from "./expand-members.js";
import { expandGroupMembers } from "./group-members.js";
import { type ListOfPeople, type Picking, poolOf } from "./rows.js";
import { pickRows } from "./where.js";

/**
 * Writes out how a workspace takes people from a list: its members, the groups that `each` stands for and their members,
 * as if they were in the file. Every entry knows where it comes from. `list` is missing where the file names none, or one
 * that cannot be used, which was reported.
 */
export function expandPeople(
  context: PeopleContext,
  root: DataMap,
  [name, data]: readonly [string, DataMap],
  list: ListOfPeople | undefined,
): readonly [string, DataMap] {
  if (data.state === "absent" || !isShort(data)) return [name, data];
  const { sourceMap } = context;
  checkList(context, root, name, data);
  const own: WorkspacePeople = {
    ...context,
    workspace: name,
    picking: list && pickingIn(context, data, list),
  };
  const groups = mapEntry(data, "groups");
  const written: [string, Data][] = [];
  // Without groups as well: somebody may be put into one that the file does not have.
  const expandedGroups = expandGroupMembers(own, data, groups ? expandEach(own, groups) : dataMap([]));
  if (groups) written.push(["groups", expandedGroups]);
  if (own.picking) {
    context.picks.add(workspaceAddress(name));
    written.push(["members", expandMembers(own, data, own.picking)]);
  }
  const expanded = made(sourceMap, dataMap(written), (key = "") => ({
    in: data,
    key: data[key] === undefined ? "people" : key,
  }));
  return [name, layered(sourceMap, [data, expanded])];
}

/** Returns true if a workspace describes people in a short form, which has to be written out. */
function isShort(data: DataMap): boolean {
  const groups = entry(data, "groups");
  return (
    data.people !== undefined ||
    needsExpanding(groups) ||
    entries(groups).some(([, group]) => isDataMap(entry(group, "members"))) ||
    entries(entry(data, "members")).some(([, person]) => entry(person, "groups") !== undefined)
  );
}

/** The rows that belong to the workspace: those from which its groups pick. */
function pickingIn(context: PeopleContext, data: DataMap, list: ListOfPeople): Picking | undefined {
  const people = mapEntry(data, "people");
  if (people === undefined) return undefined;
  const whole = list.pool;
  const rows = pickRows(context, { list, pool: whole, whole }, mapEntry(people, "where"));
  return { list, pool: poolOf(rows), whole };
}

/** A workspace that takes people from a list needs one, and groups that pick need the workspace to take some. */
function checkList(context: PeopleContext, root: DataMap, name: string, data: DataMap): void {
  const address = workspaceAddress(name);
  if (data.people !== undefined && root.people === undefined) {
    const detail = "`people: {file: people.csv}` at the top of the file names the list.";
    const where = atKey(context, data, "people", address);
    context.report(
      fileFinding("missing-key", `${quote(name)} takes people from a list, and none is named`, detail, where),
    );
  }
  if (data.people !== undefined) return;
  for (const [, group] of entries(entry(data, "groups"))) {
    const members = entry(group, "members");
    if (entry(members, "where") === undefined) continue;
    const detail =
      "A group picks among the people whom the workspace takes from the list. Write `people: {}` in the workspace to take everybody, or `people: {where: …}`.";
    const where = atKey(context, members, "where", address);
    context.report(
      fileFinding("missing-key", `${quote(name)} has no \`people\` to pick from`, detail, where),
    );
  }
}
