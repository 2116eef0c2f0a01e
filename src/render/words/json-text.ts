import type { ApplyEvent } from "../../model/plan/event.js";
import { escapeJson } from "../../util/escape.js";

/** Any plain value as indented JSON that ends in a newline and that a terminal can show. */
export function jsonText(value: unknown): string {
  return `${escapeJson(JSON.stringify(value, null, 2))}\n`;
}

/** One event as one line of JSON without its newline; `timestamp` in ISO 8601 (schemas/event.schema.json). */
export function eventLine(event: ApplyEvent, timestamp: string): string {
  const { type, ...rest } = event;
  return escapeJson(JSON.stringify({ timestamp, type, ...rest }));
}
