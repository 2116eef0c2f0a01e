import type { Diagnostic } from "../../model/diagnostic.js";

/** The reason of a failed request. The set is closed: code that decides on it covers all reasons. */
export type ApiErrorReason =
  | "unauthorized"
  | "forbidden"
  | "not-found"
  | "conflict"
  | "rejected"
  | "rate-limited"
  | "unavailable"
  | "timeout"
  | "network"
  | "malformed-response"
  | "incomplete"
  | "interrupted";

/** An error as the service reports it, unknown fields included: untrusted. */
type ServiceError = NonNullable<Diagnostic["service"]>;

/** The facts of a failure, whatever the request. None of them ever holds the token, a header or a body. */
export interface FailureFacts {
  readonly reason: ApiErrorReason;
  /** The rest of a sentence that begins with method and path. */
  readonly detail: string;
  readonly status?: number | undefined;
  /** The service's own code, where it gives one. */
  readonly errorCode?: string | undefined;
  /** The service's own words: untrusted text. */
  readonly messages?: readonly string[] | undefined;
  /** The fields of the service's own error, without its message. */
  readonly service?: ServiceError | undefined;
  /** True if the request may have had its effect all the same; of a GET it means nothing. */
  readonly mayHaveHappened?: boolean | undefined;
  /** False if a repetition would fail in the same way. */
  readonly retryable?: boolean | undefined;
  /** The time that the service asks to wait. */
  readonly retryAfterSeconds?: number | undefined;
  /** The number of attempts, if there was more than one. */
  readonly attempts?: number | undefined;
  readonly cause?: unknown;
}

/** The failure of a request. */
interface ApiFailure extends FailureFacts {
  readonly method: string;
  readonly path: string;
}

/** A request without a usable answer: the only thing that a client's methods reject with. */
export class ApiError extends Error implements ApiFailure {
  override readonly name = "ApiError";
  declare readonly reason: ApiErrorReason;
  declare readonly method: string;
  declare readonly path: string;
  declare readonly detail: string;
  declare readonly status?: number | undefined;
  declare readonly errorCode?: string | undefined;
  /** The service's own words: untrusted text. */
  declare readonly messages: readonly string[];
  declare readonly service?: ServiceError | undefined;
  /** True when a write may have had its effect: read again before writing again. */
  declare readonly mayHaveHappened: boolean;
  declare readonly retryable: boolean;
  declare readonly retryAfterSeconds?: number | undefined;
  declare readonly attempts?: number | undefined;

  constructor({ cause, ...failure }: ApiFailure) {
    const { method, path, detail, messages = [], attempts, retryable = true } = failure;
    const times = attempts === undefined ? "" : `, asked ${attempts} times`;
    const said = messages.length > 0 ? `: ${messages.join("; ")}` : "";
    super(`${method} ${path} ${detail}${times}${said}`, cause === undefined ? undefined : { cause });
    const mayHaveHappened = method !== "GET" && failure.mayHaveHappened === true;
    Object.assign(this, failure, { messages, retryable, mayHaveHappened });
  }
}
