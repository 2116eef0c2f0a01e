import type { ApiError, ApiErrorReason } from "../call/api-error.js";

/** Reasons that may not apply to the next attempt. */
const PASSING: ReadonlySet<ApiErrorReason> = new Set([
  "rate-limited",
  "unavailable",
  "timeout",
  "network",
  "malformed-response",
]);

const MAX_ATTEMPTS = 6;
/** A refusal for load costs nothing but time. */
const MAX_ATTEMPTS_RATE_LIMITED = 10;
const FIRST_BACKOFF_MS = 250;
const MAX_BACKOFF_MS = 30_000;

/** Longer waits end the run. */
export const LONGEST_WAIT_MS = 600_000;

/**
 * Milliseconds until the same request may be sent again, or undefined when it must not be: a POST that may
 * have had its effect, a failure that will not pass, too many attempts. Backoff doubles up to half a minute,
 * and its upper half is random so that concurrent requests spread; a wait that the service asks for is kept
 * in full. `attempt` is the one that failed, from 1; `random` is in [0, 1).
 */
export function retryDelay(error: ApiError, attempt: number, random: number): number | undefined {
  if (!error.retryable || !PASSING.has(error.reason)) return undefined;
  if (error.method === "POST" && error.mayHaveHappened) return undefined;
  const rateLimited = error.reason === "rate-limited";
  if (attempt >= (rateLimited ? MAX_ATTEMPTS_RATE_LIMITED : MAX_ATTEMPTS)) return undefined;
  const backoff = Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempt - 1)) * (0.5 + random / 2);
  const delay = Math.max(backoff, (error.retryAfterSeconds ?? 0) * 1000);
  return delay <= LONGEST_WAIT_MS ? delay : undefined;
}
