import { limitedBy } from "../../../access/values/roles.js";
import { canonicalEmail } from "../../../model/email.js";
import { type Contents, contentsOf } from "../../../model/state/contents.js";
import type { DesiredWorkspace } from "../../../model/state/desired-state.js";
import { byKey, groupBy, setOf, sortedTexts } from "../../../util/collections.js";
import type { ListFile } from "../list/list-file.js";
import type { ListColumn, ListColumns } from "./list-columns.js";

/** A column and its texts that pick rows; without one every row is picked. */
export type TextCondition = readonly [column: string, texts: readonly string[]];

/** The part of a workspace that a list explains. */
export interface ListedWorkspace {
  /** The condition of the workspace's people. */
  readonly where: TextCondition | undefined;
  /** The role that the list gives, as the file writes it, and to a person of the list. */
  readonly role: string;
  readonly roleOf: (email: string) => string | undefined;
  /** The conditions that pick exactly the members of a group, by its name. */
  readonly groups: ReadonlyMap<string, TextCondition>;
  /** Returns true if the list gives a person, by canonical address. */
  readonly has: (email: string) => boolean;
  /** Returns true if the list has a person, and the file takes only others from it. */
  readonly leavesOut: (email: string) => boolean;
}

/** The workspaces in use, by name; `undefined` for one whose people no column of the list tells. */
export type ListedWorkspaces = ReadonlyMap<string, ListedWorkspace | undefined>;

/** The role where nobody's role tells which one: values limit it. */
export const USUAL_ROLE = "explore";

interface Row {
  readonly email: string;
  readonly cellOf: (column: string) => string;
}

/**
 * The workspaces that are in use, with what a list says of each: the only one, those that have everybody of the list, and
 * those whose people one column picks exactly. People who are in none yet do not count: the list brings them. A group
 * whose members one column picks exactly gets this condition. Nobody who stays is left out.
 */
export function matchList(
  { columns: names, records }: ListFile,
  columns: ListColumns,
  workspaces: readonly DesiredWorkspace[],
  staying: readonly string[],
): ListedWorkspaces {
  const { email: address } = columns;
  if (address === undefined) return new Map();
  const rowOf = (cells: readonly string[]): Row => {
    const cellOf = (column: string) => cells[names.indexOf(column)] ?? "";
    return { email: canonicalEmail(cellOf(address.name).trim()), cellOf };
  };
  const rows = columns.rows.map(rowOf);
  const kept = new Set([...rows.map(({ email }) => email), ...staying.map(canonicalEmail)]);
  const others = new Set(records.map((cells) => rowOf(cells).email).filter((email) => !kept.has(email)));
  const everybody = setOf(
    workspaces.flatMap((one) => contentsOf(one).of("invite")),
    "name",
  );
  const present = rows.filter(({ email }) => everybody.has(email));
  const isListed = setOf(rows, "email");
  const inUse = workspaces.filter((one) => {
    const { of } = contentsOf(one);
    return of("group").length > 1 || of("invite").some(({ name }) => isListed.has(name));
  });
  const match = (workspace: DesiredWorkspace): ListedWorkspace | undefined => {
    const contents = contentsOf(workspace);
    const members = setOf(contents.of("invite"), "name");
    const known = rows.filter(({ email }) => members.has(email));
    const isWhole = workspaces.length === 1 || (known.length > 0 && known.length === present.length);
    const where = isWhole ? undefined : conditionOf(columns.telling, known, present);
    if (!isWhole && where === undefined) return undefined;
    const byEmail = byKey(where === undefined ? rows : rows.filter(isPickedBy(where)), "email");
    return {
      where,
      ...rolesIn(contents, known, byEmail, columns.role),
      groups: groupConditions(contents, columns.telling, known),
      has: (email) => byEmail.has(email),
      leavesOut: (email) => others.has(email),
    };
  };
  return new Map(inUse.map((workspace) => [workspace.name, match(workspace)]));
}

const isPickedBy =
  ([column, texts]: TextCondition) =>
  ({ cellOf }: Row): boolean =>
    texts.includes(cellOf(column));

/** The condition of fewest texts that picks some rows of many, and nobody else; none where no column tells them apart. */
function conditionOf(
  columns: readonly ListColumn[],
  some: readonly Row[],
  many: readonly Row[],
  isTelling = (texts: readonly string[]): boolean => some.length >= 2 * texts.length,
): TextCondition | undefined {
  const fitting = columns.flatMap(({ name }): TextCondition[] => {
    const texts = sortedTexts(some.map(({ cellOf }) => cellOf(name)));
    const condition: TextCondition = [name, texts];
    const isSayable = texts.length > 0 && texts.every((text) => text !== "" && text !== "*");
    const isExact = isSayable && many.filter(isPickedBy(condition)).length === some.length;
    return isExact && isTelling(texts) ? [condition] : [];
  });
  return fitting.sort(([, a], [, b]) => a.length - b.length)[0];
}

function groupConditions(
  contents: Contents,
  columns: readonly ListColumn[],
  known: readonly Row[],
): ListedWorkspace["groups"] {
  const groups = contents.of("group").flatMap(({ name }) => {
    const held = new Set(contents.heldBy("group_membership", name).map((membership) => membership.name));
    const members = known.filter(({ email }) => held.has(email));
    // A column that tells each person apart fits every group, and says nothing of it.
    const isTelling = (texts: readonly string[]) =>
      members.length >= 2 * texts.length ||
      texts.every((text) => name.toLowerCase().includes(text.toLowerCase()));
    const condition = conditionOf(columns, members, known, isTelling);
    return condition === undefined ? [] : [[name, condition] as const];
  });
  return new Map(groups);
}

/** The column of roles, where everybody has the role that it says; otherwise the role that most have of those that values limit. */
function rolesIn(
  contents: Contents,
  known: readonly Row[],
  byEmail: ReadonlyMap<string, Row>,
  column: ListColumn | undefined,
): Pick<ListedWorkspace, "role" | "roleOf"> {
  const roles = new Map(contents.of("invite").map(({ name, managed }) => [name, String(managed.role)]));
  const isSaid = ({ email, cellOf }: Row) => roles.get(email) === cellOf(column?.name ?? "");
  if (column !== undefined && known.every(isSaid)) {
    const role = `\${person.${column.name}}`;
    return { role, roleOf: (email) => byEmail.get(email)?.cellOf(column.name) };
  }
  const byRole = groupBy(known, ({ email }) => roles.get(email) ?? "");
  const usual = [...byRole]
    .filter(([role]) => limitedBy(role) === "values")
    .sort(([, a], [, b]) => b.length - a.length);
  const role = usual[0]?.[0] ?? USUAL_ROLE;
  return { role, roleOf: (email) => (byEmail.has(email) ? role : undefined) };
}
