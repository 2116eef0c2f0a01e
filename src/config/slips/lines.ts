import { CST, type YAMLParseError } from "yaml";
import { type FileDiagnostic, fileFinding } from "../text/file-diagnostic.js";
import type { Source } from "../text/source.js";

/** One line of a text; `number` counts from 1. */
export interface Line {
  readonly number: number;
  readonly start: number;
  readonly text: string;
  /** The number of blanks of any kind at its start. */
  readonly indent: number;
}

/** The keys and values of all documents, in their order. */
export function partsIn(tokens: readonly CST.Token[]): readonly CST.Token[] {
  const parts: CST.Token[] = [];
  for (const token of tokens)
    if (token.type === "document")
      CST.visit(token, ({ key, value }) => {
        parts.push(...[key ?? [], value ?? []].flat());
      });
  return parts;
}

/** The lines that say something, to the one that holds an offset. */
export function linesUpTo(text: string, offset: number): readonly Line[] {
  const lines: Line[] = [];
  for (let start = 0, number = 1; start <= offset && start < text.length; number += 1) {
    const line = lineFrom(text, start, number);
    if (line.text.trim() !== "" && !/^\s*#/.test(line.text)) lines.push(line);
    start += line.text.length + 1;
  }
  return lines;
}

/** The line that holds an offset. */
export function lineAt(text: string, offset: number): Line {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return lineFrom(text, start, text.slice(0, start).split("\n").length);
}

/** The line below another one; `undefined` below the last. */
export function lineBelow(text: string, { start, text: own, number }: Line): Line | undefined {
  const next = start + own.length + 1;
  return next < text.length ? lineFrom(text, next, number + 1) : undefined;
}

function lineFrom(text: string, start: number, number: number): Line {
  const end = text.indexOf("\n", start);
  const line = text.slice(start, end < 0 ? text.length : end);
  return { number, start, text: line, indent: line.length - line.trimStart().length };
}

/** The most lines that are named one by one. */
const MOST_NAMED = 4;

/**
 * The subject and verb for some lines: `Line 3 begins`, `Lines 3, 5 and 6 begin`, or `31 lines, the first of
 * them line 5, begin`.
 */
export function linesThat(lines: readonly Line[], one: string, many: string): string {
  const numbers = lines.map(({ number }) => number);
  const [first] = numbers;
  if (numbers.length === 1) return `Line ${first} ${one}`;
  if (numbers.length > MOST_NAMED) return `${numbers.length} lines, the first of them line ${first}, ${many}`;
  return `Lines ${numbers.slice(0, -1).join(", ")} and ${numbers.at(-1)} ${many}`;
}

/** The YAML library's first error, with the text and the tokens. */
export interface Mishap {
  readonly source: Source;
  readonly tokens: readonly CST.Token[];
  readonly problem: Pick<YAMLParseError, "code" | "message" | "pos">;
}

/** The finding of a typing mistake in the text of a file. */
export function slip(
  source: Source,
  [start, end]: readonly [number, number],
  summary: string,
  detail: string,
): FileDiagnostic {
  return fileFinding("yaml-syntax", summary, detail, { span: { source, start, end } });
}
