import { CST, type YAMLParseError } from "yaml";
import { error, type FileDiagnostic } from "../validate/file-diagnostic.js";
import { codePoint, quote } from "../validate/wording.js";
import type { Source } from "./source.js";

/** The YAML library's first error, with the text and the tokens. */
interface Mishap {
  readonly source: Source;
  readonly tokens: readonly CST.Token[];
  readonly problem: Pick<YAMLParseError, "code" | "message" | "pos">;
}

/** Nobody writes a longer label, and a hostile line must not take long to look at. */
const LONGEST_TEXT = 200;
/** A blank that YAML takes for a letter. */
const ODD_BLANK = /^[ \t]*([\u00a0\u2000-\u200b\u202f\u3000])/;

/**
 * The typing mistake behind a syntax error, in words about the file: most errors of the library speak of YAML's grammar,
 * and often of a line below the one to correct. `undefined` where it is not one of the usual mistakes.
 */
export function explainSlip(mishap: Mishap): FileDiagnostic | undefined {
  return (
    unquotedVariable(mishap) ??
    oddBlank(mishap) ??
    unclosedBracket(mishap) ??
    reservedSign(mishap) ??
    colonInText(mishap) ??
    indentedTooFar(mishap) ??
    unevenIndent(mishap)
  );
}

function slip(source: Source, [start, end]: readonly [number, number], summary: string, detail: string) {
  return error("yaml-syntax", summary, detail, { span: { source, start, end } });
}

/** A reference to a variable within `{}` or `[]`, where YAML takes its braces for its own. */
function unquotedVariable({ source, problem }: Mishap): FileDiagnostic | undefined {
  const [at] = problem.pos;
  const start = source.text.lastIndexOf("${", at);
  const between = source.text.slice(start, at);
  if (start === -1 || between.length > 2 || between.includes("\n")) return undefined;
  const [reference = "${"] = /^\$\{[^}\n]*\}?/.exec(source.text.slice(start)) ?? [];
  const detail = `Inside { } and [ ], YAML takes its braces for a mapping. Write it in quotes: "\${var.name}".`;
  return slip(source, [start, start + reference.length], `${reference} is without quotes here`, detail);
}

function oddBlank({ source, problem }: Mishap): FileDiagnostic | undefined {
  const lines = linesUpTo(source.text, problem.pos[1]);
  const line = lines.find(({ text }) => ODD_BLANK.test(text));
  const blank = ODD_BLANK.exec(line?.text ?? "")?.[1];
  if (line === undefined || blank === undefined) return undefined;
  const start = line.start + line.text.indexOf(blank);
  const summary = `Line ${line.number} begins with a blank that is not a space (${codePoint(blank)})`;
  return slip(source, [start, start + 1], summary, ODD_BLANK_ADVICE);
}

/** Advice on a blank that looks like indentation and is not; such text was copied from a page or a chat. */
export const ODD_BLANK_ADVICE =
  "YAML is indented with ordinary spaces only. Replace it, and those beside it.";

/** Returns true if a key begins with a blank that was meant as indentation. */
export function beginsWithOddBlank(key: string): boolean {
  return ODD_BLANK.test(key);
}

/** The innermost bracket that nothing closes: the library complains where it gave up, often lines below. */
function unclosedBracket({ source, tokens, problem }: Mishap): FileDiagnostic | undefined {
  if (!/^Flow (map|sequence) in block collection|must end with a [\]}]/.test(problem.message))
    return undefined;
  let open: CST.SourceToken | undefined;
  for (const token of tokens) {
    if (token.type !== "document") continue;
    CST.visit(token, ({ key, value }) => {
      for (const part of [key, value])
        if (part?.type === "flow-collection" && !isClosed(part) && part.offset <= problem.pos[1])
          open = part.start;
    });
  }
  if (open === undefined) return undefined;
  const { offset, source: bracket } = open;
  const { number } = lineAt(source.text, offset);
  const closing = bracket === "{" ? "}" : "]";
  const summary = `The ${bracket} of line ${number} is never closed`;
  return slip(source, [offset, offset + 1], summary, `Write the ${closing} that belongs to it.`);
}

function isClosed({ start, end }: CST.FlowCollection): boolean {
  const closing = start.source === "{" ? "flow-map-end" : "flow-seq-end";
  return end.some(({ type }) => type === closing);
}

function reservedSign({ source, problem }: Mishap): FileDiagnostic | undefined {
  const { code, pos } = problem;
  if (code !== "BAD_SCALAR_START") return undefined;
  const [text = ""] = /^[^\n,\]}]*/.exec(source.text.slice(pos[0])) ?? [];
  const detail = `Put it in quotes: ${quote(text.trimEnd())}.`;
  return slip(source, pos, `Text cannot begin with ${quote(text.slice(0, 1))} without quotes`, detail);
}

/** `label: Limit: max`, in block style and within braces. */
function colonInText({ source, problem }: Mishap): FileDiagnostic | undefined {
  const inBlock = problem.code === "BLOCK_AS_IMPLICIT_KEY";
  if (!inBlock && problem.code !== "BLOCK_IN_FLOW") return undefined;
  const line = lineAt(source.text, problem.pos[0]);
  const before = line.text.slice(0, problem.pos[0] - line.start).slice(-LONGEST_TEXT);
  const after = line.text.slice(problem.pos[0] - line.start).slice(0, LONGEST_TEXT);
  const ends = inBlock ? /\s+#.*$|\s*$/ : /\s*[,}\]].*$|\s*$/;
  const text = after.replace(ends, "");
  const [, key] = /([^\s:,{[][^:,{[]*):\s+$/.exec(before) ?? [];
  if (key === undefined || !/^[^"'{[&*|>].*:(\s|$)/.test(text)) return undefined;
  const detail = `YAML takes the text before the second colon for a key. Write ${key}: ${quote(text)}`;
  const start = problem.pos[0];
  return slip(source, [start, start + text.length], `Text with ": " in it needs quotes`, detail);
}

/** A line below one that has its value already: one of the two is at the wrong depth. */
function indentedTooFar({ source, problem }: Mishap): FileDiagnostic | undefined {
  if (problem.code !== "MULTILINE_IMPLICIT_KEY" && problem.code !== "BLOCK_AS_IMPLICIT_KEY") return undefined;
  const line = lineAt(source.text, problem.pos[0]);
  const below = lineBelow(source.text, line);
  if (below === undefined || below.indent <= line.indent || !/:\s+\S/.test(line.text)) return undefined;
  const above = linesUpTo(source.text, line.start - 1).findLast(
    ({ text, indent }) => indent >= line.indent && /:\s*(#.*)?$/.test(text),
  );
  const depth =
    above === undefined ? "" : ` If both belong to line ${above.number}, indent them by ${above.indent + 2}.`;
  const summary = `Line ${below.number} is below line ${line.number}, which already has its value`;
  const detail = `Line ${line.number} is indented by ${line.indent}, line ${below.number} by ${below.indent}.${depth}`;
  return slip(source, [line.start + line.indent, line.start + line.text.length], summary, detail);
}

/** A line that begins between the columns of those above it. */
function unevenIndent({ source, problem }: Mishap): FileDiagnostic | undefined {
  if (problem.code !== "BAD_INDENT") return undefined;
  const line = lineAt(source.text, problem.pos[1]);
  const above = linesUpTo(source.text, line.start - 1);
  const deeper = above.at(-1);
  const outer = above.findLast(({ indent }) => indent < line.indent);
  if (deeper === undefined || deeper.indent === line.indent) return undefined;
  const sibling = above.find(
    ({ number, indent }) => number > (outer?.number ?? 0) && indent <= deeper.indent,
  );
  const other = sibling ?? deeper;
  const summary = `Line ${line.number} is indented by ${line.indent}, line ${other.number} above it by ${other.indent}`;
  const detail = "Lines of one mapping or list start at the same column. Indent both alike.";
  return slip(source, [line.start, line.start + line.indent + 1], summary, detail);
}

interface Line {
  readonly number: number;
  readonly start: number;
  readonly text: string;
  readonly indent: number;
}

/** The lines that say something, to the one that holds an offset. */
function linesUpTo(text: string, offset: number): readonly Line[] {
  const lines: Line[] = [];
  for (let start = 0, number = 1; start <= offset && start < text.length; number += 1) {
    const line = lineFrom(text, start, number);
    if (line.text.trim() !== "" && !/^\s*#/.test(line.text)) lines.push(line);
    start += line.text.length + 1;
  }
  return lines;
}

function lineAt(text: string, offset: number): Line {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return lineFrom(text, start, text.slice(0, start).split("\n").length);
}

function lineBelow(text: string, { start, text: own, number }: Line): Line | undefined {
  const next = start + own.length + 1;
  return next < text.length ? lineFrom(text, next, number + 1) : undefined;
}

function lineFrom(text: string, start: number, number: number): Line {
  const end = text.indexOf("\n", start);
  const line = text.slice(start, end < 0 ? text.length : end);
  return { number, start, text: line, indent: line.length - line.trimStart().length };
}
