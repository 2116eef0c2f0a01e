import { count } from "../../util/english.js";
import { differenceText } from "../../util/look-alike.js";
import { atKey, atValue } from "../build/build-context.js";
import { scalarAsText } from "../build/build-values.js";
import { type Data, type DataList, type DataMap, entries, isDataList } from "../text/data.js";
import { type FileDiagnostic, fileFinding, type Where } from "../text/file-diagnostic.js";
import { textOf } from "../text/source-map.js";
import { quote, quoteAll } from "../text/wording.js";
import { lineOf, type PeopleContext } from "./context.js";
import { ENTRIES } from "./list/entry-budget.js";
import { cellReader, cellSpan, indexOf, type PersonRow, type Picking } from "./rows.js";

/** The most texts that are compared with an unknown one. */
const MOST_COMPARED = 1_000;

/** The text of a condition that every cell fits that is not empty. */
const ANY_TEXT = "*";

/** One column of a `where` with its texts; a fitting row has one of them. */
interface ColumnCondition {
  readonly column: string;
  readonly texts: ReadonlySet<string>;
}

/**
 * The rows that fit every condition of a `where`, in the list's order; without one all of them. A column that no file
 * of the list has is an error, and cells that are left out only because of blanks or letter case are a warning.
 */
export function pickRows(
  context: PeopleContext,
  picking: Picking,
  where: DataMap | undefined,
): readonly PersonRow[] {
  const { list, pool } = picking;
  if (where === undefined) return pool.rows;
  const conditions = readWhere(context, where, picking);
  const place = () => atKey(context, where, conditions[0]?.column ?? "");
  const rows = pick(picking, conditions, (count) => context.budget.spend(count * ENTRIES.scanned, place));
  const known = conditions.filter(({ column }) => list.columns.includes(column));
  if (pool.rows.length === 0) return rows;
  const warned = known.map((condition) =>
    warnOfTexts(context, picking, condition, atValue(context, where, condition.column)),
  );
  const isWarned = known.length < conditions.length || warned.includes(true);
  if (rows.length > 0 || isWarned || !isAsWritten(context, where)) return rows;
  if (fitsNobody(picking, conditions)) {
    const summary = `None of ${rowsIn(picking)} fits all conditions`;
    const detail = "Each condition fits somebody, and nobody fits all. So nobody is picked.";
    context.report(fileFinding("fits-nobody", summary, detail, place()));
  }
  return rows;
}

/** Returns true if no text of a `where` comes from `each`, whose combinations may fit nobody. */
export function isAsWritten({ sourceMap }: PeopleContext, where: DataMap): boolean {
  const isWritten = (container: DataMap | DataList, key: string | number, data: Data): boolean =>
    isDataList(data)
      ? data.every((item, i) => isWritten(data, i, item))
      : typeof data !== "string" || textOf(sourceMap, container, key) === data;
  return entries(where).every(([column, data]) => isWritten(where, column, data));
}

const rowsIn = ({ whole }: Picking): string => `${count(whole.rows.length, "row")} of the list`;

/**
 * Returns true if nobody of the whole list fits all conditions, decided only where few rows have to be
 * compared.
 */
function fitsNobody({ list, whole }: Picking, conditions: readonly ColumnCondition[]): boolean {
  let isComparable = true;
  const rows = pick({ list, pool: whole, whole }, conditions, (rows) => {
    isComparable = rows <= MOST_COMPARED;
    return isComparable;
  });
  return isComparable && rows.length === 0;
}

function readWhere(
  context: PeopleContext,
  where: DataMap,
  { list, whole }: Picking,
): readonly ColumnCondition[] {
  const { columns } = list;
  return entries(where).map(([column, data]) => {
    if (!columns.includes(column)) reportColumn(context, column, columns, atKey(context, where, column));
    const texts = isDataList(data)
      ? data.map((item, i) => scalarAsText(context, data, i, item))
      : [scalarAsText(context, where, column, data)];
    const known = new Set(texts.filter((text) => text !== undefined));
    const named = context.named.get(column) ?? new Set();
    context.named.set(column, named);
    for (const text of known) named.add(text);
    const all = known.has(ANY_TEXT) ? [...indexOf(list, whole, column).rowsOf.keys()] : [];
    // As anywhere, a pattern that is there as a text means this text.
    const any = all.includes(ANY_TEXT) ? [] : all.filter((text) => text.trim() !== "");
    return { column, texts: any.length === 0 ? known : new Set(any) };
  });
}

/** Reports a column that the list does not have. */
export function reportColumn(
  { report }: PeopleContext,
  column: string,
  columns: readonly string[],
  where: Where,
): void {
  const detail = `Its columns: ${quoteAll(columns)}. Letter case and spaces count.`;
  const suggestion = { text: column, among: columns };
  report(
    fileFinding("unknown-column", `The list has no column ${quote(column)}`, detail, {
      ...where,
      suggestion,
    }),
  );
}

/**
 * Picks the rows that meet all conditions; `mayScan` is asked before that many rows are scanned, and false picks none.
 */
function pick(
  picking: Picking,
  conditions: readonly ColumnCondition[],
  mayScan: (rows: number) => boolean,
): readonly PersonRow[] {
  const { list, pool } = picking;
  const found = conditions.map(({ column, texts }) => {
    const { rowsOf } = indexOf(list, pool, column);
    const lists = [...texts].map((text) => rowsOf.get(text) ?? []);
    return { lists, size: lists.reduce((sum, rows) => sum + rows.length, 0) };
  });
  const [first, ...others] = found;
  if (first === undefined) return pool.rows;
  const fewest = others.reduce((least, one) => (one.size < least.size ? one : least), first);
  const tests = conditions.flatMap(({ column, texts }, i) =>
    found[i] === fewest ? [] : [{ read: cellReader(list.files, column), texts }],
  );
  if (tests.length + fewest.lists.length > 1 && !mayScan(fewest.size)) return [];
  const rows = fewest.lists.length === 1 ? (fewest.lists[0] ?? []) : fewest.lists.flat();
  return tests.length === 0
    ? rows
    : rows.filter((row) => tests.every(({ read, texts }) => texts.has(read(row))));
}

/**
 * Returns true if it warns of texts of a condition that nobody in the list has, or of cells that only look like one of
 * them.
 */
function warnOfTexts(
  context: PeopleContext,
  picking: Picking,
  { column, texts }: ColumnCondition,
  where: Where,
): boolean {
  const { list, pool, whole } = picking;
  const { rowsOf, alike } = indexOf(list, pool, column);
  const reported = new Set(texts);
  const unmatched = [...texts].filter((text) => alike(text).length === 0 && !rowsOf.has(text));
  const unknown = unmatched.filter((text) => !indexOf(list, whole, column).rowsOf.has(text));
  if (unknown.length > 0) context.report(fitsNone(picking, column, unknown, where));
  for (const text of texts) {
    for (const other of alike(text)) {
      if (reported.has(other)) continue;
      reported.add(other);
      const rows = rowsOf.get(other) ?? [];
      const span = rows[0] && cellSpan(list, rows[0], column);
      const first = span === undefined ? "" : `, first ${lineOf(context, span)}`;
      const summary = `${quote(other)} in column ${quote(column)} is not ${quote(text)}`;
      const detail = `${differenceText(other, text)} That counts: ${rows.length === 1 ? "one row is" : `${rows.length} rows are`} left out${first}. Write it the same in both places, or name both texts.`;
      context.report(fileFinding("look-alike", summary, detail, where));
    }
  }
  return unknown.length > 0 || reported.size > texts.size;
}

function fitsNone(picking: Picking, column: string, texts: readonly string[], where: Where): FileDiagnostic {
  const { rowsOf } = indexOf(picking.list, picking.whole, column);
  const among = [...rowsOf.keys()].filter((other) => other !== "");
  const summary = `None of ${rowsIn(picking)} has ${quoteAll(texts, 6)} in column ${quote(column)}`;
  const holds = among.length === 0 ? "The column is empty." : `The column holds ${quoteAll(among, 6)}.`;
  const detail = `${texts.length === 1 ? "This text picks" : "These texts pick"} nobody. ${holds}`;
  const [text = "", other] = texts;
  const suggestion = other === undefined ? { text, among: among.slice(0, MOST_COMPARED) } : undefined;
  return fileFinding("fits-nobody", summary, detail, { ...where, suggestion });
}
