import { isRecord } from "../util/record.js";
import type { ApiErrorReason, FailureFacts } from "./call/api-error.js";
import { type AnswerHeaders, readRateLimit } from "./call/rate-limit.js";

/** The body of an error, once it has been checked; its other fields may be anything. */
interface ErrorEnvelope {
  readonly meta: { readonly errors: readonly ErrorItem[] };
}

type ErrorItem = Readonly<Record<string, unknown>> & { readonly message: string };

const MAX_MESSAGES = 5;
const MAX_CODE = 100;

/** The code of a refusal because the organization requires single sign-on; it may come with any answer (API docs). */
export const SSO_REQUIRED = "SSO_REQUIRED";

/**
 * The meaning of an answer of 400 and above. Without the service's envelope only codes that a gateway gives itself are
 * believed: a 403 or 404 of a proxy says nothing about what exists in the service.
 */
export function readRefusal(status: number, envelope: unknown, headers: AnswerHeaders): FailureFacts {
  if (isErrorEnvelope(envelope)) return readError(status, envelope, headers);
  const retryAfterSeconds = delayOf(status, headers);
  const detail = `answered ${status}${waitText(retryAfterSeconds)}`;
  if (status === 401 || status === 408 || status === 429 || status >= 500)
    return {
      reason: reasonOf(status),
      status,
      detail,
      mayHaveHappened: isInDoubt(status),
      retryAfterSeconds,
    };
  return {
    reason: "malformed-response",
    status,
    detail: `answered ${status} without the service's envelope${status === 404 ? ". A base address ends in /api/v2: perhaps this one lacks it" : ""}`,
    mayHaveHappened: true,
    retryable: false,
  };
}

/**
 * The meaning of an error in the service's envelope. Under a status of success it is that error all the same: the status
 * that the error names counts, and asking again would not help. A write that only failed by its words is looked after.
 */
export function readError(status: number, { meta }: ErrorEnvelope, headers: AnswerHeaders): FailureFacts {
  const { errors } = meta;
  const coded = errors.filter(({ error_code }) => isCode(error_code));
  const [decisive = { message: "" }] = [
    ...coded.filter(({ error_code }) => error_code === SSO_REQUIRED),
    ...coded,
    ...errors,
  ];
  const { message: _, ...fields } = decisive;
  const errorCode = codeOf(decisive);
  const isSuccess = status < 400;
  const effectiveStatus = isSuccess ? statusOf(fields.status_code, errorCode) : status;
  const retryAfterSeconds = delayOf(effectiveStatus, headers);
  const shown = errors.slice(0, MAX_MESSAGES);
  const isOne = errors.length === 1;
  return {
    reason: reasonOf(effectiveStatus),
    status,
    detail: `answered ${status}${isSuccess ? " with an error" : ""}${isOne ? inBrackets(errorCode) : ""}${waitText(retryAfterSeconds)}`,
    // If there are several, each is followed by its code.
    messages: shown.map((error) => `${error.message}${isOne ? "" : inBrackets(codeOf(error))}`),
    errorCode,
    service: {
      ...withoutNull(fields),
      status_code: effectiveStatus,
      ...(!isOne && { errors: shown.map(withoutNull) }),
    },
    mayHaveHappened: isInDoubt(effectiveStatus) || effectiveStatus < 400,
    retryAfterSeconds,
    ...((isSuccess || errorCode === SSO_REQUIRED) && { retryable: false }),
  };
}

/** Returns true if a body has the form of a failure, regardless of its status. */
export function isErrorEnvelope(envelope: unknown): envelope is ErrorEnvelope {
  if (!isRecord(envelope) || !isRecord(envelope.meta)) return false;
  const { status, errors } = envelope.meta;
  const isError = (item: unknown): boolean => isRecord(item) && typeof item.message === "string";
  return status === "error" && Array.isArray(errors) && errors.length > 0 && errors.every(isError);
}

/** The status that an error under a success names; a plain success where it names none. */
function statusOf(named: unknown, errorCode: string | undefined): number {
  if (typeof named === "number" && named >= 400 && named < 600) return named;
  return errorCode === SSO_REQUIRED ? 403 : 200;
}

const isCode = (code: unknown): code is string => typeof code === "string" && code !== "";

const codeOf = ({ error_code }: ErrorItem): string | undefined =>
  isCode(error_code) ? error_code.slice(0, MAX_CODE) : undefined;

const inBrackets = (code: string | undefined): string => (code === undefined ? "" : ` (${code})`);

const withoutNull = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));

const waitText = (seconds: number | undefined): string =>
  seconds ? ` and asks to wait ${Math.ceil(seconds)} s` : "";

const isInDoubt = (status: number): boolean => status === 408 || status >= 500;

function delayOf(status: number, headers: AnswerHeaders): number | undefined {
  const { retryAfterSeconds, resetSeconds } = readRateLimit(headers);
  // Of two times to wait the longer one counts: a request before it would be refused again.
  const waits = [retryAfterSeconds, status === 429 ? resetSeconds : undefined].filter((s) => s !== undefined);
  return waits.length === 0 ? undefined : Math.max(...waits);
}

const REASONS: ReadonlyMap<number, ApiErrorReason> = new Map([
  [401, "unauthorized"],
  [403, "forbidden"],
  [404, "not-found"],
  [408, "timeout"],
  [409, "conflict"],
  [429, "rate-limited"],
]);

const reasonOf = (status: number): ApiErrorReason =>
  REASONS.get(status) ?? (status >= 500 ? "unavailable" : "rejected");
