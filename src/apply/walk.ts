import type { StepOutcome } from "../model/event.js";
import type { Step } from "../model/step.js";

/** What the walk asks for and reports; all of it in the order in which it happens. */
export interface WalkHooks {
  /** Carries a step out; the walk never starts it twice. */
  run(step: Step): Promise<{
    readonly outcome: Extract<StepOutcome, "done" | "failed" | "unknown">;
    readonly fatal: boolean;
  }>;
  /** A step that is not started because steps that it needs did not succeed: the first causes, not the skipped ones between. */
  skip(step: Step, because: readonly Step[]): void;
  /** Whether no new work may be started. */
  isStopped(): boolean;
}

/**
 * Walks a dependency graph: a step starts when all that it needs is done, the lowest number first, at most
 * `concurrency` at once. What needs a failed step is skipped, everything else goes on. Resolves with how each step
 * ended when nothing is running any more; steps that were never started stay `not_started`.
 */
export async function walk(
  steps: readonly Step[],
  concurrency: number,
  hooks: WalkHooks,
): Promise<ReadonlyMap<number, StepOutcome>> {
  const outcomes = new Map<number, StepOutcome>(steps.map(({ step }) => [step, "not_started"]));
  const byNumber = new Map(steps.map((step) => [step.step, step]));
  const waiting = new Map(steps.map(({ step, needs }) => [step, needs.length]));
  const dependents = new Map<number, number[]>();
  for (const { step, needs } of steps) {
    for (const need of needs) {
      const list = dependents.get(need);
      if (list === undefined) dependents.set(need, [step]);
      else list.push(step);
    }
  }
  const causes = new Map<number, Step[]>();
  const ready = steps.filter(({ needs }) => needs.length === 0);
  const running = new Set<Promise<void>>();
  let fatal = false;

  const block = (failed: Step): void => {
    const pending = [failed];
    for (let step = pending.pop(); step !== undefined; step = pending.pop()) {
      for (const number of dependents.get(step.step) ?? []) {
        const dependent = byNumber.get(number);
        if (dependent === undefined) continue;
        const known = causes.get(number);
        if (known?.includes(failed)) continue;
        causes.set(number, [...(known ?? []), failed]);
        if (known === undefined) outcomes.set(number, "skipped");
        pending.push(dependent);
      }
    }
  };
  const start = (step: Step): void => {
    const task = hooks.run(step).then((result) => {
      running.delete(task);
      outcomes.set(step.step, result.outcome);
      fatal ||= result.fatal;
      if (result.outcome !== "done") {
        block(step);
        return;
      }
      for (const number of dependents.get(step.step) ?? []) {
        const left = (waiting.get(number) ?? 0) - 1;
        waiting.set(number, left);
        const dependent = byNumber.get(number);
        if (left === 0 && dependent !== undefined && !causes.has(number)) insertByNumber(ready, dependent);
      }
    });
    running.add(task);
  };

  for (;;) {
    while (!fatal && !hooks.isStopped() && running.size < concurrency) {
      const next = ready.shift();
      if (next === undefined) break;
      start(next);
    }
    if (running.size === 0) break;
    await Promise.race(running);
  }
  for (const [number, because] of causes) {
    const step = byNumber.get(number);
    if (step !== undefined) hooks.skip(step, because);
  }
  return outcomes;
}

/** Keeps the ready list sorted, so that runs are alike and the earliest step goes first. */
function insertByNumber(ready: Step[], step: Step): void {
  let low = 0;
  let high = ready.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ready[middle]?.step ?? 0) < step.step) low = middle + 1;
    else high = middle;
  }
  ready.splice(low, 0, step);
}
