import type { Diagnostic, Snippet } from "../../model/diagnostic.js";
import { compact } from "../../util/collections.js";
import { paragraphs, visible } from "../../util/escape.js";
import { addressText } from "../words/labels.js";
import { displayWidth, wrap, wrapAddress } from "../words/layout.js";
import type { Palette } from "../words/palette.js";
import { type TextStyle, textStyle } from "../words/text-style.js";
import { foldAlike, othersText } from "./alike.js";

/**
 * Diagnostics for people: summary, place, the line with a caret under the place, cause and way out, and the
 * section of the troubleshooting page; those that are alike once, with their places, unless `full`. Ends in a
 * newline; empty for none.
 */
export function diagnosticsText(
  diagnostics: readonly Diagnostic[],
  options: {
    readonly color: boolean;
    readonly width: number;
    readonly isTerminal?: boolean;
    readonly full?: boolean;
  },
): string {
  const look = textStyle(options);
  const alike = options.full ? diagnostics.map((note) => ({ note, others: [] })) : foldAlike(diagnostics);
  return alike.map(({ note, others }) => `${diagnosticLines(note, look, others).join("\n")}\n`).join("\n");
}

/** One diagnostic as lines; `others` are those that are alike. */
export function diagnosticLines(
  diagnostic: Diagnostic,
  { width, rowWidth, paint }: TextStyle,
  others: readonly Diagnostic[] = [],
): string[] {
  const { severity, code, summary, detail, address, range, snippet } = diagnostic;
  const [label, tone] =
    severity === "error" ? (["Error:", paint.alarm] as const) : (["Warning:", paint.warning] as const);
  const place = compact([
    range && `${visible(range.filename)}:${range.start.line}:${range.start.column}`,
    address !== undefined && addressText(address),
  ]);
  const [first = "", ...rest] = wrap(visible(summary), rowWidth, "  ", " ".repeat(label.length + 1));
  return [
    `${tone(label)} ${paint.strong(first.slice(label.length + 1))}`,
    ...rest.map(paint.strong),
    ...(place.length === 0 ? [] : wrapAddress(`at ${place.join(", ")}`, rowWidth, "  ")),
    ...(snippet === undefined ? [] : snippetLines(snippet, paint, tone)),
    ...paragraphs(detail, visible).flatMap((paragraph) => wrap(paragraph, width, "  ")),
    ...wrap(othersText(others), width, "  "),
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
