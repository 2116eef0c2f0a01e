/** The part of an answer's headers that is read. */
export interface AnswerHeaders {
  get(name: string): string | null;
}

/** The rate limit in an answer's headers; undefined where they say nothing usable. */
export interface RateLimit {
  /** Requests in a window. */
  readonly limit: number | undefined;
  /** Requests left in this window. */
  readonly remaining: number | undefined;
  /** The seconds until the next window. */
  readonly resetSeconds: number | undefined;
  /** The time that the service asks to wait. */
  readonly retryAfterSeconds: number | undefined;
}

/**
 * Reads `X-RateLimit-*` (API docs) and `Retry-After` (RFC 9110). A date in the latter is compared with the answer's own
 * `Date`, and not with this machine's clock.
 */
export function readRateLimit(headers: AnswerHeaders): RateLimit {
  const retryAfter = headers.get("retry-after");
  return {
    limit: parseCount(headers.get("x-ratelimit-limit")),
    remaining: parseCount(headers.get("x-ratelimit-remaining")),
    resetSeconds: parseCount(headers.get("x-ratelimit-reset")),
    retryAfterSeconds:
      retryAfter === null
        ? undefined
        : (parseCount(retryAfter) ?? secondsBetween(headers.get("date"), retryAfter)),
  };
}

function parseCount(text: string | null): number | undefined {
  return text !== null && /^\d{1,9}(\.\d+)?$/.test(text.trim()) ? Number(text) : undefined;
}

function secondsBetween(start: string | null, end: string): number | undefined {
  const milliseconds = Date.parse(end) - Date.parse(start ?? "");
  return milliseconds >= 0 ? milliseconds / 1000 : undefined;
}
