import type { ApplyEvent, StepRef } from "../model/plan/event.js";

/** The progress of an apply that a screen shows. */
export interface ApplyProgress {
  /** Writes of the plan. */
  readonly total: number;
  /** Writes that ended, however they did. */
  readonly ended: number;
  /** Among those that ended. */
  readonly failed: number;
  /** The ended writes that may or may not have happened. */
  readonly inDoubt: number;
  /** Among those that ended. */
  readonly skipped: number;
  /** Writes in flight by their number, in the order of their start. */
  readonly running: ReadonlyMap<number, RunningStep>;
  /** The reason why the whole run waits. */
  readonly wait?: StepWait;
}

/** A write in flight. */
export interface RunningStep {
  readonly ref: StepRef;
  /** Milliseconds since the epoch. */
  readonly since: number;
  readonly wait?: StepWait;
}

/** A reason to wait, and until when where that is known (milliseconds since the epoch). */
export interface StepWait {
  readonly reason: string;
  readonly until?: number;
}

/** The progress before the first event. */
export const notStarted = (total: number): ApplyProgress => ({
  total,
  ended: 0,
  failed: 0,
  inDoubt: 0,
  skipped: 0,
  running: new Map(),
});

/** Progress after one more event; `now` in milliseconds since the epoch. */
export function advance(progress: ApplyProgress, event: ApplyEvent, now: number): ApplyProgress {
  const { wait: _over, ...going } = progress;
  switch (event.type) {
    case "apply_start": {
      const running = new Map(progress.running).set(event.step, { ref: event, since: now });
      return { ...going, running };
    }
    case "apply_progress": {
      const wait = waitOf(event, now);
      const waiting = event.step === undefined ? undefined : progress.running.get(event.step);
      if (waiting === undefined) return { ...going, wait };
      return { ...progress, running: new Map(progress.running).set(waiting.ref.step, { ...waiting, wait }) };
    }
    case "apply_complete":
    case "apply_errored":
    case "apply_skipped": {
      const running = new Map(progress.running);
      running.delete(event.step);
      const isError = event.type === "apply_errored";
      if (isError && event.outcome === "not_started") return { ...going, running };
      return {
        ...going,
        running,
        ended: progress.ended + 1,
        failed: progress.failed + Number(isError && event.outcome === "failed"),
        inDoubt: progress.inDoubt + Number(isError && event.outcome === "unknown"),
        skipped: progress.skipped + Number(event.type === "apply_skipped"),
      };
    }
    default:
      return progress;
  }
}

function waitOf(event: ApplyEvent & { type: "apply_progress" }, now: number): StepWait {
  const { message, wait_seconds } = event;
  return wait_seconds === undefined
    ? { reason: message }
    : { reason: message, until: now + wait_seconds * 1000 };
}

/** The fewest ended writes for an estimate: with fewer it would not be stable. */
const LEAST_ENDED = 5;
const LEAST_ELAPSED_MS = 2_000;

/**
 * The milliseconds that the rest would take at the present pace; `undefined` while it is too early for an
 * estimate.
 */
export function timeLeft({ total, ended }: ApplyProgress, elapsedMs: number): number | undefined {
  if (ended < LEAST_ENDED || elapsedMs < LEAST_ELAPSED_MS || ended >= total) return undefined;
  return (elapsedMs / ended) * (total - ended);
}
