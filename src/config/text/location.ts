import { type Address, parseRulePath } from "../../model/address.js";
import type { Diagnostic, Position, Snippet, SourceRange } from "../../model/diagnostic.js";
import type { Source, Span } from "./source.js";

/** A span in lines and columns, with the line it starts on where that may be shown. */
export interface SourceLocation {
  readonly range: SourceRange;
  readonly snippet?: Snippet;
}

/** Finds the place of an address, or of the path of a rule. */
export type Locate = (address: Address) => SourceLocation | undefined;

/**
 * Adds places to diagnostics that have an address and no range, such as the planner's. The path of a rule is only its
 * place: nobody else knows it as an address.
 */
export function locateDiagnostics(
  file: { readonly locate: Locate } | undefined,
  diagnostics: readonly Diagnostic[],
): readonly Diagnostic[] {
  return diagnostics.map((diagnostic) => {
    const { address, range, ...rest } = diagnostic;
    if (address === undefined || range !== undefined) return diagnostic;
    const isRule = parseRulePath(address) !== undefined;
    return { ...(isRule ? rest : diagnostic), ...file?.locate(address) };
  });
}

/**
 * The most that a snippet shows of a line, in UTF-16 units: a file on one line must not be quoted completely.
 */
const SNIPPET_WIDTH = 240;
const BEFORE_HIGHLIGHT = 80;

/** Turns spans into places; each source is searched for its lines once, when the first of its spans is asked for. */
export function createLocator(): (span: Span) => SourceLocation {
  const linesOf = new Map<Source, Lines>();
  return (span) => {
    const lines = linesOf.get(span.source) ?? readLines(span.source.text);
    linesOf.set(span.source, lines);
    return locationOf(span, lines);
  };
}

/** The start of each line, in UTF-16 units and in bytes. */
interface Lines {
  readonly starts: readonly number[];
  readonly bytes: readonly number[];
}

function readLines(text: string): Lines {
  const starts = [0];
  const bytes = [0];
  let byte = 0;
  for (let start = 0; ; ) {
    const end = text.indexOf("\n", start) + 1;
    if (end === 0) return { starts, bytes };
    byte += Buffer.byteLength(text.slice(start, end));
    starts.push(end);
    bytes.push(byte);
    start = end;
  }
}

function locationOf(span: Span, lines: Lines): SourceLocation {
  const { start, end, source } = span;
  const { filename, text, isOutside } = source;
  const from = positionOf(text, start, lines);
  const range = { filename, start: from, end: positionOf(text, end, lines) };
  return isOutside ? { range } : { range, snippet: snippetOf(span, from) };
}

function snippetOf({ source: { text }, start, end }: Span, from: Position): Snippet {
  const lineStart = start - (from.column - 1);
  const newline = text.indexOf("\n", lineStart);
  const line = withoutSecret(text.slice(lineStart, newline < 0 ? text.length : newline).replace(/\r$/, ""));
  const cut = line.length > SNIPPET_WIDTH ? Math.max(0, from.column - 1 - BEFORE_HIGHLIGHT) : 0;
  const code = line.slice(cut, cut + SNIPPET_WIDTH);
  const highlightStart = Math.min(from.column - 1 - cut, code.length);
  const highlightEnd = Math.min(Math.max(end, start + 1) - lineStart - cut, code.length);
  return {
    code,
    start_line: from.line,
    highlight_start_offset: highlightStart,
    highlight_end_offset: Math.max(highlightStart, highlightEnd),
  };
}

/**
 * No file has a secret: of a client secret it has the day on which that ends. One that is there by mistake, as the value
 * of a key of such a name or in front of a host, is not repeated.
 */
const SECRETS: readonly RegExp[] = [
  /(\bclient_secret["']?\s*:)(?!\s*($|#|\{\s*expires_on\s*:\s*["']?\d{4}-\d\d-\d\d["']?\s*\})).*/,
  /(\b\w*(?:token|password|secret|api_?key)["']?\s*:)(?!\s*($|[#{])).*/i,
  /(:\/\/)[^/\s"']+(?=@)/,
];

const withoutSecret = (line: string): string =>
  SECRETS.reduce((text, secret) => text.replace(secret, "$1 (withheld)"), line);

/** The index of the line that holds an offset, found by halving; `starts` are the offsets of all lines. */
export function lineIndex(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

function positionOf(text: string, offset: number, { starts, bytes }: Lines): Position {
  const index = lineIndex(starts, offset);
  const start = starts[index] ?? 0;
  return {
    line: index + 1,
    column: offset - start + 1,
    byte: (bytes[index] ?? 0) + Buffer.byteLength(text.slice(start, offset)),
  };
}
