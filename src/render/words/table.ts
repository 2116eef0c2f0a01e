import { escapeCsv, markdownCell } from "../../util/escape.js";
import { linesInPieces, tableLines } from "./layout.js";

/** Texts in rows below their heads, which each format dresses in its own way. The rows can be gone through several times. */
export interface Table<Cell = string> {
  readonly heads: readonly string[];
  readonly rows: Iterable<readonly Cell[]>;
}

/** A table of a page, with what a reader hears who cannot see what is above it. */
export interface PageTable<Cell = PageCell> extends Table<Cell> {
  readonly caption: string;
  /** What a filter narrows each row down to: several kinds of one row are separated by `|`. */
  readonly kinds?: Iterable<string>;
  /** The column that names its row: the first unless given. */
  readonly naming?: number;
}

/** A text of a tone, with names that unfold below it, or a list. */
export type PageCell =
  | string
  | { readonly text: string; readonly tone?: string; readonly names?: string }
  | { readonly list: readonly string[] };

/** Aligned columns below heads in capitals, a line each. */
export const textTable = ({ heads, rows }: Table): Iterable<string> =>
  tableLines({
    [Symbol.iterator]: () =>
      withHead(
        heads.map((head) => head.toUpperCase()),
        rows,
      ),
  });

/** RFC 4180, the heads as they are; what a spreadsheet would take for a formula is made inert. */
export const csvTable = (table: Table): string => [...csvPieces(table)].join("");

/** The same in pieces, for many rows. */
export const csvPieces = ({ heads, rows }: Table): Iterable<string> =>
  linesInPieces(csvLines(heads, rows), "\r\n");

/** A table of GitHub's Markdown with every cell as code, a line each. */
export function* markdownTable({ heads, rows }: Table): Generator<string> {
  yield `| ${heads.join(" | ")} |`;
  yield `|${" --- |".repeat(heads.length)}`;
  for (const row of rows) yield `| ${row.map(markdownCell).join(" | ")} |`;
}

function* csvLines(heads: readonly string[], rows: Table["rows"]): Generator<string> {
  for (const fields of withHead(heads, rows)) yield fields.map(escapeCsv).join(",");
}

function* withHead(heads: readonly string[], rows: Table["rows"]): Generator<readonly string[]> {
  yield heads;
  yield* rows;
}
