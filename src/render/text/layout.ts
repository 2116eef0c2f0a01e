import { eastAsianWidth } from "get-east-asian-width";

/** Letters of one column each, which need not be looked up: Latin, and the arrow that we write ourselves. */
const NARROW = /[\x20-\x7e\u00c0-\u02ff\u2192]+/g;
const ALL_NARROW = /^[\x20-\x7e\u00c0-\u02ff\u2192]*$/;

/** Characters that combine with the one before: marks, and the modifiers of emoji. */
const COMBINING = /[\p{M}\p{Emoji_Modifier}]/u;

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

/** Fills up with spaces to `width` columns; longer text stays whole. */
export function padEnd(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - displayWidth(text)));
}

/**
 * Breaks prose at spaces into lines of at most `width` columns, each after `indent`.
 * A word that is longer stays whole: names are never cut.
 */
export function wrap(text: string, width: number, indent = ""): string[] {
  if (text === "") return [];
  const lines: string[] = [];
  const room = Math.max(20, width - indent.length);
  let line = "";
  let used = 0;
  for (const word of text.split(" ")) {
    const columns = displayWidth(word);
    if (line !== "" && used + 1 + columns > room) {
      lines.push(indent + line);
      line = word;
      used = columns;
    } else {
      line = line === "" ? word : `${line} ${word}`;
      used += columns + (used === 0 ? 0 : 1);
    }
  }
  return line === "" ? lines : [...lines, indent + line];
}

/** Blocks of lines with an empty line between them, those without any line left out. Ends in a newline. */
export function blocksText(blocks: readonly (readonly string[])[]): string {
  const some = blocks.filter((block) => block.length > 0);
  return `${some.map((block) => block.join("\n")).join("\n\n")}\n`;
}

/** How wide an aligned column is: as its widest cell, but cells beyond `limit` do not push the others. */
export function columnWidth(widths: readonly number[], limit: number): number {
  return widths.reduce((widest, width) => (width <= limit && width > widest ? width : widest), 0);
}

/** Rows as aligned columns, two spaces apart; the last one is not filled up. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const widths = Array.from({ length: columns }, (_, i) =>
    columnWidth(
      rows.map((row) => displayWidth(row[i] ?? "")),
      60,
    ),
  );
  return rows.map((row) =>
    row
      .map((cell, i) => (i === row.length - 1 ? cell : padEnd(cell, widths[i] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
}
