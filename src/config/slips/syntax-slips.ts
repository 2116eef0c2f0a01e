import type { CST } from "yaml";
import type { FileDiagnostic } from "../text/file-diagnostic.js";
import { areSiblings, KEYS } from "../text/file-schema.js";
import { quote } from "../text/wording.js";
import { oddBlank, tabIndent } from "./blank-slips.js";
import { type Line, lineAt, lineBelow, linesUpTo, type Mishap, partsIn, slip } from "./lines.js";
import { badEscape, quoteInText, reservedSign, unclosedQuote } from "./quote-slips.js";

/** The usual mistakes, those first that make the library complain of something else. */
const SLIPS: readonly ((mishap: Mishap) => FileDiagnostic | undefined)[] = [
  tabIndent,
  unquotedVariable,
  foreignVariable,
  oddBlank,
  foreignLine,
  unclosedQuote,
  badEscape,
  quoteInText,
  unclosedBracket,
  closesNothing,
  reservedSign,
  missingColon,
  colonInText,
  indentedTooFar,
  unevenIndent,
  noDash,
];

/**
 * The typing mistake behind a syntax error, in words about the file: the library's errors are about YAML's
 * grammar, often of a later line. `undefined` if it is no usual mistake.
 */
export function explainSlip(mishap: Mishap): FileDiagnostic | undefined {
  for (const explain of SLIPS) {
    const slip = explain(mishap);
    if (slip !== undefined) return slip;
  }
  return undefined;
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

/** The finding about `{{name}}`, the syntax of variables in other tools. */
function foreignVariable({ source, problem }: Mishap): FileDiagnostic | undefined {
  if (problem.code !== "NON_STRING_KEY") return undefined;
  const at = source.text.lastIndexOf("{{", problem.pos[0]);
  const [reference, name] = /^\{\{\s*([\w.]{1,80})\s*\}\}/.exec(at < 0 ? "" : source.text.slice(at)) ?? [];
  if (reference === undefined || problem.pos[0] > at + 1) return undefined;
  const detail = `A reference to a variable is written "\${var.${name?.split(".").at(-1)}}", in quotes inside { } and [ ].`;
  return slip(source, [at, at + reference.length], `${reference} is not a reference to a variable`, detail);
}

/** The innermost bracket that nothing closes: the library complains where it gave up, often lines below. */
function unclosedBracket({ source, tokens, problem }: Mishap): FileDiagnostic | undefined {
  if (
    !/^Flow (map|sequence) in block collection|must end with a [\]}]|^Block collections are not allowed/.test(
      problem.message,
    )
  )
    return undefined;
  const open = partsIn(tokens)
    .filter((part) => part.type === "flow-collection")
    .findLast((part) => !isClosed(part) && part.offset <= problem.pos[1]);
  if (open === undefined) return undefined;
  const { offset, source: bracket } = open.start;
  const { number, start, text } = lineAt(source.text, offset);
  const closing = bracket === "{" ? "}" : "]";
  const comment = / #.*[\]}]/.test(text.slice(offset - start))
    ? " What follows # in that line is a comment: text with a # in it needs quotes."
    : "";
  const summary = `The ${bracket} of line ${number} is never closed`;
  return slip(source, [offset, offset + 1], summary, `Write the ${closing} that belongs to it.${comment}`);
}

function isClosed({ start, end }: CST.FlowCollection): boolean {
  const closing = start.source === "{" ? "flow-map-end" : "flow-seq-end";
  return end.some(({ type }) => type === closing);
}

/** A bracket too many. */
function closesNothing({ source, problem }: Mishap): FileDiagnostic | undefined {
  const bracket = source.text[problem.pos[0]];
  if (problem.code !== "UNEXPECTED_TOKEN" || (bracket !== "]" && bracket !== "}")) return undefined;
  const { number } = lineAt(source.text, problem.pos[0]);
  const summary = `The ${bracket} of line ${number} closes nothing`;
  const detail = `Take it out, or write the ${bracket === "}" ? "{" : "["} that belongs to it.`;
  return slip(source, [problem.pos[0], problem.pos[0] + 1], summary, detail);
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
  const neighbour = outer && neighbourOf(outer, line, above);
  if (outer !== undefined && neighbour !== undefined) {
    const summary = `Line ${outer.number} is indented by ${outer.indent}, and belongs beside lines ${neighbour.number} and ${line.number}`;
    const detail = `Both are indented by ${line.indent}. Indent line ${outer.number} as far.`;
    return slip(source, [outer.start, outer.start + outer.text.length], summary, detail);
  }
  const other = sibling ?? deeper;
  const summary = `Line ${line.number} is indented by ${line.indent}, line ${other.number} above it by ${other.indent}`;
  const detail = "Lines of one mapping or list start at the same column. Indent both alike.";
  return slip(source, [line.start, line.start + line.indent + 1], summary, detail);
}

/** A key at the depth of the items of a list. */
function noDash({ source, problem }: Mishap): FileDiagnostic | undefined {
  if (!problem.message.startsWith("Sequence item without - indicator")) return undefined;
  const line = lineAt(source.text, problem.pos[1] - 1);
  const key = linesUpTo(source.text, line.start - 1).findLast(
    ({ text, indent }) => indent < line.indent && /:\s*(#.*)?$/.test(text),
  );
  const place = key === undefined ? "" : ` of line ${key.number}`;
  const depth = key === undefined ? "less" : `by ${key.indent}`;
  const summary = `Line ${line.number} is as deep as the items of the list${place}, and begins with no dash`;
  const detail = `If it is no item, indent it ${depth}; if it is one, begin it with "- ".`;
  return slip(source, [line.start, line.start + line.text.length], summary, detail);
}

/**
 * The line above `outer` that is as deep as `line`, if all three are keys of one mapping: then it is `outer` that is
 * too far left, and not `line`, where the library complains.
 */
function neighbourOf(outer: Line, line: Line, above: readonly Line[]): Line | undefined {
  const before = above.findLast(({ number, indent }) => number < outer.number && indent <= line.indent);
  const keys = [before, outer, line].map((one) => /^\s*([\w-]+):/.exec(one?.text ?? "")?.[1] ?? "");
  return before?.indent === line.indent && areSiblings(keys) ? before : undefined;
}

/** The longest text that is examined, so that a hostile line takes little time; labels are shorter. */
const LONGEST_TEXT = 200;

/** The marks of a merge, which begin their lines: no text of a file does, not even in a block. */
const MERGE_MARK = /^(?:<{7}|={7}|>{7})(?: |$)/;

/** Lines that are at home elsewhere, and how to do without them. */
const FOREIGN_LINES: readonly (readonly [line: RegExp, summary: string, detail: string])[] = [
  [/^```/, "is a mark of Markdown", "Take the lines with ``` out: the file holds YAML alone."],
  [/^\s*(?:\/\/|\/\*|--\s)/, "looks like a comment", "A comment of YAML begins with #."],
];

/** A line that belongs to no YAML: a merge mark, a fence, a comment of another language. */
function foreignLine({ source, problem }: Mishap): FileDiagnostic | undefined {
  const lines = linesUpTo(source.text, problem.pos[1]);
  const mark = lines.find(({ text }) => MERGE_MARK.test(text));
  if (mark !== undefined) {
    const detail = "Keep one of the two versions between <<<<<<< and >>>>>>>, and take the three marks out.";
    return slip(
      source,
      spanOf(mark),
      `Line ${mark.number} is a mark of a merge that was not finished`,
      detail,
    );
  }
  // Further up, such a line may be part of a text in a block.
  const line = lineAt(source.text, problem.pos[0]);
  const found = FOREIGN_LINES.find(([sign]) => sign.test(line.text));
  return found && slip(source, spanOf(line), `Line ${line.number} ${found[1]}`, found[2]);
}

/** A key without its colon, or without the blank after it. */
function missingColon({ source, problem }: Mishap): FileDiagnostic | undefined {
  const isKey =
    problem.code === "MULTILINE_IMPLICIT_KEY" ||
    /^Implicit map keys need to be followed/.test(problem.message);
  const line = lineAt(source.text, problem.pos[0]);
  const text = line.text.trim().replace(/\s+#.*$/, "");
  if (!isKey || /:(?:\s|$)/.test(text) || text.length > LONGEST_TEXT) return undefined;
  const below = lineBelow(source.text, line);
  const [what, instead] = withColon(text, below !== undefined && below.indent > line.indent);
  return slip(source, spanOf(line), `Line ${line.number} ${what}`, `Write \`${instead}\`.`);
}

function withColon(text: string, hasEntries: boolean): readonly [what: string, instead: string] {
  const [, bare, value] = /^([\w-]+):(\S.*)$/.exec(text) ?? [];
  if (bare !== undefined) return ["has no space after its colon", `${bare}: ${value}`];
  const [, name, right = ""] = /^([^=]+?)\s*=\s*(.*)$/.exec(text) ?? [];
  if (name !== undefined) return ["has = where a colon belongs", `${name}: ${right}`.trim()];
  const [, key, rest] = /^(\S+)\s+(.*)$/.exec(text) ?? [];
  if (hasEntries && !(key !== undefined && KEYS.has(key)))
    return ["lacks the colon after its key", `${text}:`];
  return ["lacks the colon after its key", key === undefined ? `${text}:` : `${key}: ${rest}`];
}

/** The finding about a second colon, as in `label: Limit: max`, in block style and within braces. */
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
  const start = problem.pos[0];
  return slip(source, [start, start + text.length], ...ofSecondColon(key, text));
}

/** The message about a line with two colons, with the likely meaning. */
function ofSecondColon(key: string, text: string): readonly [summary: string, detail: string] {
  const quoted = `Text with ": " in it needs quotes`;
  const why = "YAML takes the text before the second colon for a key.";
  if (text.endsWith(":")) return [quoted, `${why} Write ${quote(`${key}: ${text.slice(0, -1)}`)}:`];
  const [, value, next, rest] = /^(.*\S)\s+(\w+):\s+(.*)$/.exec(text) ?? [];
  if (next !== undefined && KEYS.has(next))
    return [`A comma is missing before ${quote(next)}`, `Write ${key}: ${value}, ${next}: ${rest}`];
  return [quoted, `${why} Write ${key}: ${quote(text)}`];
}

function spanOf({ start, indent, text }: Line): readonly [number, number] {
  return [start + indent, start + text.length];
}
