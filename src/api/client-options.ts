import type { ApiErrorReason } from "./call/api-error.js";
import type { Clock } from "./schedule/clock.js";
import type { Wait } from "./schedule/scheduler.js";
import type { Environment } from "./transport/proxy.js";

export interface ClientOptions {
  /** As `resolveServiceAddress` gives it. */
  readonly baseUrl: string;
  readonly token: string;
  /** Says to the service and to firewalls who asks, such as `orgform/1.2.3`. */
  readonly userAgent?: string;
  /** Requests under way at once; 10 unless given. */
  readonly concurrency?: number | undefined;
  /** For one request and its whole answer; 30,000 unless given. */
  readonly timeoutMs?: number;
  /** For everything, from the client's creation on; unbounded unless given. */
  readonly totalTimeoutMs?: number;
  /** Gives up everything that is under way. */
  readonly signal?: AbortSignal;
  /** Lets what is under way finish, but nothing is waited for or sent again. */
  readonly stop?: AbortSignal | undefined;
  /** The variables `HTTPS_PROXY` and `NO_PROXY`; no proxy unless given. */
  readonly environment?: Environment;
  /** Instead of the platform's own. */
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
