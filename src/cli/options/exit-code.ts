import type { Outcome } from "../../model/plan/plan.js";

/** The exit code of each outcome, on which pipelines rely. An interrupt by another signal than Ctrl-C has its own. */
export const EXIT_CODES: Readonly<Record<Outcome, number>> = {
  ok: 0,
  error: 1,
  differences: 2,
  refused: 3,
  stale: 4,
  partial: 5,
  interrupted: 130,
};

/** The exit codes of interrupts, as shells give them. */
const BY_SIGNAL: Readonly<Partial<Record<NodeJS.Signals, number>>> = { SIGTERM: 143, SIGHUP: 129 };

/** The exit code of an outcome; `signal` is what interrupted the run, if anything did. */
export function exitCodeOf(outcome: Outcome, signal: NodeJS.Signals | undefined): number {
  return (outcome === "interrupted" && signal && BY_SIGNAL[signal]) || EXIT_CODES[outcome];
}
