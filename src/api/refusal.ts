import type { ApiErrorReason, ApiFailure } from "./api-error.js";
import { checkErrorEnvelope } from "./generated/envelopes.js";
import { type AnswerHeaders, readRateLimit } from "./schedule/rate-limit.js";

/** The facts of a failure that an answer alone gives. */
export type AnswerFailure = Omit<ApiFailure, "method" | "path">;

/** The body of an error, once it has been checked. */
interface ErrorEnvelope {
  readonly meta: {
    readonly errors: readonly { readonly message: string; readonly error_code?: string | null }[];
  };
}

const MAX_MESSAGES = 5;
const MAX_CODE = 100;

/**
 * The meaning of an answer of 400 and above. Without the service's envelope only codes that a gateway gives itself are
 * believed: a 403 or 404 of a proxy says nothing about what exists in the service.
 */
export function readRefusal(status: number, envelope: unknown, headers: AnswerHeaders): AnswerFailure {
  const { mayHaveHappened, retryAfterSeconds } = doubtAndDelay(status, headers);
  const wait = retryAfterSeconds ? ` and asks to wait ${Math.ceil(retryAfterSeconds)} s` : "";
  if (isErrorEnvelope(envelope)) {
    const { errors } = envelope.meta;
    const errorCode = errors.map((e) => e.error_code).find((code) => typeof code === "string");
    return {
      reason: reasonOf(status),
      status,
      detail: `answered ${status}${errorCode ? ` (${errorCode.slice(0, MAX_CODE)})` : ""}${wait}`,
      messages: errors.slice(0, MAX_MESSAGES).map((e) => e.message),
      errorCode,
      mayHaveHappened,
      retryAfterSeconds,
    };
  }
  if (status === 401 || status === 408 || status === 429 || status >= 500) {
    return {
      reason: reasonOf(status),
      status,
      detail: `answered ${status}${wait}`,
      mayHaveHappened,
      retryAfterSeconds,
    };
  }
  return {
    reason: "malformed-response",
    status,
    detail: `answered ${status} without the service's envelope${status === 404 ? ". A base address ends in /api/v2: perhaps this one lacks it" : ""}`,
    mayHaveHappened: true,
    retryable: false,
  };
}

/** Returns true if a body has the form of a failure, whatever its status says. */
export function isErrorEnvelope(envelope: unknown): envelope is ErrorEnvelope {
  return checkErrorEnvelope(envelope);
}

function doubtAndDelay(
  status: number,
  headers: AnswerHeaders,
): Pick<ApiFailure, "mayHaveHappened" | "retryAfterSeconds"> {
  const { retryAfterSeconds, resetSeconds } = readRateLimit(headers);
  // Of two times to wait the longer one counts: a request before it would be refused again.
  const waits = [retryAfterSeconds, status === 429 ? resetSeconds : undefined].filter((s) => s !== undefined);
  const asked = waits.length === 0 ? undefined : Math.max(...waits);
  return {
    mayHaveHappened: status === 408 || status >= 500,
    retryAfterSeconds: asked,
  };
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
