import { eastAsianWidth } from "get-east-asian-width";

/** Letters of one column each, which need not be looked up: Latin, and the arrow that we write ourselves. */
const NARROW = /[\x20-\x7e\u00c0-\u02ff\u2192]+/g;
const ALL_NARROW = /^[\x20-\x7e\u00c0-\u02ff\u2192]*$/;

/** Characters without a column of their own: marks, the modifiers of emoji, and isolates. */
const COMBINING = /[\p{M}\p{Emoji_Modifier}\u2068\u2069]/u;

/**
 * Columns that visible, unpainted text takes on a terminal: wide letters and emoji two, marks none. Letter by letter,
 * which is exact for what {@link visible} lets through but old Korean, and starts far faster than a segmenter.
 */
export function displayWidth(text: string): number {
  if (ALL_NARROW.test(text)) return text.length;
  const rest = text.replace(NARROW, "");
  let columns = text.length - rest.length;
  for (const letter of rest) {
    if (!COMBINING.test(letter)) columns += eastAsianWidth(letter.codePointAt(0) ?? 0);
  }
  return columns;
}

/** The text, padded with spaces to `width` columns; longer text stays unchanged. */
export function padEnd(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - displayWidth(text)));
}

/**
 * Breaks prose at spaces into lines of at most `width` columns, each after `indent`, the first one after
 * `first`. A longer word is not broken: names are never cut.
 */
export function wrap(text: string, width: number, indent = "", first = indent): string[] {
  if (text === "") return [];
  const lines: string[] = [];
  let line = "";
  let used = 0;
  for (const word of text.split(" ")) {
    const before = lines.length === 0 ? first : indent;
    const columns = displayWidth(word);
    if (line !== "" && used + 1 + columns > Math.max(20, width - before.length)) {
      lines.push(before + line);
      line = word;
      used = columns;
    } else {
      line = line === "" ? word : `${line} ${word}`;
      used += columns + (used === 0 ? 0 : 1);
    }
  }
  return line === "" ? lines : [...lines, (lines.length === 0 ? first : indent) + line];
}

/** The same line by line. */
export function* blockLines(blocks: readonly Iterable<string>[]): Generator<string> {
  let isLater = false;
  for (const block of blocks) {
    let isFirst = true;
    for (const line of block) {
      if (isFirst && isLater) yield "";
      yield line;
      isFirst = false;
      isLater = true;
    }
  }
}

/** The width of an aligned column: that of its widest cell, without the cells that are wider than `limit`. */
export function columnWidth(widths: readonly number[], limit: number): number {
  return widths.reduce((widest, width) => (width <= limit && width > widest ? width : widest), 0);
}

/** Cells that are wider do not push the others aside. */
const WIDEST_COLUMN = 60;

/** Rows as aligned columns, two spaces apart; the last one is not filled up. */
export function table(rows: Iterable<readonly string[]>, limit = WIDEST_COLUMN): string[] {
  return [...tableLines(rows, limit)];
}

/** The lines of a {@link table} one after the other; the rows are gone through twice. */
export function* tableLines(rows: Iterable<readonly string[]>, limit = WIDEST_COLUMN): Generator<string> {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [i, cell] of row.entries())
      widths[i] = columnWidth([widths[i] ?? 0, displayWidth(cell)], limit);
  }
  for (const row of rows)
    yield row
      .map((cell, i) => (i === row.length - 1 ? cell : padEnd(cell, widths[i] ?? 0)))
      .join(GAP)
      .trimEnd();
}

/** The number of lines that are joined into a piece. */
const PIECE = 1_000;

/** The lines in pieces of text, each line with its break, so that half a million lines are never one text. */
export function* linesInPieces(lines: Iterable<string>, lineBreak = "\n"): Generator<string> {
  let piece: string[] = [];
  for (const line of lines) {
    piece.push(line);
    if (piece.length < PIECE) continue;
    yield [...piece, ""].join(lineBreak);
    piece = [];
  }
  if (piece.length > 0) yield [...piece, ""].join(lineBreak);
}

/** The space between two cells. */
const GAP = "  ";

/**
 * The same within `width` columns, each row as its lines. A row that is too long goes on below, deeper: at a cell, and
 * within a cell that is too long by itself at a word.
 */
export function fittedTable(
  rows: readonly (readonly string[])[],
  width: number,
  indent = "",
): readonly (readonly string[])[] {
  const room = width - indent.length;
  return table(rows, Math.min(WIDEST_COLUMN, Math.floor(room / 2))).map((line, i) =>
    displayWidth(line) <= room ? [indent + line] : flow(rows[i] ?? [], width, indent),
  );
}

/** Cells one after the other, broken between them where that is possible. */
function flow(cells: readonly string[], width: number, indent: string): string[] {
  const deeper = `${indent}    `;
  const lines: string[] = [];
  let line = "";
  for (const cell of cells.filter((text) => text !== "")) {
    const before = lines.length === 0 ? indent : deeper;
    const longer = line === "" ? before + cell : line + GAP + cell;
    if (displayWidth(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== "") lines.push(line);
    const own = wrap(cell, width, deeper, lines.length === 0 ? indent : deeper);
    line = own.pop() ?? "";
    lines.push(...own);
  }
  return line === "" ? lines : [...lines, line];
}

/**
 * The places at which an address may be broken: after a segment, or after a word of a name, but not before a colon: two
 * colons at the start of a line are a command to some build servers.
 */
const AFTER_SEGMENT = /(?<=[/ ])(?!:)/u;

/**
 * An address as lines of at most `width` columns, broken between its segments and words, each line deeper than the
 * first.
 */
export function wrapAddress(address: string, width: number, indent: string): string[] {
  const lines: string[] = [];
  let line = indent;
  for (const part of address.split(AFTER_SEGMENT)) {
    if (line.trim() !== "" && displayWidth((line + part).trimEnd()) > width) {
      lines.push(line);
      line = `${indent}    `;
    }
    line += part;
  }
  return [...lines, line].map((text) => text.trimEnd());
}
