import type { Endpoint } from "../model/endpoint.js";
import { type AnswerKind, FIELDS, type Shapes } from "../model/generated/service.js";
import { ENVELOPES } from "./generated/envelopes.js";
import type { Answered } from "./operations.js";
import { findPageHint } from "./page-hint.js";
import { type AnswerFailure, isErrorEnvelope, readRefusal } from "./refusal.js";
import type { AnswerHeaders } from "./schedule/rate-limit.js";

/** An answer as it came over the wire, read to its end. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly text: string;
}

/** A success's envelope, once it has been checked. */
interface Envelope {
  readonly data: Row | readonly Row[];
  readonly meta: { readonly warnings?: readonly { readonly message: string }[] };
}

type Row = Readonly<Record<string, unknown>>;

/**
 * Reads an answer as the endpoint promises it, or says why that is not possible: a status that contradicts the envelope,
 * a body that is not JSON or not of the shape, a list that may be partial. Unknown fields are dropped.
 */
export function decodeAnswer(endpoint: Endpoint, answer: RawAnswer): Answered<unknown> | AnswerFailure {
  const { status, headers, text } = answer;
  if (status === 204 && endpoint.answer === undefined) return { data: undefined, warnings: [] };
  const json = parseJson(headers.get("content-type"), text);
  if (status >= 400) return readRefusal(status, json.value, headers);
  if (json.problem !== undefined) return malformed(status, json.problem);
  if (endpoint.answer === undefined || (status !== 200 && status !== 201)) {
    return malformed(status, "which is no answer to this request");
  }
  // No answer is both: only one that is not what was asked for is checked for an error.
  const check = ENVELOPES[endpoint.answer];
  const fits = check(json.value);
  if (!fits && isErrorEnvelope(json.value)) return malformed(status, "and an error at the same time");
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
  return { data: keepKnown(endpoint.answer, data), warnings: (meta.warnings ?? []).map((w) => w.message) };
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
  return Array.isArray(data) ? data.map((row) => pick(row, fields)) : pick(data as Row, fields);
}

function pick(row: Row, fields: readonly string[]): Row {
  const kept: Record<string, unknown> = {};
  for (const field of fields) if (field in row) kept[field] = row[field];
  return kept;
}

function malformed(status: number, what: string): AnswerFailure {
  return {
    reason: "malformed-response",
    status,
    detail: `answered ${status} ${what}`,
    mayHaveHappened: true,
  };
}
