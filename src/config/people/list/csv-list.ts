import { CsvError, type Options, parse } from "csv-parse/sync";
import { plural } from "../../../util/english.js";
import type { Bounds } from "../../text/bounds.js";
import { type FileDiagnostic, fileFinding } from "../../text/file-diagnostic.js";
import type { Source, Span } from "../../text/source.js";
import { quote } from "../../text/wording.js";
import { DELIMITERS, headerBelow, otherText } from "./csv-shape.js";
import { type ListRead, noRows } from "./list-file.js";

/** The most damaged rows that are reported. */
const MOST_UNEVEN = 1_000;

/** The longest row, in characters: a quote that is not closed must not take in the whole file cell by cell. */
const MAX_ROW = 1024 * 1024;

/**
 * Reads a csv text with a header line. Cells are taken as they are; lines without a character, and rows of
 * empty cells, which spreadsheets leave, are ignored, and a text with damaged quotes is rejected, since its
 * cells cannot be assigned to rows.
 */
export function readCsv(source: Source, delimiter: string, bounds: Bounds): ListRead {
  const { text } = source;
  const { listCells, listColumns, listRows } = bounds;
  let scanned: RecordStarts | undefined;
  const scan = () => {
    scanned ??= recordStarts(text, delimiter);
    return scanned;
  };
  /** The numbers of the records that count, where some do not. */
  let numbers: readonly number[] = [];
  const spanOf = (record: number, column?: number): Span => {
    const start = scan().starts[(numbers[record] ?? record) + 1] ?? text.length;
    const { start: from, end } = cellOfRecord(text, start, column ?? 0, delimiter);
    return { source, start: from, end };
  };
  const top = { source, start: 0, end: 1 };
  const other = otherText(source, delimiter);
  if (other !== undefined) return { findings: [other] };
  if (hasMoreThan(text, delimiter, listCells))
    return { findings: [tooMany("cells", listCells, CELLS_ADVICE, top)] };
  const end = text.indexOf("\n");
  if (hasMoreThan(end < 0 ? text : text.slice(0, end), delimiter, listColumns))
    return { findings: [tooMany("columns", listColumns, COLUMNS_ADVICE, top)] };
  try {
    const [header = [], ...all] = recordsOf(text, delimiter, listRows + 2);
    const records = all.filter(isFilled);
    if (records.length < all.length) numbers = all.flatMap((cells, i) => (isFilled(cells) ? [i] : []));
    if (header.length > listColumns)
      return { findings: [tooMany("columns", listColumns, COLUMNS_ADVICE, top)] };
    const below = headerBelow(header, records, spanOf);
    if (below !== undefined) return { findings: [below] };
    if (records.length > listRows) return { findings: [tooManyRows(bounds, spanOf(listRows))] };
    if (records.length === 0) return { findings: [headerOnly(source)] };
    // Nobody can tell which cells a condition means.
    const twice = columnsTwice(header, spanOf);
    if (twice.length > 0) return { findings: twice };
    const findings = records.flatMap((cells, i) =>
      cells.length === header.length ? [] : [wrongWidth(cells, { header, delimiter }, spanOf(i))],
    );
    return {
      file: {
        source,
        columns: header,
        records,
        isCut: !text.endsWith("\n"),
        spanOf,
      },
      findings,
    };
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    return { findings: [damaged(cause.code, source, delimiter, scan().damage)] };
  }
}

/**
 * The first records of a csv text, the header among them. The library makes an error, with a stack, for each record of a
 * different width than the header, even if it is set to accept them: so it is set so only for a text that has one, and
 * only {@link MOST_UNEVEN} records from there on are read, which are reported.
 */
function recordsOf(text: string, delimiter: string, to: number): string[][] {
  const options: Options = {
    delimiter,
    record_delimiter: ["\r\n", "\n"],
    skip_empty_lines: true,
    max_record_size: MAX_ROW,
    to,
  };
  try {
    return parse(text, options);
  } catch (cause) {
    if (!(cause instanceof CsvError) || cause.code !== "CSV_RECORD_INCONSISTENT_FIELDS_LENGTH") throw cause;
    const end = Number(cause.records) + MOST_UNEVEN;
    return parse(text, { ...options, relax_column_count: true, to: end });
  }
}

const isFilled = (cells: readonly string[]): boolean => cells.some((cell) => cell.trim() !== "");

/** Returns true if a character stands in a text more often than so many times. */
function hasMoreThan(text: string, character: string, most: number): boolean {
  if (text.length <= most) return false;
  let found = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) {
    found += 1;
    if (found > most) return true;
  }
  return false;
}

const COLUMNS_ADVICE = ". Leave out those that the file does not use.";

const CELLS_ADVICE = ", empty ones included. Leave out columns that the file does not use.";

/** The error for a list of more columns or cells than it may have. */
function tooMany(what: string, most: number, advice: string, span: Span): FileDiagnostic {
  const number = most.toLocaleString("en-US");
  const detail = `orgform reads up to ${number} ${what}${advice}`;
  return fileFinding("file-too-large", `The list has more than ${number} ${what}`, detail, { span });
}

function tooManyRows({ listRows }: Bounds, span: Span): FileDiagnostic {
  const detail = `orgform reads up to ${listRows} people. Leave out those who belong to no workspace.`;
  return fileFinding("file-too-large", `The list has more than ${listRows} rows`, detail, { span });
}

function headerOnly(source: Source): FileDiagnostic {
  const header = " The first line holds the names of the columns, each further one a person.";
  return noRows("The list has a header line and no rows", { source, start: 0, end: 1 }, header);
}

function columnsTwice(
  header: readonly string[],
  spanOf: (record: number, column: number) => Span,
): FileDiagnostic[] {
  const seen = new Set<string>();
  return header.flatMap((name, i) => {
    if (name === "" || seen.size !== seen.add(name).size) return [];
    const detail = "Only one of them could count. Rename one, or take it out of the export.";
    return [
      fileFinding("duplicate-key", `The column ${quote(name)} is there twice`, detail, {
        span: spanOf(-1, i),
      }),
    ];
  });
}

function wrongWidth(
  cells: readonly string[],
  { header, delimiter }: { readonly header: readonly string[]; readonly delimiter: string },
  span: Span,
): FileDiagnostic {
  const summary = `The row has ${cells.length} ${plural(cells.length, "cell")}, the header ${header.length}`;
  const other = DELIMITERS.find(
    (one) => cells.length < header.length && cells.join(one).split(one).length === header.length,
  );
  if (other !== undefined) {
    return fileFinding("list-damaged", summary, otherSign(other, delimiter), { span });
  }
  const detail =
    cells.length < header.length
      ? "A cell is missing, or the file was cut off here. Every row has as many cells as the header, empty ones included."
      : "Put a cell that holds the separating character in double quotes. Every row has as many cells as the header.";
  return fileFinding("list-damaged", summary, detail, { span });
}

const otherSign = (other: string, delimiter: string): string =>
  `It has ${JSON.stringify(other)} where the other rows have ${JSON.stringify(delimiter)} between cells. Write the same everywhere.`;

function damaged(code: string, source: Source, delimiter: string, at = 0): FileDiagnostic {
  const span = { source, start: at, end: at + 1 };
  if (code === "CSV_MAX_RECORD_SIZE")
    return fileFinding("list-damaged", "A row is longer than a million characters", CLOSE_QUOTES, { span });
  if (code === "CSV_QUOTE_NOT_CLOSED")
    return fileFinding("list-damaged", "A quoted cell starts here and does not end", CLOSE_QUOTES, { span });
  const before = source.text[at - 1] ?? "";
  if (before !== delimiter && DELIMITERS.includes(before))
    return fileFinding(
      "list-damaged",
      "The row has another separating character",
      otherSign(before, delimiter),
      {
        span,
      },
    );
  const detail = `Put a cell that holds a double quote in double quotes as a whole, and write the quote twice: "the ""big"" one". Nothing of the list was used.`;
  return fileFinding("list-damaged", "There is a double quote beside other text here", detail, { span });
}

const CLOSE_QUOTES =
  "The file was cut off, or a double quote is missing. Nobody can tell what the cells hold, so nothing of the list was used.";

/** The place of a cell in a csv text, quotes included; `isLast` of its record. */
interface Cell {
  readonly start: number;
  readonly end: number;
  readonly isLast: boolean;
}

const QUOTE = '"';

/** The places where the records of a text start, and the first damage in it, if there is any. */
interface RecordStarts {
  readonly starts: readonly number[];
  readonly damage: number | undefined;
}

/**
 * The offset at which each record of a CSV text starts, as the library reads it, without empty lines; and the offset of
 * damage, if there is any. The library's own places cost more than all the rest of reading, so they are computed here,
 * on demand.
 */
function recordStarts(text: string, delimiter: string): RecordStarts {
  const starts: number[] = [];
  let at = 0;
  while (at < text.length) {
    const blank = lineBreakAt(text, at);
    if (blank > 0) {
      at += blank;
      continue;
    }
    starts.push(at);
    for (let isLast = false; !isLast; ) {
      const cell = cellAt(text, at, delimiter);
      const damage = damageIn(text, cell, delimiter);
      if (damage !== undefined) return { starts, damage };
      isLast = cell.isLast;
      at = isLast ? cell.end + lineBreakAt(text, cell.end) : cell.end + 1;
    }
  }
  return { starts, damage: undefined };
}

/** The place of one cell of the record that starts at `start`; the last one where there are fewer. */
function cellOfRecord(text: string, start: number, column: number, delimiter: string): Cell {
  let cell = cellAt(text, start, delimiter);
  for (let i = 0; i < column && !cell.isLast; i += 1) cell = cellAt(text, cell.end + 1, delimiter);
  return cell;
}

function cellAt(text: string, start: number, delimiter: string): Cell {
  let end = start;
  if (text[start] === QUOTE) {
    do end = text.indexOf(QUOTE, end + 1) + 1;
    while (end > 0 && text[end] === QUOTE);
    if (end === 0) return { start, end: text.length, isLast: true };
  }
  while (end < text.length && text[end] !== delimiter && lineBreakAt(text, end) === 0) end += 1;
  return { start, end, isLast: text[end] !== delimiter };
}

/** The offset of a quote that is not closed, or next to other text. */
function damageIn(text: string, { start, end }: Cell, delimiter: string): number | undefined {
  const cell = text.slice(start, end);
  if (!cell.includes(QUOTE)) return undefined;
  if (!cell.startsWith(QUOTE)) return start + cell.indexOf(QUOTE);
  const inner = cell.slice(1).replaceAll(QUOTE + QUOTE, `${delimiter}${delimiter}`);
  const close = inner.indexOf(QUOTE);
  if (close < 0) return start;
  return close === inner.length - 1 ? undefined : start + 2 + close;
}

/** The length of the line break here; 0 where there is none. */
function lineBreakAt(text: string, at: number): 0 | 1 | 2 {
  if (text[at] === "\n") return 1;
  return text[at] === "\r" && text[at + 1] === "\n" ? 2 : 0;
}
