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
import { cellOf, cellSpan, type PersonRow, type Pool } from "./rows.js";

/** The most texts that are compared with an unknown one. */
const MOST_COMPARED = 1_000;

/** The text of a condition that every cell fits that is not empty. */
const ANY_TEXT = "*";
const NAME_TEXTS = "Write another text in the list, or name the texts one by one.";

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
  pool: Pool,
  where: DataMap | undefined,
): readonly PersonRow[] {
  if (where === undefined) return pool.rows;
  const conditions = readWhere(context, where, pool);
  const place = () => atKey(where, conditions[0]?.column ?? "");
  const rows = pick(pool, conditions, (count) => context.budget.spend(count * ENTRIES.scanned, place));
  if (pool.rows.length === 0) return rows;
  const warned = conditions.map(
    (condition) =>
      !pool.columns.includes(condition.column) ||
      warnOfTexts(context, pool, condition, atValue(where, condition.column)),
  );
  if (rows.length > 0 || warned.includes(true) || !isAsWritten(where)) return rows;
  if (fitsNobody(pool.whole(), conditions)) {
    const summary = `None of ${rowsIn(pool)} fits all conditions`;
    const detail = "Each condition fits somebody, and nobody fits all. So nobody is picked.";
    context.report(fileFinding("fits-nobody", summary, detail, place()));
  }
  return rows;
}

/** Returns true if no text of a `where` comes from `each`, whose combinations may fit nobody. */
export function isAsWritten(where: DataMap): boolean {
  const isWritten = (container: DataMap | DataList, key: string | number, data: Data): boolean =>
    isDataList(data)
      ? data.every((item, i) => isWritten(data, i, item))
      : typeof data !== "string" || textOf(container, key) === data;
  return entries(where).every(([column, data]) => isWritten(where, column, data));
}

const rowsIn = (pool: Pool): string => `${count(pool.whole().rows.length, "row")} of the list`;

/**
 * Returns true if nobody of the whole list fits all conditions, decided only where few rows have to be
 * compared.
 */
function fitsNobody(whole: Pool, conditions: readonly ColumnCondition[]): boolean {
  let isComparable = true;
  const rows = pick(whole, conditions, (rows) => {
    isComparable = rows <= MOST_COMPARED;
    return isComparable;
  });
  return isComparable && rows.length === 0;
}

function readWhere(context: PeopleContext, where: DataMap, pool: Pool): readonly ColumnCondition[] {
  const { columns, whole } = pool;
  return entries(where).map(([column, data]) => {
    if (!columns.includes(column)) reportColumn(context, column, columns, atKey(where, column));
    const read = isDataList(data)
      ? data.map((item, i) => scalarAsText(data, i, item))
      : [scalarAsText(where, column, data)];
    const texts = new Set(read.filter((text) => text !== undefined));
    const named = context.named.get(column) ?? new Set();
    context.named.set(column, named);
    for (const text of texts) named.add(text);
    const all = texts.has(ANY_TEXT) ? [...whole().byColumn(column).rowsOf.keys()] : [];
    // A row that comes or goes would turn it from one text into any, or back.
    if (all.includes(ANY_TEXT)) {
      const summary = `"*" stands for any text, and is one in column ${quote(column)}`;
      context.report(fileFinding("invalid-value", summary, NAME_TEXTS, atValue(where, column)));
    }
    const any = all.filter((text) => text.trim() !== "");
    return { column, texts: new Set(any.length === 0 ? texts : any) };
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
  pool: Pool,
  conditions: readonly ColumnCondition[],
  mayScan: (rows: number) => boolean,
): readonly PersonRow[] {
  const [first, ...others] = conditions.map(({ column, texts }) => {
    const { rowsOf } = pool.byColumn(column);
    const lists = [...texts].map((text) => rowsOf.get(text) ?? []);
    return { column, texts, lists, size: lists.reduce((sum, rows) => sum + rows.length, 0) };
  });
  if (first === undefined) return pool.rows;
  const fewest = others.reduce((least, next) => (next.size < least.size ? next : least), first);
  if (others.length + fewest.lists.length > 1 && !mayScan(fewest.size)) return [];
  const rows = fewest.lists.length === 1 ? (fewest.lists[0] ?? []) : fewest.lists.flat();
  return others.length === 0
    ? rows
    : rows.filter((row) => conditions.every(({ column, texts }) => texts.has(cellOf(row, column))));
}

/**
 * Returns true if it warns of texts of a condition that nobody in the list has, or of cells that only look like one of
 * them.
 */
function warnOfTexts(
  context: PeopleContext,
  pool: Pool,
  { column, texts }: ColumnCondition,
  where: Where,
): boolean {
  const { rowsOf, alike } = pool.byColumn(column);
  const inList = pool.whole().byColumn(column).rowsOf;
  const reported = new Set(texts);
  const unknown = [...texts].filter((text) => alike(text).length === 0 && !inList.has(text));
  if (unknown.length > 0) context.report(fitsNone(pool, column, unknown, where));
  for (const text of texts) {
    for (const other of alike(text)) {
      if (reported.has(other)) continue;
      reported.add(other);
      const rows = rowsOf.get(other) ?? [];
      const first = rows[0] === undefined ? "" : `, first ${lineOf(context, cellSpan(rows[0], column))}`;
      const summary = `${quote(other)} in column ${quote(column)} is not ${quote(text)}`;
      const detail = `${differenceText(other, text)} That counts: ${rows.length === 1 ? "one row is" : `${rows.length} rows are`} left out${first}. Write it the same in both places, or name both texts.`;
      context.report(fileFinding("look-alike", summary, detail, where));
    }
  }
  return unknown.length > 0 || reported.size > texts.size;
}

function fitsNone(pool: Pool, column: string, texts: readonly string[], where: Where): FileDiagnostic {
  const { rowsOf } = pool.whole().byColumn(column);
  const among = [...rowsOf.keys()].filter((other) => other !== "");
  const summary = `None of ${rowsIn(pool)} has ${quoteAll(texts, 6)} in column ${quote(column)}`;
  const holds = among.length === 0 ? "The column is empty." : `The column holds ${quoteAll(among, 6)}.`;
  const detail = `${texts.length === 1 ? "This text picks" : "These texts pick"} nobody. ${holds}`;
  const [text = "", other] = texts;
  const suggestion = other === undefined ? { text, among: among.slice(0, MOST_COMPARED) } : undefined;
  return fileFinding("fits-nobody", summary, detail, { ...where, suggestion });
}
