import { createAdaptiveLimit } from "./adaptive-limit.js";
import { ApiError } from "./api-error.js";
import { failureOf, interruptionOf, onAbort, type PreparedCall } from "./call.js";
import type { Wait } from "./client-options.js";
import type { Clock } from "./clock.js";
import { createPacer } from "./pacing.js";
import { type AnswerHeaders, readRateLimit } from "./rate-limit.js";
import { LONGEST_WAIT_MS } from "./retry.js";

/** Decides when requests may go, and learns from how they fare. */
export interface Traffic {
  /** Runs `send` once there is a place and the rate limit allows it; rejects with an `ApiError`. */
  whenClear<Result>(call: PreparedCall, attempt: number, send: () => Promise<Result>): Promise<Result>;
  /** Takes note of what an answer says of the rate limit. */
  observe(call: PreparedCall, headers: AnswerHeaders): void;
  /**
   * Stands back after `error`, and after a rate limit with every call of the endpoint. Resolves to whether `attempt`
   * may be made now: false, without waiting, where the run would be over by then.
   */
  standBack(call: PreparedCall, attempt: number, error: ApiError, milliseconds: number): Promise<boolean>;
}

/** What {@link createTraffic} goes by. */
export interface TrafficOptions {
  readonly concurrency: number;
  readonly clock: Clock;
  /** On the clock: no wait goes beyond it. */
  readonly deadline: number;
  readonly onWait: ((wait: Wait) => void) | undefined;
  /** From then on nothing is waited for. */
  readonly stop: AbortSignal | undefined;
}

/** Waits for a rate limit that end this close to each other are one to whoever looks on. */
const SAME_WAIT_MS = 1_000;

/** An empty road. */
export function createTraffic({ concurrency, clock, deadline, onWait, stop }: TrafficOptions): Traffic {
  const limit = createAdaptiveLimit(concurrency);
  const pacer = createPacer(clock.now);
  const announcedUntil = new Map<string, number>();

  const fits = (milliseconds: number) =>
    milliseconds <= LONGEST_WAIT_MS && clock.now() + milliseconds <= deadline;

  /** A wait that is cut short by a signal is noticed by the next attempt. */
  async function pause(call: PreparedCall, milliseconds: number): Promise<void> {
    const awake = new AbortController();
    const signals = stop === undefined ? call.signals : [...call.signals, stop];
    const unwatch = onAbort(signals, () => awake.abort());
    await clock.sleep(milliseconds, awake.signal).catch(() => undefined);
    unwatch();
  }

  function announce(
    call: PreparedCall,
    attempt: number,
    milliseconds: number,
    because?: ApiError["reason"],
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

  return {
    async whenClear(call, attempt, send) {
      for (;;) {
        const turn = await limit(async (load) => {
          if (call.signals.some((signal) => signal.aborted)) throw interruptionOf(call, false);
          // A write that is sent to be given up at once would be in doubt for nothing.
          if (clock.now() >= deadline) {
            const detail = "was not sent: the time for all of it is over";
            throw failureOf(call, { reason: "timeout", detail, retryable: false });
          }
          const milliseconds = pacer.admit(call.name);
          if (milliseconds > 0) return { milliseconds };
          try {
            const result = await send();
            load.served();
            return { result };
          } catch (error) {
            if (error instanceof ApiError && error.reason === "rate-limited") load.refused();
            throw error;
          }
        });
        if ("result" in turn) return turn.result;
        if (stop?.aborted) throw interruptionOf(call, false);
        if (!fits(turn.milliseconds)) {
          const detail = `would have to wait ${Math.ceil(turn.milliseconds / 1000)} s for the rate limit`;
          throw failureOf(call, { reason: "rate-limited", detail, retryable: false });
        }
        announceOnce(call, attempt, turn.milliseconds);
        await pause(call, turn.milliseconds);
      }
    },

    observe: (call, headers) => pacer.observe(call.name, readRateLimit(headers)),

    async standBack(call, attempt, error, milliseconds) {
      if (stop?.aborted || !fits(milliseconds)) return false;
      if (error.reason === "rate-limited") {
        pacer.block(call.name, milliseconds);
      } else {
        announce(call, attempt, milliseconds, error.reason);
        await pause(call, milliseconds);
      }
      return !stop?.aborted;
    },
  };
}
