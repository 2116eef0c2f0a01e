import type { Diagnostic } from "../model/diagnostic.js";
import { parseSource } from "./parse-source.js";
import { createPlacer } from "./place.js";
import { toDiagnostics } from "./to-diagnostics.js";

/**
 * A file's text in its canonical form: indented by two, one space between things, no wrapped lines. Comments, anchors,
 * the order of keys, blank lines and the style of each scalar and collection stay; what the file means never changes.
 * Idempotent. A file that is not well-formed comes back as it is, with diagnostics.
 */
export function formatConfig(
  text: string,
  filename: string,
): { readonly text: string; readonly diagnostics: readonly Diagnostic[] } {
  const parsed = parseSource({ filename, text });
  if (!("document" in parsed)) return { text, diagnostics: toDiagnostics([parsed], createPlacer()) };
  const formatted = parsed.document.toString({
    indent: 2,
    lineWidth: 0,
    flowCollectionPadding: false,
    verifyAliasOrder: false,
  });
  return { text: formatted, diagnostics: [] };
}
