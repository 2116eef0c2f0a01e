import type { Clock } from "../../src/api/schedule/clock.js";

/** A clock that stands still but for sleeping, which takes no time; every sleep is written down. Those who fall asleep
 * together wake up together. */
export function instantClock(): Clock & { readonly slept: number[] } {
  let time = 0;
  const slept: number[] = [];
  return {
    slept,
    now: () => time,
    random: () => 0,
    async sleep(milliseconds, signal) {
      signal.throwIfAborted();
      slept.push(milliseconds);
      const until = time + milliseconds;
      await new Promise(setImmediate);
      time = Math.max(time, until);
    },
  };
}
