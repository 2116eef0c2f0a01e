import { memberAddress } from "../../model/address.js";
import { setOf, sortedBy } from "../../util/collections.js";
import { atValue, mapEntry } from "../build/build-context.js";
import { scalarAsText, type ValueTexts, valuesIn } from "../build/build-values.js";
import { type Data, type DataMap, entries, entry } from "../text/data.js";
import { fileFinding, type Where } from "../text/file-diagnostic.js";
import { choicesAtPath } from "../text/file-schema.js";
import type { Span } from "../text/source.js";
import { onePlace } from "../text/source-map.js";
import { quote } from "../text/wording.js";
import { type PeopleInWorkspace, partsAt, personNamed, type TextPart } from "./context.js";
import { ABSENCES } from "./list/list-file.js";
import { cellOf, cellSpan, type PersonRow, type PlacedPerson, type Pool } from "./rows.js";
import { reportColumn } from "./where.js";

/** A member of a workspace: a row of its list, an entry of its `members`, or both; then the entry is the place. */
export interface Member extends PlacedPerson {
  readonly row?: PersonRow;
  /** What the entry says. */
  readonly data?: Data;
}

/** What `people` of a workspace gives to the person of each row. */
export interface RowRule {
  readonly role?: RowText | undefined;
  /** In the order in which values are wanted, so that nobody's have to be sorted; absent without `values`. */
  readonly values?: ReadonlyMap<string, RowText> | undefined;
}

/** A text that each row gives, `undefined` where all that it names is empty; and where it comes from. */
interface RowText {
  readonly of: (row: PersonRow) => string | undefined;
  readonly spanOf: (row: PersonRow) => Span | undefined;
}

/** The members of a workspace: its rows, and its entries of `members`; `undefined` where the file gives neither. */
export function readMembers(context: PeopleInWorkspace, data: DataMap): readonly Member[] | undefined {
  const map = mapEntry(data, "members");
  if (context.pool === undefined && map === undefined) return undefined;
  const named = entries(map).map(
    ([key, data]): Member => ({ person: personNamed(key), in: map ?? {}, key, data }),
  );
  const byEmail = new Map(named.map((member) => [member.person.email, member]));
  const ofRows = (context.pool?.rows ?? []).map((row): Member => {
    const { person, in: records, key } = row;
    return { row, ...(byEmail.get(person.email) ?? { person, in: records, key }) };
  });
  const merged = setOf(ofRows, "key");
  return [...ofRows, ...named.filter(({ key }) => !merged.has(key))];
}

/** The role and values of a workspace's `people` for each of its rows; a text that is no role is an error. */
export function readRule(context: PeopleInWorkspace, data: DataMap, pool: Pool): RowRule {
  const people = mapEntry(data, "people");
  const values = mapEntry(people, "values");
  const texts = sortedBy(entries(values), ([attribute]) => attribute).flatMap(([attribute]) => {
    const text = rowText(context, values, attribute, pool);
    return text === undefined ? [] : [[attribute, text] as const];
  });
  const role = rowText(context, people, "role", pool);
  for (const row of role === undefined ? [] : pool.rows) {
    const text = role?.of(row);
    if (text === undefined || ROLES.includes(text)) continue;
    const address = memberAddress(context.workspace, row.person.email);
    reportRole(context, text, { span: role?.spanOf(row), address });
  }
  return { role, values: values && new Map(texts) };
}

/** Own values of a member: those of their row, and of their entry, which win attribute by attribute. */
export function valuesOf({ row, data }: Member, { values }: RowRule): ValueTexts | undefined {
  const written = valuesIn(data);
  if (row === undefined || values === undefined) return written;
  const texts = new Map<string, string>();
  for (const [attribute, text] of values) {
    const value = text.of(row);
    if (value !== undefined) texts.set(attribute, value);
  }
  for (const [attribute, value] of written?.texts ?? []) texts.set(attribute, value);
  const placeOf: ValueTexts["placeOf"] = (attribute) =>
    written?.texts.has(attribute) ? written.placeOf(attribute) : onePlace(values.get(attribute)?.spanOf(row));
  return { texts, placeOf };
}

/** A text of `people` as a function of the row. */
function rowText(
  context: PeopleInWorkspace,
  container: DataMap | undefined,
  key: string,
  pool: Pool,
): RowText | undefined {
  const text = container && scalarAsText(container, key, entry(container, key));
  if (container === undefined || text === undefined) return undefined;
  const parts = typeof container[key] === "string" ? partsAt(context, container, key, text) : [text];
  const named = parts.flatMap((part) =>
    typeof part === "object" && part.scope === "person" ? [part.name] : [],
  );
  const columns = [...new Set(named)];
  const unknown = columns.filter((column) => !pool.columns.includes(column));
  const place = atValue(container, key);
  for (const column of unknown) reportColumn(context, column, pool.columns, place);
  if (unknown.length > 0) return undefined;
  for (const column of columns) {
    const { rows } = pool.whole();
    if (rows.every((row) => cellOf(row, column) === "")) reportEmpty(context, column, rows.length, place);
    reportSpelled(context, column, pool.rows);
  }
  const [first] = columns;
  if (first === undefined) return { of: () => parts.join(""), spanOf: () => place.span };
  return { of: (row) => textIn(parts, row), spanOf: (row) => cellSpan(row, first) };
}

/** Warns of a column that gives nobody anything: an export may lose the contents of a column, and keep its title. */
function reportEmpty({ report }: PeopleInWorkspace, column: string, rows: number, where: Where): void {
  const summary = `Column ${quote(column)} is empty in ${rows === 1 ? "the row" : `all ${rows} rows`} of the list`;
  const detail =
    "So nobody is given anything from it. If the export has lost the contents of the column, get it again.";
  report(fileFinding("fits-nobody", summary, detail, where));
}

function reportSpelled({ report }: PeopleInWorkspace, column: string, rows: readonly PersonRow[]): void {
  const [first, ...others] = rows.filter((row) => ABSENCES.has(cellOf(row, column)));
  if (first === undefined) return;
  const cells = others.length === 0 ? "" : `, as ${others.length + 1} cells of it do`;
  const summary = `${quote(cellOf(first, column))} in column ${quote(column)} looks like no value${cells}`;
  const detail = "It is given as it is. An empty cell sets none.";
  report(fileFinding("fits-nobody", summary, detail, { span: cellSpan(first, column) }));
}

/** The text for a row; `undefined` where all columns that it names are empty there. */
function textIn(parts: readonly TextPart[], row: PersonRow): string | undefined {
  const cells = parts.map((part) => (typeof part === "string" ? "" : cellOf(row, part.name)));
  if (cells.every((cell) => cell === "")) return undefined;
  return parts.map((part, i) => (typeof part === "string" ? part : cells[i])).join("");
}

/** The roles that an invite gives. */
const ROLES = choicesAtPath(["workspaces", "", "members", "", "role"]);

function reportRole(context: PeopleInWorkspace, role: string, place: Where): void {
  const detail = `The role that an invite gives is one of ${ROLES.join(", ")}, or an empty cell for the workspace's default.`;
  const where = { ...place, suggestion: { text: role, among: ROLES } };
  context.report(fileFinding("invalid-value", `${quote(role)} is not a role`, detail, where));
}
