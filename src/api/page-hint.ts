import { isRecord } from "../util/record.js";
import type { AnswerHeaders } from "./call/rate-limit.js";

/** The words in keys that may be about pages. */
const PAGING = /page|cursor|next|more|total|offset|limit/i;

/** The headers in which services describe pages, in addition to `Link` and `Content-Range`. */
const PAGING_HEADERS = [
  "next",
  "cursor",
  "has-more",
  "total",
  "total-count",
  "total-pages",
  "next-page",
  "next-cursor",
  "next-page-token",
].flatMap((name) => [name, `x-${name}`, `x-pagination-${name}`]);

/**
 * The first sign that an answer to a GET is incomplete: a key other than `data` or a header that describes
 * pages and does not say that this is the only one, or a link to the next one. The service describes no
 * pagination (API docs), so a sign of one means that a list cannot be relied on; anything else that the
 * service adds is ignored.
 */
export function findPageHint(envelope: unknown, headers: AnswerHeaders): string | undefined {
  if (/;\s*rel\s*=\s*"?([^",;]*\s)?next\b/i.test(headers.get("link") ?? "")) return "the header Link";
  if (!isRecord(envelope)) return undefined;
  const { data, ...others } = envelope;
  const rows = Array.isArray(data) ? data.length : 1;
  const header = headerHint(headers, rows);
  return header === undefined ? hintIn(others, rows) : `the header ${header}`;
}

function headerHint(headers: AnswerHeaders, rows: number): string | undefined {
  const [, ofAll] = /^(?!bytes)\w+ .*\/(\d+)$/i.exec(headers.get("content-range") ?? "") ?? [];
  if (Number(ofAll) > rows) return "Content-Range";
  return PAGING_HEADERS.find((name) => {
    const text = headers.get(name) ?? "";
    return text.toLowerCase() !== "false" && indicatesMore(name, text, rows);
  });
}

function hintIn(record: Readonly<Record<string, unknown>>, rows: number): string | undefined {
  for (const [key, value] of Object.entries(record)) {
    const inner = isRecord(value) ? hintIn(value, rows) : undefined;
    if (inner !== undefined) return `${key}.${inner}`;
    if (linksToNext(key, value)) return key;
    if (PAGING.test(key) && !isRecord(value) && indicatesMore(key, value, rows)) return key;
  }
  return undefined;
}

/** Returns true for a link to the next page that is an object (`next: {href}`), or one in a list (`{rel: next}`). */
function linksToNext(key: string, value: unknown): boolean {
  if (Array.isArray(value)) return value.some((link) => isRecord(link) && link.rel === "next");
  return /^next/i.test(key) && isRecord(value) && Object.values(value).some(Boolean);
}

/** Returns true if the value of a key about pages does not fit a single page with `rows` rows. */
function indicatesMore(key: string, value: unknown, rows: number): boolean {
  const number = value === "" ? Number.NaN : Number(value);
  if (typeof value === "boolean" || value === null || Number.isNaN(number)) return Boolean(value);
  if (/limit|size/i.test(key)) return number <= rows;
  if (/page/i.test(key)) return number > 1;
  return number > (/total/i.test(key) ? rows : 0);
}
