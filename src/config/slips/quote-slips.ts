import type { CST } from "yaml";
import { byKey } from "../../util/collections.js";
import { visible } from "../../util/escape.js";
import { codePoint } from "../../util/unseen.js";
import type { FileDiagnostic } from "../text/file-diagnostic.js";
import { quote } from "../text/wording.js";
import { lineAt, linesThat, type Mishap, partsIn, slip } from "./lines.js";

const CURLY = /[\u201c-\u201f]/;
const BETWEEN_CURLY = /^[\u201c-\u201f][^\n\u201c-\u201f]*[\u201c-\u201f]/;
const LONGEST_TEXT = 200;
const CURLY_PAIR = /^[\u2018-\u201b].*[\u2018-\u201b]$/;

/** Returns true if text without quotes begins with a curly one, or is between two of the single ones. */
export function hasCurlyQuotes(text: string): boolean {
  return CURLY.test(text.slice(0, 1)) || CURLY_PAIR.test(text);
}

/**
 * The finding about curly quotes that were intended as YAML's, one for the whole file; such texts begin at
 * `places`.
 */
export function curlyQuotes(source: Mishap["source"], places: readonly number[]): FileDiagnostic {
  const lines = [
    ...byKey(
      places.map((at) => lineAt(source.text, at)),
      "number",
    ).values(),
  ];
  const [start = 0] = places;
  const sign = source.text[start] ?? "";
  const rest = source.text.slice(start, start + LONGEST_TEXT);
  const [text = ""] = BETWEEN_CURLY.exec(rest) ?? /^[^\n,:\]}]*/.exec(rest) ?? [];
  const bare = text.trimEnd().replace(/[\u2018-\u201f]/g, "");
  const summary = `${linesThat(lines, "has a curly quote", "have curly quotes")} (${sign}), which YAML takes for a letter`;
  const detail = `Write ${quote(bare)}, with straight quotes or without any. If the curly quotes belong to the text, put straight ones around them (${codePoint(sign)} comes from a word processor or a chat).`;
  return slip(source, [start, start + 1], summary, detail);
}

/** A quote that nothing closes: the library complains at the end of the file. */
export function unclosedQuote({ source, tokens, problem }: Mishap): FileDiagnostic | undefined {
  const open = quotedTexts(tokens).find(
    (text) =>
      !isClosed(text.source) || (runsOver(text) && problem.pos[0] === text.offset + text.source.length),
  );
  if (open === undefined || open.offset > problem.pos[1]) return undefined;
  const { offset, source: text } = open;
  const sign = text.slice(0, 1);
  const [line = ""] = text.split("\n", 1);
  const { number } = lineAt(source.text, offset);
  const curly = CURLY.exec(line)?.[0];
  const detail =
    curly === undefined
      ? `Write the ${sign} at the end of the text.`
      : `The text ends with the curly quote ${curly}, which YAML takes for a letter. Write ${sign} in its place.`;
  return slip(
    source,
    [offset, offset + line.length],
    `The ${sign} of line ${number} is never closed`,
    detail,
  );
}

function quotedTexts(tokens: readonly CST.Token[]): readonly CST.FlowScalar[] {
  return partsIn(tokens).filter(
    (part): part is CST.FlowScalar =>
      part.type === "double-quoted-scalar" || part.type === "single-quoted-scalar",
  );
}

function isClosed(text: string): boolean {
  return text.length > 1 && text.endsWith(text.slice(0, 1));
}

/** Returns true if a text goes on in a line that looks like a key: a quote further down has closed it. */
function runsOver({ source }: CST.FlowScalar): boolean {
  return /\n[^\n]*:\s/.test(source);
}

/** A backslash in double quotes. */
export function badEscape({ source, problem }: Mishap): FileDiagnostic | undefined {
  if (problem.code !== "BAD_DQ_ESCAPE") return undefined;
  const [sequence = "\\"] = /^\\./u.exec(source.text.slice(problem.pos[0])) ?? [];
  const detail = "In double quotes, a backslash begins an escape. Write it twice, or use single quotes.";
  return slip(source, problem.pos, `${visible(sequence)} is not an escape of YAML`, detail);
}

/** A sign that YAML has for itself. */
export function reservedSign({ source, problem }: Mishap): FileDiagnostic | undefined {
  const { code, pos } = problem;
  if (code !== "BAD_SCALAR_START" && code !== "BAD_ALIAS") return undefined;
  const [text = ""] = /^[^\n,\]}]*/.exec(source.text.slice(pos[0])) ?? [];
  const detail = `Put it in quotes: ${quote(text.trimEnd())}.`;
  return slip(source, pos, `Text cannot begin with ${quote(text.slice(0, 1))} without quotes`, detail);
}

/** An apostrophe in text between single quotes, or a quote in text between double ones: it ends the text. */
export function quoteInText({ source, problem }: Mishap): FileDiagnostic | undefined {
  const at = problem.pos[0] - 1;
  const sign = source.text[at];
  if (problem.code !== "UNEXPECTED_TOKEN" || (sign !== "'" && sign !== '"')) return undefined;
  const instead = sign === "'" ? "Write it twice, or put the text in double quotes." : 'Write it as \\".';
  const { number } = lineAt(source.text, at);
  return slip(source, [at, at + 1], `The ${sign} in line ${number} ends the text, which goes on`, instead);
}
