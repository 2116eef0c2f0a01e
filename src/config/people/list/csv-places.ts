/** The place of a cell in a csv text, quotes included; `isLast` of its record. */
interface Cell {
  readonly start: number;
  readonly end: number;
  readonly isLast: boolean;
}

const QUOTE = '"';

/** The places where the records of a text start, and the first damage in it, if there is any. */
export interface RecordStarts {
  readonly starts: readonly number[];
  readonly damage: number | undefined;
}

/**
 * The offset at which each record of a CSV text starts, as the library reads it, without empty lines; and the offset of
 * damage, if there is any. The library's own places cost more than all the rest of reading, so they are computed here,
 * on demand.
 */
export function recordStarts(text: string, delimiter: string): RecordStarts {
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
export function cellOfRecord(text: string, start: number, column: number, delimiter: string): Cell {
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
