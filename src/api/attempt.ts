import { ApiError, type FailureFacts } from "./call/api-error.js";
import { callFailure, interruptionOf, onAbort, type PreparedCall } from "./call/call.js";
import type { AnswerHeaders } from "./call/rate-limit.js";
import type { ClientOptions, SentRequest } from "./client-options.js";
import { decodeAnswer, type RawAnswer } from "./decode.js";
import { createExchange, type Exchange } from "./exchange.js";
import type { Answered } from "./operations.js";
import { createQuote, type Quote } from "./quote.js";
import { createShownIds, findMismatch } from "./response-mismatch.js";
import type { Clock } from "./schedule/clock.js";
import { networkFailure } from "./transport/network-failure.js";

/** Sends a call once and without waiting, and decodes the answer; rejects with an `ApiError`. */
type Attempt = (call: PreparedCall, attempt: number) => Promise<Answered<unknown>>;

/** The options of {@link createAttempt}, in addition to the client's own. */
interface AttemptOptions extends ClientOptions {
  readonly concurrency: number;
  readonly clock: Clock;
  /** The time on the clock at which everything ends. */
  readonly deadline: number;
  /** Called with every answer before it is checked. */
  readonly onAnswer: (call: PreparedCall, headers: AnswerHeaders) => void;
}

const DEFAULT_TIMEOUT_MS = 30_000;
/** Tokens that a header can carry (RFC 9110, token68 and a little more). */
const SENDABLE_TOKEN = /^[\x21-\x7e]+$/;

/** Opens its connections with the first attempt. */
export function createAttempt(options: AttemptOptions): Attempt {
  const { token, clock, deadline, environment = {}, onAnswer, onRequest } = options;
  const quote = createQuote(token);
  const shownIds = createShownIds();
  let exchange: Promise<Exchange> | undefined;

  async function answerInTime(call: PreparedCall): Promise<RawAnswer> {
    if (!SENDABLE_TOKEN.test(token)) {
      throw callFailure(call, { reason: "unauthorized", detail: "was not sent: this cannot be a token" });
    }
    const timeout = Math.min(options.timeoutMs ?? DEFAULT_TIMEOUT_MS, deadline - clock.now());
    exchange ??= createExchange({ ...options, environment });
    return answerWithin(call, Math.max(0, timeout), exchange);
  }

  return async (call, attempt) => {
    const start = clock.now();
    let status: number | undefined;
    let outcome: SentRequest["outcome"] = "answered";
    const shown = shownIds.of(call);
    try {
      const answer = await answerInTime(call);
      status = answer.status;
      onAnswer(call, answer.headers);
      const decoded = decodeAnswer(call.endpoint, answer);
      if ("reason" in decoded) throw callFailure(call, quotedFailure(decoded, quote));
      const mismatch = decoded.data === undefined ? undefined : findMismatch(call, decoded.data, shown);
      if (mismatch !== undefined) throw callFailure(call, { ...mixedUp(quote.text(mismatch)), status });
      shownIds.note(call, decoded.data);
      return { data: decoded.data, warnings: decoded.warnings.map(quote.text) };
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
  const end = new AbortController();
  const { signal } = end;
  const timer = setTimeout(() => end.abort(lateness(call, milliseconds)), milliseconds);
  const unwatch = onAbort(call.signals, () => end.abort(interruptionOf(call, true)));
  try {
    const send = await exchange;
    return await send({ ...call, method: call.endpoint.method, signal });
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw error instanceof ApiError ? error : callFailure(call, networkFailure(error));
  } finally {
    clearTimeout(timer);
    unwatch();
  }
}

function quotedFailure(failure: FailureFacts, quote: Quote): FailureFacts {
  const { messages = [], errorCode, service } = failure;
  return {
    ...failure,
    detail: quote.text(failure.detail),
    messages: messages.map(quote.text),
    errorCode: errorCode && quote.text(errorCode),
    service: service && quote.fields(service),
  };
}

function mixedUp(mismatch: string): FailureFacts {
  return { reason: "malformed-response", detail: `was answered with ${mismatch}`, mayHaveHappened: true };
}

function lateness(call: PreparedCall, milliseconds: number): ApiError {
  const detail = `did not answer within ${Number((milliseconds / 1000).toFixed(3))} s`;
  return callFailure(call, { reason: "timeout", detail, mayHaveHappened: true });
}
