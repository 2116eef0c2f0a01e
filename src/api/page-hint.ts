import { isRecord } from "../util/is-record.js";
import type { AnswerHeaders } from "./schedule/rate-limit.js";

/** Words in a key that can speak of pages. */
const PAGING = /page|cursor|next|more|total|offset|limit/i;

/**
 * The first sign in an answer to a GET that it is not the whole: a key beside `data` that speaks of pages and does not
 * say that this is the only one, or a `Link` with `rel=next`. The service describes no pagination (api.md), so a sign
 * of one means that a list cannot be relied on; anything else that the service adds is ignored.
 */
export function findPageHint(envelope: unknown, headers: AnswerHeaders): string | undefined {
  if (/;\s*rel\s*=\s*"?([^",;]*\s)?next\b/i.test(headers.get("link") ?? "")) return "the header Link";
  if (!isRecord(envelope)) return undefined;
  const { data, ...beside } = envelope;
  return hintIn(beside, Array.isArray(data) ? data.length : 1);
}

function hintIn(record: Readonly<Record<string, unknown>>, rows: number): string | undefined {
  for (const [key, value] of Object.entries(record)) {
    const inner = isRecord(value) ? hintIn(value, rows) : undefined;
    if (inner !== undefined) return `${key}.${inner}`;
    if (PAGING.test(key) && !isRecord(value) && saysMore(key, value, rows)) return key;
  }
  return undefined;
}

/** Returns true if the value of a key that speaks of pages does not fit the only page, with `rows` rows on it. */
function saysMore(key: string, value: unknown, rows: number): boolean {
  const number = value === "" ? Number.NaN : Number(value);
  if (typeof value === "boolean" || value === null || Number.isNaN(number)) return Boolean(value);
  if (/limit|size/i.test(key)) return number <= rows;
  return number > (/page/i.test(key) ? 1 : /total/i.test(key) ? rows : 0);
}
