import type { FileDiagnostic } from "../text/file-diagnostic.js";
import { KEYS } from "../text/file-schema.js";
import { quote } from "../text/wording.js";
import { type Line, lineAt, lineBelow, linesUpTo, type Mishap, slip } from "./lines.js";

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
export function foreignLine({ source, problem }: Mishap): FileDiagnostic | undefined {
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
export function missingColon({ source, problem }: Mishap): FileDiagnostic | undefined {
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
export function colonInText({ source, problem }: Mishap): FileDiagnostic | undefined {
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
  return slip(source, [start, start + text.length], ...suggestWithSynonyms(key, text));
}

/** The message about a line with two colons, with the likely meaning. */
function suggestWithSynonyms(key: string, text: string): readonly [summary: string, detail: string] {
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
