import type { RateLimit } from "../call/rate-limit.js";

/**
 * Keeps requests within the service's rate limits, endpoint by endpoint, before it has to refuse any. It counts what
 * it lets through against what the latest answers said is left, so that requests under way are never overlooked.
 */
interface Pacer {
  /** Milliseconds to wait before trying again; 0 lets one request through. */
  admit(endpoint: string): number;
  /** Takes note of an answer's headers. */
  observe(endpoint: string, limit: RateLimit): void;
  /** Sends nothing to an endpoint that has refused for so long. */
  block(endpoint: string, milliseconds: number): void;
  /** True if some endpoint has refused, or has named a limit below `requests`: others may have such limits, too. */
  isTightFor(requests: number): boolean;
}

interface Window {
  /** Requests that may still be let through in this window. */
  left: number;
  endsAt: number;
  /** The limit of the next window, once known. */
  limit: number;
  length: number;
}

/** The difference between answers of one window about its end, since seconds are whole numbers. */
const ROUNDING_MS = 1_000;

/** A pacer that knows of no limit yet; `now` is a steady clock in milliseconds. */
export function createPacer(now: () => number): Pacer {
  const windows = new Map<string, Window>();
  let smallestLimit = Number.POSITIVE_INFINITY;
  return {
    admit(endpoint) {
      const window = windows.get(endpoint);
      if (window === undefined) return 0;
      const time = now();
      if (time >= window.endsAt) {
        window.left = window.limit;
        window.endsAt = time + window.length;
      }
      if (window.left < 1) return window.endsAt - time;
      window.left -= 1;
      return 0;
    },
    observe(endpoint, { limit, remaining, resetSeconds }) {
      if (remaining === undefined || resetSeconds === undefined) return;
      smallestLimit = Math.min(smallestLimit, limit ?? remaining);
      const endsAt = now() + resetSeconds * 1000;
      const known = windows.get(endpoint);
      const sameWindow = known !== undefined && endsAt <= known.endsAt + ROUNDING_MS;
      windows.set(endpoint, {
        left: sameWindow ? Math.min(known.left, remaining) : remaining,
        endsAt,
        limit: limit ?? Number.POSITIVE_INFINITY,
        length: Math.max(known?.length ?? 0, resetSeconds * 1000),
      });
    },
    block(endpoint, milliseconds) {
      smallestLimit = 0;
      const known = windows.get(endpoint);
      windows.set(endpoint, {
        left: 0,
        endsAt: now() + milliseconds,
        limit: known?.limit ?? Number.POSITIVE_INFINITY,
        length: known?.length ?? milliseconds,
      });
    },
    isTightFor: (requests) => smallestLimit < requests,
  };
}
