import { type Document, Scalar, visit } from "yaml";
import type { Diagnostic } from "../model/diagnostic.js";
import { error, type Finding } from "./finding.js";
import { parseSource } from "./parse-source.js";
import { createPlacer } from "./place.js";
import { toDiagnostics } from "./to-diagnostics.js";

/** Comments in odd places settle at the second pass; nothing known needs a third. */
const MOST_PASSES = 4;

/**
 * A file's text in its canonical form: indented by two, one space between things, no wrapped lines, newlines alone.
 * Comments, anchors, the order of keys, blank lines and the style of each scalar and collection stay; what the file
 * means never changes. Idempotent. A file that is not well-formed comes back as it is, with diagnostics.
 */
export function formatConfig(
  text: string,
  filename: string,
): { readonly text: string; readonly diagnostics: readonly Diagnostic[] } {
  let current = text;
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    // A line break is the same to YAML in either form; the library would keep the carriage return in comments.
    const parsed = parseSource({ filename, text: current.replaceAll("\r\n", "\n") });
    if (!("document" in parsed)) return { text, diagnostics: toDiagnostics([parsed], createPlacer()) };
    const formatted = print(parsed.document);
    if (formatted instanceof Error)
      return { text, diagnostics: toDiagnostics([[unprintable(formatted)]], createPlacer()) };
    if (formatted === current) break;
    current = formatted;
  }
  return { text: current, diagnostics: [] };
}

function print(document: Document): string | Error {
  visit(document, {
    Pair: (_key, pair) => {
      // Of `? key` alone; without a schema the library has no way to print nothing.
      if (pair.value === null) pair.value = new Scalar("");
    },
  });
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

function unprintable({ message }: Error): Finding {
  return error("yaml-syntax", "The file cannot be formatted", `It stays as it is: ${message}`);
}
