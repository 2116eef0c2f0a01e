import { groupBy } from "../../util/group-by.js";
import { alikeIn, howTheyDiffer } from "../../util/look-alike.js";
import { at } from "../build/build-context.js";
import { scalarAsText } from "../build/build-values.js";
import { type DataMap, entries, isDataList } from "../text/data.js";
import { error, type Where, warning } from "../text/file-diagnostic.js";
import { quote, quoteAll } from "../text/wording.js";
import { lineOf, type PeopleContext } from "./context.js";
import { ENTRIES } from "./list/entry-budget.js";
import {
  type ColumnIndex,
  cellReader,
  cellSpan,
  type ListOfPeople,
  type PersonRow,
  type Pool,
} from "./rows.js";

type List = Omit<ListOfPeople, "rows">;

/** One column of a `where` with the texts of which a row has one. */
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
  list: List,
  pool: Pool,
  where: DataMap | undefined,
): readonly PersonRow[] {
  if (where === undefined) return pool.rows;
  const conditions = readWhere(context, where, list.columns);
  for (const condition of conditions)
    warnOfAlike(context, list, pool, condition, at(context, where, condition.column, "value"));
  const place = () => at(context, where, conditions[0]?.column ?? "", "key");
  return pick(list, pool, conditions, (rows) => context.budget.spend(rows * ENTRIES.scanned, place));
}

function readWhere(
  context: PeopleContext,
  where: DataMap,
  columns: readonly string[],
): readonly ColumnCondition[] {
  return entries(where).map(([column, data]) => {
    if (!columns.includes(column)) reportColumn(context, column, columns, at(context, where, column, "key"));
    const texts = isDataList(data)
      ? data.map((item, i) => scalarAsText(context, data, i, item))
      : [scalarAsText(context, where, column, data)];
    return { column, texts: new Set(texts.filter((text) => text !== undefined)) };
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
    error("unknown-column", `The list has no column ${quote(column)}`, detail, { ...where, suggestion }),
  );
}

/**
 * Picks the rows that meet all conditions; `mayScan` is asked before that many rows are scanned, and false picks none.
 */
function pick(
  list: List,
  pool: Pool,
  conditions: readonly ColumnCondition[],
  mayScan: (rows: number) => boolean,
): readonly PersonRow[] {
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

function indexOf({ files }: List, { rows, indexes }: Pool, column: string): ColumnIndex {
  const known = indexes.get(column);
  if (known !== undefined) return known;
  const rowsOf = groupBy(rows, cellReader(files, column));
  const index = { rowsOf, alike: alikeIn(rowsOf.keys(), (text) => text) };
  indexes.set(column, index);
  return index;
}

function warnOfAlike(
  context: PeopleContext,
  list: List,
  pool: Pool,
  { column, texts }: ColumnCondition,
  where: Where,
): void {
  const { rowsOf, alike } = indexOf(list, pool, column);
  const told = new Set(texts);
  for (const text of texts) {
    for (const other of alike(text)) {
      if (told.has(other)) continue;
      told.add(other);
      const rows = rowsOf.get(other) ?? [];
      const span = rows[0] && cellSpan(list, rows[0], column);
      const first = span === undefined ? "" : `, first ${lineOf(context, span)}`;
      const summary = `${quote(other)} in column ${quote(column)} is not ${quote(text)}`;
      const detail = `${howTheyDiffer(other, text)} That counts: ${rows.length === 1 ? "one row is" : `${rows.length} rows are`} left out${first}. Write it the same in both places, or name both texts.`;
      context.report(warning("look-alike", summary, detail, where));
    }
  }
}
