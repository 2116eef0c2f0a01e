import { formatAddress } from "../../model/address.js";
import { type Contents, contentsOf } from "../../model/state/contents.js";
import { type DesiredState, type PresentWorkspace, presentIn } from "../../model/state/desired-state.js";
import type { DesiredResource, Fields } from "../../model/state/resource.js";
import { sortedBy } from "../../util/collections.js";
import { quoteCsv } from "../../util/escape.js";
import { controlOffset } from "../text/escaped-text.js";

/** The columns of a list from which a workspace takes its people. */
export interface ListedWorkspace {
  /** The column of the members; absent if everybody in the list is one. */
  readonly members?: string;
  readonly role?: string;
  /** The column of each attribute; absent if nobody has own values. */
  readonly values?: readonly (readonly [attribute: string, column: string])[];
  /** By group: the column of its members, and the people whom the list cannot name. */
  readonly groups: ReadonlyMap<string, { readonly column: string; readonly add: readonly string[] }>;
  /** The people and values that a list cannot hold. */
  readonly rest: readonly MemberInFile[];
}

/** A member of a workspace as the file writes one; `values` where the file gives them. */
export interface MemberInFile {
  readonly email: string;
  readonly display_email: string;
  readonly fields: Fields;
  readonly values?: readonly DesiredResource[];
}

/** The members of a workspace of the file. */
export function membersIn({ of, gives, heldBy }: Contents): readonly MemberInFile[] {
  return of("invite").map(({ name: email, person, managed: fields }) => ({
    email,
    display_email: person?.display_email ?? email,
    fields,
    ...(gives("member_value", email) && { values: heldBy("member_value", email) }),
  }));
}

/** The people of a desired state as a csv, and how each workspace reads it. */
export interface ListedPeople {
  readonly csv: string;
  readonly rows: number;
  readonly workspaces: ReadonlyMap<string, ListedWorkspace>;
}

/** The text of a cell that only says yes. */
export const YES = "yes";

/** The column of addresses. */
const EMAIL = "email";

/**
 * Takes the people out of a desired state: members with role, groups and own values as columns. Cells are quoted and
 * otherwise unchanged, so that reading the list gives the same state; what no cell can hold (no text at all, control
 * characters) stays in the file.
 */
export function listPeople(desired: DesiredState): ListedPeople {
  const workspaces = presentIn(desired.workspaces);
  const table = createTable();
  const listed = new Map<string, ListedWorkspace>();
  for (const workspace of workspaces) {
    const one = listWorkspace(table, workspace, workspaces.length === 1 ? [] : [workspace.name]);
    if (one !== undefined) listed.set(workspace.name, one);
  }
  return { csv: table.csv(), rows: table.size(), workspaces: listed };
}

/** A list of people that grows by columns and cells. */
interface PeopleTable {
  /** Writes a cell of a person, unless one stands there. */
  set(person: { readonly email: string; readonly display_email: string }, column: string, cell: string): void;
  size(): number;
  /** A column's name: nothing in it that a reference or a header cannot hold, and no other column's. */
  column(segments: readonly string[]): string;
  csv(): string;
}

function createTable(): PeopleTable {
  const columns = [EMAIL];
  const rows = new Map<string, Map<string, string>>();
  return {
    set(person, column, cell) {
      const row = rows.get(person.email) ?? new Map([[EMAIL, person.display_email]]);
      rows.set(person.email, row.set(column, row.get(column) ?? cell));
    },
    size: () => rows.size,
    column(segments) {
      const preferred = Array.from(formatAddress(segments), (c) =>
        /[{}]/.test(c) || !isPlain(c) ? "_" : c,
      ).join("");
      let name = preferred.trim() || "_";
      for (let n = 2; columns.includes(name); n += 1) name = `${preferred.trim()} ${n}`;
      columns.push(name);
      return name;
    },
    csv() {
      const lines = sortedBy(rows, ([email]) => email).map(([, row]) =>
        columns.map((name) => row.get(name) ?? ""),
      );
      return [columns, ...lines].map((cells) => `${cells.map(quoted).join(",")}\n`).join("");
    },
  };
}

function listWorkspace(
  table: PeopleTable,
  workspace: PresentWorkspace,
  prefix: readonly string[],
): ListedWorkspace | undefined {
  const { of, heldBy } = contentsOf(workspace);
  const members = membersIn(contentsOf(workspace));
  const people = members.filter(({ display_email }) => isPlain(display_email));
  if (people.length === 0) return undefined;
  const isAmong = new Set(people.map(({ email }) => email));
  const memberColumn = prefix.length === 0 ? undefined : table.column([...prefix, "member"]);
  const role = people.some(({ fields }) => fields.role !== undefined)
    ? table.column([...prefix, "role"])
    : undefined;
  const attributes = new Set(people.flatMap(({ values = [] }) => values.map(({ name }) => name)));
  const values = [...attributes]
    .sort()
    .map((name) => [name, table.column([...prefix, "values", name])] as const);
  const columnOf = new Map(values);
  for (const person of people) {
    table.set(person, memberColumn ?? EMAIL, YES);
    if (role !== undefined && person.fields.role !== undefined)
      table.set(person, role, String(person.fields.role));
    for (const value of person.values ?? [])
      if (isPlain(textOf(value))) table.set(person, columnOf.get(value.name) ?? EMAIL, textOf(value));
  }
  const picks = of("group").flatMap((group) => {
    const inGroup = heldBy("group_membership", group.name).flatMap(({ person }) => person ?? []);
    const here = inGroup.filter(({ email }) => isAmong.has(email));
    if (here.length === 0) return [];
    const column = table.column([...prefix, "groups", group.name]);
    for (const person of here) table.set(person, column, YES);
    const add = inGroup.filter(({ email }) => !isAmong.has(email)).map((p) => p.display_email);
    return [[group.name, { column, add }] as const];
  });
  return {
    ...(memberColumn !== undefined && { members: memberColumn }),
    ...(role !== undefined && { role }),
    ...(values.length > 0 && { values }),
    groups: new Map(picks),
    rest: members.flatMap((person) => (isAmong.has(person.email) ? oddValuesOf(person) : [person])),
  };
}

/** A person with the own values that no cell can hold. */
function oddValuesOf({ email, display_email, values = [] }: MemberInFile): readonly MemberInFile[] {
  const odd = values.filter((value) => !isPlain(textOf(value)));
  return odd.length === 0 ? [] : [{ email, display_email, fields: {}, values: odd }];
}

const textOf = ({ managed }: DesiredResource): string => String(managed.value);

/** Returns true if a cell can hold a text: an empty one says nothing, and a list has no control characters. */
function isPlain(text: string): boolean {
  return text !== "" && controlOffset(text) < 0 && Buffer.from(text).toString() === text;
}

const quoted = (cell: string): string => (cell === "" ? "" : quoteCsv(cell));
