import type { ApplyEvent } from "../../model/plan/event.js";
import { escapeJson } from "../../util/escape.js";

/** The JSON of a plain value, indented, with a final newline, and safe for a terminal. */
export function jsonText(value: unknown): string {
  return `${escapeJson(JSON.stringify(value, null, 2))}\n`;
}

/**
 * An object as {@link jsonText} writes it, in pieces: its lists entry by entry, so that a long one is never one text.
 */
export function* jsonPieces(document: object): Generator<string> {
  const indented = (value: unknown, by: string): string =>
    escapeJson(JSON.stringify(value, null, 2)).replaceAll("\n", `\n${by}`);
  const entries = Object.entries(document).filter(([, value]) => value !== undefined);
  if (entries.length === 0) return yield jsonText(document);
  yield "{";
  for (const [i, [key, value]] of entries.entries()) {
    yield `${i === 0 ? "" : ","}\n  ${escapeJson(JSON.stringify(key))}: `;
    if (!Array.isArray(value) || value.length === 0) {
      yield indented(value, "  ");
      continue;
    }
    yield "[";
    for (const [j, item] of value.entries()) yield `${j === 0 ? "" : ","}\n    ${indented(item, "    ")}`;
    yield "\n  ]";
  }
  yield "\n}\n";
}

/** One event as one line of JSON without its newline; `timestamp` in ISO 8601 (schemas/event.schema.json). */
export function eventLine(event: ApplyEvent, timestamp: string): string {
  const { type, ...rest } = event;
  return escapeJson(JSON.stringify({ timestamp, type, ...rest }));
}
