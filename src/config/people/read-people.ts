import { type Address, workspaceAddress } from "../../model/address.js";
import { byKey } from "../../util/collections.js";
import { atKey, atValue, mapEntry } from "../build/build-context.js";
import type { WorkspaceInFile } from "../build/build-workspace.js";
import { BOUNDS, type Bounds } from "../text/bounds.js";
import {
  type Data,
  type DataList,
  type DataMap,
  dataMap,
  entries,
  entry,
  isDataList,
  isDataMap,
} from "../text/data.js";
import { type FileDiagnostic, fileFinding, type Where } from "../text/file-diagnostic.js";
import type { Source, Span } from "../text/source.js";
import { withEntries } from "../text/source-map.js";
import type { Reference } from "../text/substitute.js";
import { quote } from "../text/wording.js";
import { buildPeople, type PeopleOfWorkspace } from "./build-people.js";
import { type PeopleContext, partsAt } from "./context.js";
import { expandEach, hasEach, namesEach } from "./expand-each.js";
import { createEntryBudget, ENTRIES } from "./list/entry-budget.js";
import { type ListFiles, noLists } from "./list/list-file.js";
import { type ListFacts, listFacts, spanOfPersonAt } from "./list-facts.js";
import { readMembers, readRule } from "./members.js";
import { readMemberships } from "./memberships.js";
import { warnOfMisspelt } from "./misspelt-texts.js";
import { readPeopleList } from "./people-list.js";
import { byEmail, type ListOfPeople, poolOf } from "./rows.js";
import { pickRows } from "./where.js";

/** The sources and options with which people are read. */
interface PeopleSources extends Pick<PeopleContext, "substitute" | "placeOf"> {
  readonly sources: readonly Source[];
  readonly lists?: ListFiles | undefined;
  readonly bounds?: Bounds | undefined;
}

/** Who is in the workspaces of a file. */
interface PeopleOfFile {
  /** The workspaces; none if any could not be read completely, since incomplete workspaces are not built. */
  readonly workspaces: readonly WorkspaceInFile[];
  /** True if the lists stand for more than a file may; nothing else is worth saying then. */
  readonly isTooMuch: boolean;
  /** The place of a member, of a value of theirs or of a membership, where no entry at its address has it. */
  readonly spanAt: (address: Address) => Span | undefined;
  /** The facts of the list; `spanAt` is the place of any address. */
  readonly listFacts: (spanAt: (address: Address) => Span | undefined) => ListFacts | undefined;
  /** The findings, without those on conditions that fit nobody. */
  readonly findings: readonly FileDiagnostic[];
  /** Conditions that fit nobody: an error at the same place is likely the cause. */
  readonly idle: readonly FileDiagnostic[];
}

/**
 * Reads the list of people, and who is in the workspaces and their groups: rows of the list, by the rules that pick them,
 * and entries of the file. `taken` counts the nodes that the workspaces took from templates.
 */
export function readPeople(
  root: DataMap,
  workspaces: readonly (readonly [string, DataMap])[],
  taken: number,
  { sources, lists = noLists, bounds = BOUNDS, ...rest }: PeopleSources,
): PeopleOfFile {
  const reported: FileDiagnostic[] = [];
  const report = (finding: FileDiagnostic) => reported.push(finding);
  const nodes = taken + sources.reduce((sum, { text }) => sum + text.length / 4, 0);
  const budget = createEntryBudget(report, bounds.entries, nodes);
  const context: PeopleContext = { ...rest, report, budget, named: new Map() };
  reportMisplaced(context, root, sources);
  const list = readPeopleList(context, root, lists);
  const people = workspaces.map((workspace) => peopleInWorkspace(context, root, workspace, list));
  if (list !== undefined) warnOfMisspelt(context, list.pool);
  const isIdle = ({ code }: FileDiagnostic) => code === "fits-nobody";
  const byName = byKey(people, "name");
  return {
    workspaces: budget.isSpent()
      ? []
      : people.map((workspace) => ({
          ...workspace,
          buildPeople: (context) => buildPeople(context, workspace),
        })),
    isTooMuch: budget.isSpent(),
    spanAt: (address) => spanOfPersonAt(byName, address),
    listFacts: (spanAt) => list && listFacts(context, list, byName, spanAt),
    findings: reported.filter((finding) => !isIdle(finding)),
    idle: reported.filter(isIdle),
  };
}

/** Reads who is in a workspace. `list` is missing where the file names none, or one that cannot be used, which was reported. */
function peopleInWorkspace(
  outer: PeopleContext,
  root: DataMap,
  [name, data]: readonly [string, DataMap],
  list: ListOfPeople | undefined,
): PeopleOfWorkspace {
  if (data.state === "absent") return { name, data, isPicked: false, rule: {}, groups: new Map() };
  checkList(outer, root, name, data);
  const people = mapEntry(data, "people");
  const all = people && list?.pool;
  const rows = all && pickRows(outer, all, mapEntry(people, "where"));
  const pool = rows === all?.rows ? all : rows && poolOf(rows, all.columns, all);
  const context = { ...outer, workspace: name, pool };
  const written = mapEntry(data, "groups");
  const expanded = written && expandEach(context, written);
  // Without groups as well: somebody may be put into one that the file does not have.
  const groups = readMemberships(context, data, expanded ?? dataMap([]));
  const cost = ENTRIES.member + ENTRIES.value * entries(entry(people, "values")).length;
  const place = () => atKey(data, "people");
  const fits = pool === undefined || context.budget.spend(pool.rows.length * cost, place);
  const members = fits ? readMembers(context, data) : undefined;
  return {
    name,
    data: expanded === written ? data : withEntries(data, [["groups", expanded ?? null]]),
    isPicked: pool !== undefined,
    members: members && byEmail(members),
    rule: pool !== undefined && fits ? readRule(context, data, pool) : {},
    groups,
  };
}

/** A workspace that takes people from a list needs one, and groups that pick need the workspace to take some. */
function checkList(context: PeopleContext, root: DataMap, name: string, data: DataMap): void {
  const address = workspaceAddress(name);
  if (data.people !== undefined && root.people === undefined) {
    const detail = "`people: {file: people.csv}` at the top of the file names the list.";
    const where = atKey(data, "people", address);
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
    const where = atKey(members, "where", address);
    context.report(
      fileFinding("missing-key", `${quote(name)} has no \`people\` to pick from`, detail, where),
    );
  }
}

/** The references that a part of the file may hold. */
type Scope = "person" | "each" | "neither";

/**
 * Reports `${person.…}` and `${each.…}` where there is no row and no combination, before templates are resolved: what
 * a template holds is wrong there, however many workspaces take it. Most files hold none, and need no search.
 */
function reportMisplaced(context: PeopleContext, root: DataMap, sources: readonly Source[]): void {
  if (!sources.some(({ text }) => /\$\{\s*(?:person|each)\./.test(text))) return;
  const visit = (container: DataMap | DataList, path: readonly string[], outer: Scope): void => {
    for (const [key, data] of Object.entries<Data>(container)) {
      const below = [...path, key];
      const scope = scopeAt(below, data) ?? outer;
      if (isDataMap(data) || isDataList(data)) visit(data, below, scope);
      if (typeof data !== "string") continue;
      for (const part of partsAt(context, container, key, data))
        if (typeof part === "object" && part.scope !== scope)
          reportIn(context, part, atValue(container, key));
    }
  };
  visit(root, [], "neither");
}

/** The references that may stand from a path on; `undefined` where they are those of the level above. */
function scopeAt(path: readonly string[], data: Data): Scope | undefined {
  const [top, , collection, name = "", key] = path;
  if (top !== "workspaces" && top !== "templates") return undefined;
  if (collection === "people" && path.length === 4)
    return name === "role" || name === "values" ? "person" : undefined;
  if (collection !== "groups") return undefined;
  if (path.length === 4) return hasEach(data) || namesEach(name) ? "each" : undefined;
  return path.length === 5 && key === "each" ? "neither" : undefined;
}

function reportIn(
  context: PeopleContext,
  { scope, name }: Pick<Reference, "scope" | "name">,
  where: Where,
): void {
  const detail =
    scope === "person"
      ? "A column of the list can be named in `role` and `values` of a workspace's `people`. For a literal `${` write `$${`."
      : "A text of `each` can be named in the group that has `each`. For a literal `${` write `$${`.";
  const summary = `${quote(`\${${scope}.${name}}`)} cannot be used here`;
  context.report(fileFinding("invalid-value", summary, detail, where));
}
