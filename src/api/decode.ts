import type { AnswerKind, Endpoint } from "../model/endpoint.js";
import { FIELDS, type Shapes } from "../model/generated/service.js";
import { setOf } from "../util/collections.js";
import { isRecord } from "../util/record.js";
import type { FailureFacts } from "./call/api-error.js";
import type { AnswerHeaders } from "./call/rate-limit.js";
import * as validators from "./generated/api-validators.js";
import type { Answered } from "./operations.js";
import { isErrorEnvelope, readError, readRefusal } from "./refusal.js";

/** An answer as it came over the wire, read to its end. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly text: string;
}

/** A success's envelope, once it has been checked. */
interface Envelope {
  readonly data: JsonObject | readonly JsonObject[];
  readonly meta: { readonly warnings?: readonly { readonly message: string }[] };
}

/** An object of an answer, unchecked. */
export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Reads an answer as the endpoint promises it, or says why that is not possible: a status that contradicts the envelope,
 * a body that is not JSON or not of the shape, a list that may be partial. Unknown fields are dropped.
 */
export function decodeAnswer(endpoint: Endpoint, answer: RawAnswer): Answered<unknown> | FailureFacts {
  const { status, headers, text } = answer;
  if (status === 204 && endpoint.answer === undefined) return { data: undefined, warnings: [] };
  const json = parseJson(headers.get("content-type"), text);
  if (status >= 400) return readRefusal(status, json.value, headers);
  if (json.problem !== undefined) return malformed(status, json.problem);
  // No answer is both: only one that is not what was asked for is checked for an error.
  const promised = status === 200 || status === 201 ? endpoint.answer : undefined;
  const check = promised && validatorOf(promised);
  const fits = check?.(json.value) === true;
  if (!fits && isErrorEnvelope(json.value)) return readError(status, json.value, headers);
  if (!promised || !check) return malformed(status, "which this endpoint never returns");
  const hint = endpoint.method === "GET" ? findPageHint(json.value, headers) : undefined;
  if (hint !== undefined) {
    const detail = `answered with a part of the list only, as ${hint} shows`;
    return { reason: "incomplete", status, detail, retryable: false };
  }
  if (!fits) {
    const [error] = check.errors ?? [];
    return malformed(status, `in an unknown form: ${error?.instancePath} ${error?.message}`);
  }
  const { data, meta } = json.value as Envelope; // its validator has just said so
  return { data: keepKnown(promised, data), warnings: warningsOf(meta) };
}

/** The validators of envelopes, by the name that the description gives the envelope of an answer. */
const ENVELOPES = { ...validators };

function validatorOf(answer: AnswerKind): (typeof ENVELOPES)[keyof typeof ENVELOPES] {
  // The generator has made one for each answer: a list's is named after its rows.
  return ENVELOPES[`${answer.replace("[]", "List")}Envelope` as keyof typeof ENVELOPES];
}

/** The most warnings of one answer that are kept. */
const MOST_WARNINGS = 20;

/** The different warnings of an answer. */
function warningsOf({ warnings = [] }: Envelope["meta"]): readonly string[] {
  return [...setOf(warnings.slice(0, MOST_WARNINGS), "message")];
}

function parseJson(contentType: string | null, text: string): { value?: unknown; problem?: string } {
  if (text === "") return { problem: "without a body" };
  if (!/^application\/([\w.+-]+\+)?json\b/i.test(contentType ?? ""))
    return { problem: "with something else than JSON" };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { problem: "with broken JSON" };
  }
}

function keepKnown(answer: AnswerKind, data: Envelope["data"]): unknown {
  const fields = FIELDS[answer.replace("[]", "") as keyof Shapes]; // a list is named after its rows
  return Array.isArray(data) ? data.map((row) => pick(row, fields)) : pick(data as JsonObject, fields);
}

function pick(row: JsonObject, fields: readonly string[]): JsonObject {
  const kept: Record<string, unknown> = {};
  for (const field of fields) if (field in row) kept[field] = row[field];
  return kept;
}

const malformed = (status: number, what: string): FailureFacts => ({
  reason: "malformed-response",
  status,
  detail: `answered ${status} ${what}`,
  mayHaveHappened: true,
});

/** The words in keys that may be about pages. */
const PAGING =
  /page|cursor|next|more|total|offset|limit|count|size|results|remaining|last|complete|truncated|partial|continuation|^after$|marker|bookmark|scroll/i;
/** The words of a key that says whether this is all of it. */
const IS_WHOLE = /last|complete/i;
/** The words of a key whose number is that of all rows. */
const COUNTS = /total|count|results|^size$/i;

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
  "count",
].flatMap((name) => [name, `x-${name}`, `pagination-${name}`, `x-pagination-${name}`]);

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
  const { value } = parseJson("application/json", headers.get("x-pagination") ?? "");
  if (isRecord(value) && hintIn(value, rows) !== undefined) return "X-Pagination";
  return PAGING_HEADERS.find((name) => {
    const text = headers.get(name) ?? "";
    return text.toLowerCase() !== "false" && indicatesMore(name, text, rows);
  });
}

function hintIn(record: Readonly<Record<string, unknown>>, rows: number): string | undefined {
  for (const [key, value] of Object.entries(record)) {
    // What is left of a rate limit is no row.
    const inner = isRecord(value) && !/^rate/i.test(key) ? hintIn(value, rows) : undefined;
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
  if (typeof value === "boolean" && IS_WHOLE.test(key)) return !value;
  if (typeof value === "boolean" || value === null || Number.isNaN(number)) return Boolean(value);
  if (/limit|.size/i.test(key)) return number <= rows;
  if (/page/i.test(key)) return number > 1;
  return number > (COUNTS.test(key) ? rows : 0);
}
