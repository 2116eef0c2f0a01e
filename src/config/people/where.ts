import { foldedName } from "../../util/look-alike.js";
import { at } from "../build/build-context.js";
import { scalarAsText } from "../build/build-values.js";
import { type Data, type DataMap, entries, isDataList } from "../parse/data.js";
import type { Span } from "../parse/source.js";
import { error, type Where, warning } from "../validate/file-diagnostic.js";
import { quote } from "../validate/wording.js";
import { lineOf, type PeopleContext } from "./context.js";
import { cellReader, type PeopleList, type Row } from "./rows.js";

/** One column of a `where` with the texts of which a row has one. */
export interface Condition {
  readonly column: string;
  readonly texts: ReadonlySet<string>;
}

/** Rows that can be picked from, with what picking has learnt about their columns. */
export interface Pool {
  readonly rows: readonly Row[];
  readonly byText: Map<string, ReadonlyMap<string, readonly Row[]>>;
  readonly alike: Map<string, ReadonlyMap<string, readonly string[]>>;
}

/** Rows to pick from. */
export function poolOf(rows: readonly Row[]): Pool {
  return { rows, byText: new Map(), alike: new Map() };
}

/** The conditions of a `where`. A column that no file of the list has is an error. */
export function readWhere(
  context: PeopleContext,
  where: Data | undefined,
  columns: readonly string[],
): readonly Condition[] {
  return entries(where).map(([column, data]) => {
    if (!columns.includes(column)) reportColumn(context, column, columns, at(context, where, column, "key"));
    const container = isDataList(data) ? data : (where as DataMap);
    const texts = isDataList(data)
      ? data.map((item, i) => scalarAsText(context, container, i, item))
      : [scalarAsText(context, container, column, data)];
    return { column, texts: new Set(texts.filter((text) => text !== undefined)) };
  });
}

/** Says that the list has no such column. */
export function reportColumn(
  { report }: PeopleContext,
  column: string,
  columns: readonly string[],
  where: Where,
): void {
  const detail = "Letter case and blanks count. `orgform init --people FILE` shows what the columns hold.";
  const suggestion = { text: column, among: columns };
  report(
    error("unknown-column", `The list has no column ${quote(column)}`, detail, { ...where, suggestion }),
  );
}

/** The rows that fit every condition, in the list's order. */
export function pick(
  list: Pick<PeopleList, "files">,
  pool: Pool,
  conditions: readonly Condition[],
): readonly Row[] {
  if (conditions.length === 0) return pool.rows;
  const found = conditions.map(({ column, texts }) => {
    const index = indexOf(list, pool, column);
    const lists = [...texts].map((text) => index.get(text) ?? []);
    return { lists, size: lists.reduce((sum, rows) => sum + rows.length, 0) };
  });
  const fewest = found.reduce((least, one) => (one.size < least.size ? one : least));
  const tests = conditions.flatMap(({ column, texts }, i) =>
    found[i] === fewest ? [] : [{ read: cellReader(list.files, column), texts }],
  );
  const rows = fewest.lists.length === 1 ? (fewest.lists[0] ?? []) : fewest.lists.flat();
  return tests.length === 0
    ? rows
    : rows.filter((row) => tests.every(({ read, texts }) => texts.has(read(row))));
}

function indexOf(
  { files }: Pick<PeopleList, "files">,
  { rows, byText }: Pool,
  column: string,
): ReadonlyMap<string, readonly Row[]> {
  const known = byText.get(column);
  if (known !== undefined) return known;
  const index = new Map<string, Row[]>();
  const read = cellReader(files, column);
  for (const row of rows) {
    const text = read(row);
    const same = index.get(text);
    if (same === undefined) index.set(text, [row]);
    else same.push(row);
  }
  byText.set(column, index);
  return index;
}

/** Warns of cells that a condition misses only because of blanks or letter case: a slip in the list or in the file. */
export function warnOfAlike(
  context: PeopleContext,
  list: Pick<PeopleList, "files">,
  pool: Pool,
  conditions: readonly Condition[],
  {
    whereAt,
    spanOf,
  }: {
    readonly whereAt: (column: string) => Where;
    readonly spanOf: (row: Row, column: string) => Span | undefined;
  },
): void {
  for (const { column, texts } of conditions) {
    const alike = alikeIn(list, pool, column);
    const told = new Set(texts);
    for (const text of texts) {
      for (const other of alike.get(foldedName(text)) ?? []) {
        if (told.has(other)) continue;
        told.add(other);
        const rows = indexOf(list, pool, column).get(other) ?? [];
        const span = rows[0] && spanOf(rows[0], column);
        const first = span === undefined ? "" : `, first ${lineOf(context, span)}`;
        const summary = `${quote(other)} in column ${quote(column)} is not ${quote(text)}`;
        const detail = `They differ only in letter case, blanks or Unicode form, which count: ${rows.length === 1 ? "one row is" : `${rows.length} rows are`} left out${first}. Write it the same in both places, or name both texts.`;
        context.report(warning("look-alike", summary, detail, whereAt(column)));
      }
    }
  }
}

function alikeIn(
  list: Pick<PeopleList, "files">,
  pool: Pool,
  column: string,
): ReadonlyMap<string, readonly string[]> {
  const known = pool.alike.get(column);
  if (known !== undefined) return known;
  const alike = new Map<string, string[]>();
  for (const text of indexOf(list, pool, column).keys()) {
    const folded = foldedName(text);
    const same = alike.get(folded);
    if (same === undefined) alike.set(folded, [text]);
    else same.push(text);
  }
  pool.alike.set(column, alike);
  return alike;
}
