import { lazyMap } from "../../util/collections.js";
import { inertText, isolated, markdownCell, quoteCsv, visible } from "../../util/escape.js";
import { fittedTable, linesInPieces, tableLines } from "./layout.js";

/** Texts in rows below their heads, which each format dresses in its own way. The rows can be gone through several times. */
export interface Table<Cell = string> {
  readonly heads: readonly string[];
  readonly rows: Iterable<readonly Cell[]>;
}

/** A table of a page, with a caption for screen readers. */
export interface PageTable extends Table<PageCell> {
  readonly caption: string;
  /** The kinds of each row, for filters: several kinds of one row are separated by `|`. */
  readonly kinds?: Iterable<string>;
  /** True if a row that is wider than the screen goes on below, deeper; other rows are left to the terminal. */
  readonly flows?: boolean;
  /** The column that names its row: the first unless given. */
  readonly naming?: number;
}

/**
 * A text, which may have a tone, and names that unfold below it in HTML; an empty one with its own room,
 * filled in on paper; or a list, which only HTML shows.
 */
export type PageCell =
  | string
  | { readonly text: string; readonly tone?: string; readonly names?: string }
  | { readonly list: readonly string[] };

/** Returns true if a cell says something, or keeps room of its own. */
export function hasText(cell: PageCell): boolean {
  if (typeof cell === "string") return cell !== "";
  return "text" in cell || cell.list.length > 0;
}

/** Aligned columns below heads in capitals, a line each; nothing where there is no row. */
export function* textTable(table: PageTable, width = Number.POSITIVE_INFINITY): Generator<string> {
  const { heads } = table;
  const rows = lazyMap(table.rows, textsIn);
  const [first] = rows;
  if (first === undefined) return;
  const capitals = heads.map((head) => head.toUpperCase());
  const shown = lazyMap(rows, (row) => row.map((cell) => isolated(visible(cell))));
  const all = { [Symbol.iterator]: () => withHead(capitals, shown) };
  if (table.flows && Number.isFinite(width)) yield* fittedTable([...all], width).flat();
  else yield* tableLines(all);
}

/**
 * RFC 4180 in pieces. What a spreadsheet would take for a formula is made inert, unless `cellOf` says how cells are
 * written that are safe already.
 */
export const csvPieces = ({ heads, rows }: Table, cellOf = inertText): Iterable<string> =>
  linesInPieces(
    lazyMap({ [Symbol.iterator]: () => withHead(heads, rows) }, (row) =>
      row.map((cell) => quoteCsv(cellOf(cell))).join(","),
    ),
    "\r\n",
  );

/** A table of GitHub's Markdown with every cell as code, a line each. */
export function* markdownTable({ heads, rows: cells }: Table<PageCell>): Generator<string> {
  const rows = lazyMap(cells, textsIn);
  const [first] = rows;
  if (first === undefined) return;
  yield `| ${heads.join(" | ")} |`;
  yield `|${" --- |".repeat(heads.length)}`;
  for (const row of rows) yield `| ${row.map((cell) => markdownCell(isolated(cell))).join(" | ")} |`;
}

/** Half a million rows are of texts only, which need no copy. */
const textsIn = (row: readonly PageCell[]): readonly string[] =>
  row.every((cell) => typeof cell === "string")
    ? row
    : row.map((cell) => (typeof cell === "string" ? cell : "text" in cell ? cell.text : ""));

function* withHead(heads: readonly string[], rows: Table["rows"]): Generator<readonly string[]> {
  yield heads;
  yield* rows;
}
