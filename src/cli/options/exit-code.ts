import type { Outcome } from "../../model/plan/plan.js";

/** The exit code of each outcome, on which pipelines rely. An interrupt by SIGTERM is 143 instead. */
export const EXIT_CODES: Readonly<Record<Outcome, number>> = {
  ok: 0,
  error: 1,
  differences: 2,
  refused: 3,
  stale: 4,
  partial: 5,
  interrupted: 130,
};

/** The exit code of an outcome; `signal` is what interrupted the run, if anything did. */
export function exitCodeOf(outcome: Outcome, signal: NodeJS.Signals | undefined): number {
  return outcome === "interrupted" && signal === "SIGTERM" ? 143 : EXIT_CODES[outcome];
}
