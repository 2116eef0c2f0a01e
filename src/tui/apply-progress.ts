import type { ApplyEvent, StepRef } from "../model/plan/event.js";

/** How far an apply is, as far as a screen shows it. */
export interface ApplyProgress {
  /** Writes of the plan. */
  readonly total: number;
  /** Writes that ended, however they did. */
  readonly ended: number;
  /** Writes in flight by their number, in the order of their start. */
  readonly running: ReadonlyMap<number, RunningStep>;
  /** Why the whole run waits. */
  readonly wait?: Wait;
}

/** A write in flight. */
export interface RunningStep {
  readonly ref: StepRef;
  /** Milliseconds since the epoch. */
  readonly since: number;
  readonly wait?: Wait;
}

/** A reason to wait, and until when where that is known (milliseconds since the epoch). */
export interface Wait {
  readonly reason: string;
  readonly until?: number;
}

/** Before the first event. */
export const notStarted = (total: number): ApplyProgress => ({ total, ended: 0, running: new Map() });

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
      return { ...going, running, ended: progress.ended + 1 };
    }
    default:
      return progress;
  }
}

function waitOf(event: ApplyEvent & { type: "apply_progress" }, now: number): Wait {
  const { message, wait_seconds } = event;
  return wait_seconds === undefined
    ? { reason: message }
    : { reason: message, until: now + wait_seconds * 1000 };
}
