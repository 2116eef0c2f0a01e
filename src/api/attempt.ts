import { ApiError, type ApiFailure } from "./api-error.js";
import { failureOf, interruptionOf, onAbort, type PreparedCall } from "./call.js";
import type { ClientOptions, SentRequest } from "./client-options.js";
import { decodeAnswer, type RawAnswer } from "./decode.js";
import { createExchange, type Exchange } from "./exchange.js";
import type { Answered } from "./operations.js";
import { findMismatch } from "./response-mismatch.js";
import type { Clock } from "./schedule/clock.js";
import type { AnswerHeaders } from "./schedule/rate-limit.js";
import { fetchTransport } from "./transport/fetch-transport.js";
import { networkFailure } from "./transport/network-failure.js";
import { openTransport } from "./transport/open-transport.js";

/** Sends a call once and without waiting, and decodes the answer; rejects with an `ApiError`. */
export type Attempt = (call: PreparedCall, attempt: number) => Promise<Answered<unknown>>;

/** The options of {@link createAttempt}, beside the client's own. */
export interface AttemptOptions extends ClientOptions {
  readonly concurrency: number;
  readonly clock: Clock;
  /** The time on the clock at which everything ends. */
  readonly deadline: number;
  /** Called with every answer before it is checked. */
  readonly onAnswer: (call: PreparedCall, headers: AnswerHeaders) => void;
}

const MAX_MESSAGE_LENGTH = 500;
const DEFAULT_TIMEOUT_MS = 30_000;
/** Tokens that a header can carry (RFC 9110, token68 and a little more). */
const SENDABLE_TOKEN = /^[\x21-\x7e]+$/;

/** Opens its connections with the first attempt. */
export function createAttempt(options: AttemptOptions): Attempt {
  const { baseUrl, token, concurrency, clock, deadline, environment = {}, onAnswer, onRequest } = options;
  let exchange: Promise<Exchange> | undefined;

  async function open(): Promise<Exchange> {
    const { fetch } = options;
    const transport =
      fetch === undefined ? openTransport(baseUrl, concurrency, environment) : fetchTransport(fetch);
    return createExchange(baseUrl, token, await transport);
  }

  async function answerInTime(call: PreparedCall): Promise<RawAnswer> {
    if (!SENDABLE_TOKEN.test(token)) {
      throw failureOf(call, { reason: "unauthorized", detail: "was not sent: this cannot be a token" });
    }
    const timeout = Math.min(options.timeoutMs ?? DEFAULT_TIMEOUT_MS, deadline - clock.now());
    exchange ??= open();
    return answerWithin(call, Math.max(0, timeout), exchange);
  }

  /** The service's words, without the token, should it ever repeat it in them. */
  const quote = (words: readonly string[]) =>
    words.map((text) => text.replaceAll(token, "[token]").slice(0, MAX_MESSAGE_LENGTH));

  return async (call, attempt) => {
    const start = clock.now();
    let status: number | undefined;
    let outcome: SentRequest["outcome"] = "answered";
    try {
      const answer = await answerInTime(call);
      status = answer.status;
      onAnswer(call, answer.headers);
      const decoded = decodeAnswer(call.endpoint, answer);
      if ("reason" in decoded) throw failureOf(call, { ...decoded, messages: quote(decoded.messages ?? []) });
      const mismatch = decoded.data === undefined ? undefined : findMismatch(call, decoded.data);
      if (mismatch !== undefined) throw failureOf(call, { ...mixedUp(mismatch), status });
      return { data: decoded.data, warnings: quote(decoded.warnings) };
    } catch (error) {
      if (error instanceof ApiError) outcome = error.reason;
      throw error;
    } finally {
      const { path, endpoint } = call;
      onRequest?.({
        method: endpoint.method,
        path,
        attempt,
        milliseconds: clock.now() - start,
        outcome,
        status,
      });
    }
  };
}

/** The answer, unless the time is over or a signal of the call ends it first. */
async function answerWithin(
  call: PreparedCall,
  milliseconds: number,
  exchange: Promise<Exchange>,
): Promise<RawAnswer> {
  let cut: ((reason: Error) => void) | undefined;
  let ended: ApiError | undefined;
  let giveUp: (reason: Error) => void = () => {};
  const end = (reason: ApiError): void => {
    ended ??= reason;
    cut?.(ended);
    // The call ends now, also if the connection does not.
    giveUp(ended);
  };
  const timer = setTimeout(() => end(lateness(call, milliseconds)), milliseconds);
  const unwatch = onAbort(call.signals, () => end(interruptionOf(call, true)));
  try {
    const send = await exchange;
    return await new Promise<RawAnswer>((resolve, reject) => {
      giveUp = reject;
      const onOpen = (cutThis: (reason: Error) => void): void => {
        cut = cutThis;
        if (ended !== undefined) end(ended);
      };
      send({ ...call, method: call.endpoint.method, onOpen }).then(resolve, reject);
    });
  } catch (error) {
    throw ended ?? (error instanceof ApiError ? error : failureOf(call, networkFailure(error)));
  } finally {
    clearTimeout(timer);
    unwatch();
  }
}

function mixedUp(mismatch: string): Omit<ApiFailure, "method" | "path"> {
  return { reason: "malformed-response", detail: `was answered with ${mismatch}`, mayHaveHappened: true };
}

function lateness(call: PreparedCall, milliseconds: number): ApiError {
  const detail = `did not answer within ${Number((milliseconds / 1000).toFixed(3))} s`;
  return failureOf(call, { reason: "timeout", detail, mayHaveHappened: true });
}
