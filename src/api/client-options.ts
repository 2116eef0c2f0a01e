import type { ApiErrorReason } from "./call/api-error.js";
import type { Clock } from "./schedule/clock.js";
import type { Wait } from "./schedule/scheduler.js";
import type { Environment } from "./transport/proxy.js";

export interface ClientOptions {
  /** The base URL, as returned by `resolveServiceAddress`. */
  readonly baseUrl: string;
  readonly token: string;
  /** The name shown to the service and to firewalls, such as `orgform/1.2.3`. */
  readonly userAgent?: string;
  /** The most concurrent requests; 10 by default. */
  readonly concurrency?: number | undefined;
  /** The timeout of one request and its complete answer; 30,000 by default. */
  readonly timeoutMs?: number;
  /** The timeout of all requests together, from the client's creation on; none by default. */
  readonly totalTimeoutMs?: number;
  /** The signal that aborts all requests. */
  readonly signal?: AbortSignal;
  /** Lets what is under way finish, but nothing is waited for or sent again. */
  readonly stop?: AbortSignal | undefined;
  /** The variables `HTTPS_PROXY` and `NO_PROXY`; no proxy unless given. */
  readonly environment?: Environment;
  /** The fetch to use instead of the platform's own. */
  readonly fetch?: typeof globalThis.fetch;
  readonly clock?: Clock;
  /** Called before each wait, once for all requests that wait for the same window. */
  readonly onWait?: (wait: Wait) => void;
  /** Called after each request that was sent. Its argument never holds the token, a header or a body. */
  readonly onRequest?: ((request: SentRequest) => void) | undefined;
}

/** One request as it went over the wire, and how it ended. */
export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly attempt: number;
  readonly milliseconds: number;
  readonly outcome: "answered" | ApiErrorReason;
  readonly status: number | undefined;
}
