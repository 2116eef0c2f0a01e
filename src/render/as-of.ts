import type { AsOf } from "../model/state/snapshot.js";
import { escapeMarkdown, visibleName } from "../util/escape.js";

/** The sentence that says of a product that it shows no live service: `as of 2026-09-30 06:00 UTC (2026-q3.json)`. */
export function asOfText({ taken_at, snapshot }: AsOf): string {
  const [, day = "", time = ""] = /^(.{10})T(.{5})/.exec(taken_at) ?? [];
  return `Read from a snapshot, as of ${day} ${time} UTC (${visibleName(snapshot)}).`;
}

/** The same as lines before a text, with an empty one after it; nothing where the service was read. */
export function asOfLines(asOf: AsOf | undefined): readonly string[] {
  return asOf === undefined ? [] : [asOfText(asOf), ""];
}

/** The same in Markdown. */
export function asOfMarkdown(asOf: AsOf | undefined): readonly string[] {
  return asOf === undefined ? [] : [escapeMarkdown(asOfText(asOf))];
}
