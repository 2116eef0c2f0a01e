import { codePoint } from "../../util/unseen.js";
import type { FileDiagnostic } from "../text/file-diagnostic.js";

import { lineAt, linesThat, linesUpTo, type Mishap, slip } from "./lines.js";

/** Blanks that YAML takes for letters; such text was copied from a page or a chat. */
const ODD = "\\u00a0\\u2000-\\u200b\\u202f\\u3000";
const ODD_INDENT = new RegExp(`^[ \\t]*([${ODD}])`);
const ODD_AFTER_COLON = new RegExp(`:([${ODD}])`);

const SPACES_ONLY =
  "YAML knows ordinary spaces only, and takes special ones, such as no-break spaces, for letters. They come with text that was copied from a page or a chat. Replace all of them by ordinary spaces.";

/**
 * Returns true if a key without quotes holds a blank that was intended as indentation, or as the one after a
 * colon.
 */
export function holdsOddBlank(key: string): boolean {
  return ODD_INDENT.test(key) || ODD_AFTER_COLON.test(key);
}

/** Tabs at the beginning of lines, all of them together. */
export function tabIndent({ source, problem }: Mishap): FileDiagnostic | undefined {
  if (problem.code !== "TAB_AS_INDENT") return undefined;
  const lines = linesUpTo(source.text, source.text.length).filter(({ text }) => /^ *\t/.test(text));
  const [first = lineAt(source.text, problem.pos[0])] = lines;
  const summary = `${linesThat(lines.length > 0 ? lines : [first], "is indented with a tab", "are indented with tabs")}`;
  const detail =
    "YAML is indented with spaces only. Write spaces instead, as many as the lines beside it have; editors can convert a whole file.";
  return slip(source, [first.start, first.start + first.indent], summary, detail);
}

/** Blanks that look like spaces, before and in the line of a syntax error. */
export function oddBlank({ source, problem }: Mishap): FileDiagnostic | undefined {
  const isBefore = linesUpTo(source.text, problem.pos[1]).some(({ text }) => holdsOddBlank(text));
  return isBefore ? oddBlanks(source) : undefined;
}

/** All blanks of a file that look like spaces where YAML needs spaces, as one finding. */
export function oddBlanks(source: Mishap["source"]): FileDiagnostic | undefined {
  const lines = linesUpTo(source.text, source.text.length);
  const indented = lines.filter(({ text }) => ODD_INDENT.test(text));
  const odd = indented.length > 0 ? indented : lines.filter(({ text }) => ODD_AFTER_COLON.test(text));
  const [first] = odd;
  const blank = (ODD_INDENT.exec(first?.text ?? "") ?? ODD_AFTER_COLON.exec(first?.text ?? ""))?.[1];
  if (first === undefined || blank === undefined) return undefined;
  const [one, many] =
    indented.length > 0
      ? ["begins with a special space", "begin with a special space"]
      : ["has a special space after its colon", "have a special space after their colon"];
  const start = first.start + first.text.indexOf(blank);
  const summary = `${linesThat(odd, one, many)} (${codePoint(blank)})`;
  return slip(source, [start, start + 1], summary, SPACES_ONLY);
}
