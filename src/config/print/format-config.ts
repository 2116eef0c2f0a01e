import { type Document, isMap, isNode, Scalar, visit } from "yaml";
import type { Diagnostic } from "../../model/diagnostic.js";
import { parseSource } from "../parse/parse-source.js";
import { fileFinding } from "../text/file-diagnostic.js";
import { createLocator } from "../text/location.js";
import type { Source } from "../text/source.js";
import { toDiagnostics } from "../text/to-diagnostics.js";
import { unusedMark, withMarks, withoutMarks } from "./comment-levels.js";

/** Comments in odd places settle at the second pass, and those that look like items of one another one by one. */
const MOST_PASSES = 10;

/**
 * A file's text in its canonical form: indented by two, one space between things, no wrapped lines, newlines alone.
 * Comments with their levels, anchors, the order of keys, blank lines and the style of each scalar and collection stay;
 * what the file means never changes. Idempotent. A file that is not well-formed comes back as it is, with diagnostics.
 */
export function formatConfig(
  text: string,
  filename: string,
): { readonly text: string; readonly diagnostics: readonly Diagnostic[] } {
  let current = text;
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    // A line break is the same to YAML in either form; the library would keep the carriage return in comments.
    const parsed = parseSource({ filename, text: current.replaceAll("\r\n", "\n") });
    if (!("document" in parsed)) return { text, diagnostics: toDiagnostics([parsed], createLocator()) };
    const meaning = meaningOf(parsed.document);
    const formatted = printWithLevels(parsed.document, parsed.source);
    if (formatted instanceof Error) return unprintable(text, formatted.message);
    if (formatted === current) return { text: current, diagnostics: [] };
    const again = parseSource({ filename, text: formatted });
    if (!("document" in again) || meaningOf(again.document) !== meaning)
      return unprintable(text, "the library would print something that means something else");
    current = formatted;
  }
  return unprintable(text, "it would look different each time");
}

/** The content of a document without comments and style, as one text. */
function meaningOf(document: Document): string {
  writeOutNothing(document);
  const parts: unknown[] = [];
  visit(document, {
    Scalar: (_, { value }) => void parts.push(value),
    Alias: (_, { source }) => void parts.push({ source }),
    Map: (_, { items }) => void parts.push(items.length),
    Seq: (_, { items }) => void parts.push([items.length]),
  });
  return JSON.stringify(parts);
}

/** Writes out the empty value of `? key`; without a schema the library cannot print it. */
function writeOutNothing(document: Document): void {
  visit(document, {
    Pair: (_key, pair) => {
      if (pair.value === null) pair.value = new Scalar("");
    },
  });
}

/**
 * Moves a comment between an anchor at the top and the first key to that key: the library prints it above the
 * anchor and reads it there as the key's, so that the two would change places at every pass.
 */
function giveToFirstKey({ contents }: Document): void {
  if (!isMap(contents) || contents.anchor === undefined || !contents.commentBefore) return;
  const key = contents.items[0]?.key;
  if (!isNode(key)) return;
  key.commentBefore = [contents.commentBefore, key.commentBefore].filter(Boolean).join("\n");
  contents.commentBefore = null;
}

/** The printed document, with each comment at its level. */
function printWithLevels(document: Document, { filename, text }: Source): string | Error {
  const mark = unusedMark(text);
  const marked = parseSource({ filename, text: withMarks(text, mark) });
  const printed = print("document" in marked ? marked.document : document);
  return printed instanceof Error ? printed : withoutMarks(printed, mark);
}

function print(document: Document): string | Error {
  giveToFirstKey(document);
  try {
    return document.toString({
      indent: 2,
      lineWidth: 0,
      flowCollectionPadding: false,
      verifyAliasOrder: false,
    });
  } catch (cause) {
    // It prints less than it reads, such as no anchor with a no-break space in its name.
    return cause instanceof Error ? cause : new Error(String(cause));
  }
}

/** The file as it is, and why. */
function unprintable(text: string, why: string): { text: string; diagnostics: readonly Diagnostic[] } {
  const finding = fileFinding("yaml-syntax", "The file cannot be formatted", `It stays as it is: ${why}.`);
  return { text, diagnostics: toDiagnostics([[finding]], createLocator()) };
}
