import { CsvError, parse } from "csv-parse/sync";
import { lookAlikeKeys } from "../../util/look-alike.js";
import { seenText } from "../../util/unseen.js";

/** A list as it came back: texts by column, with the line that each row begins at. */
export interface ReviewFile {
  readonly columns: readonly string[];
  readonly rows: readonly { readonly line: number; readonly cells: Readonly<Record<string, string>> }[];
}

/** The characters that spreadsheets put between cells; the country setting decides. */
const DELIMITERS = [",", ";", "\t"] as const;
const MAX_ROW = 1024 * 1024;

/**
 * Reads a csv text that a spreadsheet may have saved; of any other text, it says why it cannot be read. A row of empty
 * cells is nothing.
 */
export function readReviewFile(text: string): ReviewFile | { readonly problem: string } {
  const [header = ""] = text.split(/\r?\n/, 1);
  const delimiter = DELIMITERS.reduce((best, one) =>
    header.split(one).length > header.split(best).length ? one : best,
  );
  try {
    const [columns = [], ...records] = parse(text, {
      bom: true,
      delimiter,
      relax_column_count: true,
      max_record_size: MAX_ROW,
    });
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

/** A column that people cannot tell from another one, or only by letter case. Columns without a name hold nothing. */
function columnTwice(columns: readonly string[]): string | undefined {
  const names = columns.map((column) => lookAlikeKeys(seenText(column))[1]);
  return names.find((name, i) => name !== "" && names.indexOf(name) !== i);
}
