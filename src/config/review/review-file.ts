import { CsvError } from "csv-parse/sync";
import { lookAlikeKeys } from "../../util/look-alike.js";
import { seenText } from "../../util/unseen.js";
import { csvRecords } from "../people/list/csv-records.js";
import { likelyDelimiter } from "../people/list/csv-shape.js";

/** A list as it came back: texts by column, with the line that each row begins at. */
export interface ReviewFile {
  readonly columns: readonly string[];
  readonly rows: readonly { readonly line: number; readonly cells: Readonly<Record<string, string>> }[];
}

/** A review has about twenty columns; people add some. */
const MAX_COLUMNS = 1_000;
const MAX_CELLS = 5_000_000;
/** Spreadsheets write as many cells in each row as the header has. */
const MOST_UNEVEN = 10_000;

/**
 * Reads a csv text that a spreadsheet may have saved; of any other text, it says why it cannot be read. A row of empty
 * cells is nothing.
 */
export function readReviewFile(text: string): ReviewFile | { readonly problem: string } {
  // Spreadsheets put another character between cells where the country setting says so.
  const delimiter = likelyDelimiter(text);
  const [header = ""] = text.split(/\r?\n/, 1);
  if (header.split(delimiter).length > MAX_COLUMNS) return { problem: TOO_WIDE };
  try {
    const options = { bom: true, delimiter, skip_empty_lines: false };
    const [columns = [], ...records] = csvRecords(text, options, MOST_UNEVEN);
    const problem = tooMuch(columns, records);
    if (problem !== undefined) return { problem };
    const twice = columnTwice(columns);
    if (twice !== undefined) return { problem: `The column ${twice} stands there twice.` };
    // Cells of this list have no line breaks.
    const rows = records.map((cells, i) => ({
      line: i + 2,
      cells: Object.fromEntries(columns.map((column, c) => [column, cells[c] ?? ""])),
    }));
    return { columns, rows: rows.filter(({ cells }) => !isEmpty(Object.values(cells))) };
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    return { problem: `It is no CSV that can be read: ${cause.message.replace(/\.$/, "")}.` };
  }
}

const isEmpty = (cells: readonly string[]): boolean => cells.every((cell) => seenText(cell) === "");

/**
 * A column whose name equals that of another one, or differs from it in letter case only. Columns without a
 * name hold nothing.
 */
function columnTwice(columns: readonly string[]): string | undefined {
  const names = columns.map((column) => lookAlikeKeys(seenText(column))[1]);
  return names.find((name, i) => name !== "" && names.indexOf(name) !== i);
}

const TOO_WIDE = `It has more than ${MAX_COLUMNS.toLocaleString("en-US")} columns, and a review has about twenty.`;

function tooMuch(columns: readonly string[], records: readonly (readonly string[])[]): string | undefined {
  if (columns.length > MAX_COLUMNS) return TOO_WIDE;
  if (columns.length * records.length > MAX_CELLS)
    return `It has more than ${MAX_CELLS.toLocaleString("en-US")} cells.`;
  const uneven = records.filter(({ length }) => length !== columns.length).length;
  return uneven >= MOST_UNEVEN
    ? `${MOST_UNEVEN.toLocaleString("en-US")} rows or more have another number of cells than the header.`
    : undefined;
}
