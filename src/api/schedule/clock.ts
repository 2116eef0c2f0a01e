import { setTimeout as sleep } from "node:timers/promises";

/** Time and random numbers, as the client sees them; tests bring their own. */
export interface Clock {
  /** Milliseconds that never decrease, unlike those of the wall clock. */
  now(): number;
  /** A random number in [0, 1). */
  random(): number;
  /** Resolves after so many milliseconds; rejects immediately when aborted. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/** The machine's own. */
export const systemClock: Clock = {
  now: () => performance.now(),
  random: Math.random,
  sleep: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }),
};
