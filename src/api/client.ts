import type { EndpointName } from "../model/endpoint.js";
import { ENDPOINTS } from "../model/generated/service.js";
import type { AnswerWarning } from "../model/service-warning.js";
import { createAttempt } from "./attempt.js";
import { ApiError } from "./call/api-error.js";
import { type CallArguments, type PreparedCall, prepareCall } from "./call/call.js";
import { type AnswerHeaders, readRateLimit } from "./call/rate-limit.js";
import type { ClientOptions } from "./client-options.js";
import type { Answered, Client } from "./operations.js";
import { systemClock } from "./schedule/clock.js";
import { retryDelay } from "./schedule/retry.js";
import { createScheduler } from "./schedule/scheduler.js";
import { isWrongAddress } from "./transport/network-failure.js";

const DEFAULT_CONCURRENCY = 10;
/** Further ones are dropped: a service that warns in every answer says the same each time. */
const MOST_WARNINGS = 20_000;

/**
 * A client of the service at `baseUrl`; creating one sends nothing. Every method resolves with a checked
 * answer or rejects with an {@link ApiError}. GET, PATCH and DELETE are repeated while their failure may be
 * temporary, a POST only when it surely did not run; a DELETE that finds nothing after an undecided one has
 * succeeded. The first request fails at once, without retries, if it finds no server or another protocol.
 */
export function createClient(options: ClientOptions): Client {
  const { concurrency = DEFAULT_CONCURRENCY, clock = systemClock, onWait } = options;
  const deadline = clock.now() + (options.totalTimeoutMs ?? Number.POSITIVE_INFINITY);
  const scheduler = createScheduler({ concurrency, clock, deadline, onWait, stop: options.stop });
  let latest: AnswerHeaders | undefined;
  const attemptOnce = createAttempt({
    ...options,
    concurrency,
    clock,
    deadline,
    onAnswer(call, headers) {
      latest = headers;
      scheduler.observe(call, headers);
    },
  });
  let requests = 0;
  const warnings: AnswerWarning[] = [];

  async function run(name: EndpointName, args: CallArguments): Promise<Answered<unknown>> {
    const call = prepareCall(name, args, options.signal);
    const answered = await repeat(call);
    const { method, path: endpoint } = call.endpoint;
    for (const message of answered.warnings) {
      if (warnings.length < MOST_WARNINGS) warnings.push({ method, path: call.path, endpoint, message });
    }
    return answered;
  }

  async function repeat(call: PreparedCall): Promise<Answered<unknown>> {
    let inDoubt = false;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await scheduler.schedule(call, attempt, () => {
          requests += 1;
          return attemptOnce(call, attempt);
        });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (inDoubt && error.method === "DELETE" && error.reason === "not-found")
          return { data: undefined, warnings: [] };
        inDoubt ||= error.mayHaveHappened;
        // A run begins by reading.
        const isHopeless = latest === undefined && error.method === "GET" && isWrongAddress(error);
        const delay = isHopeless ? undefined : retryDelay(error, attempt, clock.random());
        if (delay === undefined || !(await scheduler.backOff(call, attempt + 1, error, delay))) {
          if (attempt === 1) throw error;
          throw new ApiError({ ...error, cause: error.cause, mayHaveHappened: inDoubt, attempts: attempt });
        }
      }
    }
  }

  const methods = Object.keys(ENDPOINTS).map((name) => [
    name,
    (args: CallArguments = {}) => run(name as EndpointName, args), // the table's own keys
  ]);
  // Client is derived from the table that these methods are made from.
  const observations = {
    requestCount: () => requests,
    warnings: () => warnings,
    lastAnswer: () => latest && { rateLimit: readRateLimit(latest), date: readDate(latest) },
    pause: (milliseconds: number) => scheduler.pause(milliseconds, options.signal ? [options.signal] : []),
  };
  return { ...Object.fromEntries(methods), ...observations } as Client;
}

/** The moment of the answer by the service's clock; `undefined` without a `date` header that can be read. */
function readDate(headers: AnswerHeaders): Date | undefined {
  const time = Date.parse(headers.get("date") ?? "");
  return Number.isNaN(time) ? undefined : new Date(time);
}
