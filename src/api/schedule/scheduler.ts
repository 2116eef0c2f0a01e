import pLimit from "p-limit";
import type { ApiError, ApiErrorReason } from "../call/api-error.js";
import { callFailure, interruptionOf, onAbort, type PreparedCall } from "../call/call.js";
import { type AnswerHeaders, readRateLimit } from "../call/rate-limit.js";
import type { Clock } from "./clock.js";
import { createPacer } from "./pacing.js";
import { LONGEST_WAIT_MS } from "./retry.js";

/** Decides when requests may be sent, and learns from their answers. */
interface Scheduler {
  /** Runs `send` once concurrency and rate limit allow it; rejects with an `ApiError`. */
  schedule<Result>(call: PreparedCall, attempt: number, send: () => Promise<Result>): Promise<Result>;
  /** Takes note of what an answer says of the rate limit. */
  observe(call: PreparedCall, headers: AnswerHeaders): void;
  /**
   * Waits after `error`, and after a rate limit with every call of the endpoint. Resolves to true if `attempt` may be
   * made now, and to false, without waiting, where the run would be over by then.
   */
  backOff(call: PreparedCall, attempt: number, error: ApiError, milliseconds: number): Promise<boolean>;
  /** Waits unless the run would be over by then; resolves to true if it may go on. */
  pause(milliseconds: number, signals: PreparedCall["signals"]): Promise<boolean>;
}

/** A wait, and its reason. */
export interface Wait {
  /** `rate-limit`: the window is used up, whether or not the service had to say so; `retry`: something failed. */
  readonly reason: "rate-limit" | "retry";
  /** The reason of the failure, where something failed. */
  readonly because?: ApiErrorReason;
  readonly seconds: number;
  readonly method: string;
  readonly path: string;
  /** The attempt that comes after the wait, from 1. */
  readonly attempt: number;
}

interface SchedulerOptions {
  readonly concurrency: number;
  readonly clock: Clock;
  /** The time on the clock beyond which no wait goes. */
  readonly deadline: number;
  readonly onWait: ((wait: Wait) => void) | undefined;
  /** The signal after which nothing is waited for and no write is sent. */
  readonly stop: AbortSignal | undefined;
}

/** Waits for a rate limit that end this close to each other are announced as one. */
const SAME_WAIT_MS = 1_000;

/**
 * A scheduler with nothing in flight. Where the service has shown a limit below the concurrency, one request of each
 * endpoint goes first, alone: its answer says how many may follow, so that most of a first burst need not be refused.
 */
export function createScheduler({ concurrency, clock, deadline, onWait, stop }: SchedulerOptions): Scheduler {
  const limit = pLimit(concurrency);
  const pacer = createPacer(clock.now);
  const { announce, announceOnce } = createAnnouncer(clock, onWait);
  /** The first request of each endpoint; resolves when it has ended, however it has. */
  const firsts = new Map<string, Promise<unknown>>();

  const fits = (milliseconds: number) =>
    milliseconds <= LONGEST_WAIT_MS && clock.now() + milliseconds <= deadline;

  const sleep = (milliseconds: number, signals: PreparedCall["signals"]): Promise<void> =>
    sleepUnlessAborted(clock, milliseconds, stop === undefined ? signals : [...signals, stop]);

  /** Sends if it may, and otherwise says how long to wait. */
  async function takeTurn<Result>(
    call: PreparedCall,
    send: () => Promise<Result>,
  ): Promise<{ readonly result: Result } | { readonly milliseconds: number }> {
    // A read that follows a write under way still reports its outcome.
    const isNewWrite = stop?.aborted && call.endpoint.method !== "GET";
    if (isNewWrite || call.signals.some((signal) => signal.aborted)) throw interruptionOf(call, false);
    // A write that is sent and given up at once would be in doubt without need.
    if (clock.now() >= deadline) {
      const detail = "was not sent: the time for all of it is over";
      throw callFailure(call, { reason: "timeout", detail, retryable: false });
    }
    const milliseconds = pacer.admit(call.name);
    return milliseconds > 0 ? { milliseconds } : { result: await send() };
  }

  return {
    async schedule(call, attempt, send) {
      for (;;) {
        const first = firsts.get(call.name);
        if (first !== undefined && pacer.isTightFor(concurrency)) await firstEnded(call, first);
        const taken = limit(() => takeTurn(call, send));
        const ended = taken.catch(() => undefined);
        if (first === undefined) firsts.set(call.name, ended);
        const turn = await taken;
        if ("result" in turn) return turn.result;
        if (stop?.aborted) throw interruptionOf(call, false);
        if (!fits(turn.milliseconds)) throw tooLong(call, turn.milliseconds);
        announceOnce(call, attempt, turn.milliseconds);
        await sleep(turn.milliseconds, call.signals);
      }
    },

    observe: (call, headers) => pacer.observe(call.name, readRateLimit(headers)),

    async backOff(call, attempt, error, milliseconds) {
      if (stop?.aborted || !fits(milliseconds)) return false;
      if (error.reason === "rate-limited") {
        pacer.block(call.name, milliseconds);
      } else {
        announce(call, attempt, milliseconds, error.reason);
        await sleep(milliseconds, call.signals);
      }
      return !stop?.aborted;
    },

    async pause(milliseconds, signals) {
      if (stop?.aborted || !fits(milliseconds)) return false;
      await sleep(milliseconds, signals);
      return !stop?.aborted;
    },
  };
}

/** Announces waits; a wait for a rate limit once, however many calls of an endpoint share it. */
function createAnnouncer(clock: Clock, onWait: SchedulerOptions["onWait"]) {
  const announcedUntil = new Map<string, number>();

  function announce(
    call: PreparedCall,
    attempt: number,
    milliseconds: number,
    because?: ApiErrorReason,
  ): void {
    const { path, endpoint } = call;
    const cause =
      because === undefined ? { reason: "rate-limit" as const } : { reason: "retry" as const, because };
    onWait?.({ ...cause, seconds: milliseconds / 1000, method: endpoint.method, path, attempt });
  }

  function announceOnce(call: PreparedCall, attempt: number, milliseconds: number): void {
    const until = clock.now() + milliseconds;
    if (until <= (announcedUntil.get(call.name) ?? Number.NEGATIVE_INFINITY) + SAME_WAIT_MS) return;
    announcedUntil.set(call.name, until);
    announce(call, attempt, milliseconds);
  }

  return { announce, announceOnce };
}

/** A wait that is cut short by a signal is noticed by the next attempt. */
async function sleepUnlessAborted(
  clock: Clock,
  milliseconds: number,
  signals: PreparedCall["signals"],
): Promise<void> {
  const awake = new AbortController();
  const unwatch = onAbort(signals, () => awake.abort());
  await clock.sleep(milliseconds, awake.signal).catch(() => undefined);
  unwatch();
}

/** Resolves when the first request of the endpoint has ended, or one of the call's signals. */
async function firstEnded(call: PreparedCall, first: Promise<unknown>): Promise<void> {
  let unwatch = (): void => {};
  await new Promise<void>((resolve) => {
    unwatch = onAbort(call.signals, resolve);
    void first.then(() => resolve());
  });
  unwatch();
}

function tooLong(call: PreparedCall, milliseconds: number): ApiError {
  const detail = `would have to wait ${Math.ceil(milliseconds / 1000)} s for the rate limit`;
  return callFailure(call, { reason: "rate-limited", detail, retryable: false });
}
