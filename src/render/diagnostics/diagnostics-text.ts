import type { Diagnostic, Snippet } from "../../model/diagnostic.js";
import { paragraphs, visible } from "../../util/escape.js";
import { addressText } from "../labels.js";
import { displayWidth, wrap } from "../text/layout.js";
import { type Palette, palette } from "../text/palette.js";

/**
 * Diagnostics for people: summary, place, the line with a caret under what is meant, cause and way out, and the
 * section of the troubleshooting page. Ends in a newline; empty for none.
 */
export function diagnosticsText(
  diagnostics: readonly Diagnostic[],
  options: { readonly color: boolean; readonly width: number },
): string {
  const paint = palette(options.color);
  return diagnostics.map((d) => `${diagnosticLines(d, paint, options.width).join("\n")}\n`).join("\n");
}

/** One diagnostic as lines. */
export function diagnosticLines(diagnostic: Diagnostic, paint: Palette, width: number): string[] {
  const { severity, code, summary, detail, address, range, snippet } = diagnostic;
  const word = severity === "error" ? paint.alarm("Error:") : paint.warning("Warning:");
  const at = range && `${visible(range.filename)}:${range.start.line}:${range.start.column}`;
  const place = [at, address === undefined ? undefined : addressText(address)].filter((p) => p !== undefined);
  return [
    `${word} ${paint.strong(visible(summary))}`,
    ...(place.length === 0 ? [] : [`  at ${place.join(", ")}`]),
    ...(snippet === undefined
      ? []
      : snippetLines(snippet, paint, severity === "error" ? paint.alarm : paint.warning)),
    ...(detail === "" ? [] : paragraphs(detail, visible)).flatMap((paragraph) =>
      wrap(paragraph, width, "  "),
    ),
    paint.faint(`  help: orgform help ${code}`),
  ];
}

function snippetLines(snippet: Snippet, paint: Palette, mark: (text: string) => string): string[] {
  const { code, start_line, highlight_start_offset: from, highlight_end_offset: to } = snippet;
  const line = code.split("\n")[0] ?? "";
  const shown = (text: string): string => visible(text.replaceAll("\t", "  "));
  const number = String(start_line);
  const gutter = (text: string): string => paint.faint(`  ${text.padStart(number.length)} │ `);
  const before = displayWidth(shown(line.slice(0, from)));
  const marked = displayWidth(shown(line.slice(from, to)));
  return [
    gutter(number) + shown(line),
    gutter("") + " ".repeat(before) + mark("^".repeat(Math.max(1, marked))),
  ];
}
