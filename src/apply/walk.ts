import type { StepOutcome } from "../model/plan/event.js";
import { groupBy } from "../util/collections.js";

/** A task of the walk: `step` is unique, and orders the tasks that are ready. */
export interface Task {
  readonly step: number;
  /** Tasks that must have succeeded before. */
  readonly needs: readonly number[];
  /** Tasks that must have ended before, with any outcome. */
  readonly after?: readonly number[];
}

/** The outcome of each task, by its number; `not_started` until it ends. */
export type TaskOutcomes = ReadonlyMap<number, StepOutcome>;

/** The calls of the walk, in the order in which things happen. */
interface WalkHooks<T extends Task> {
  /** Carries a task out; the walk never starts it twice. */
  run(
    task: T,
    outcomes: TaskOutcomes,
  ): Promise<{
    /** The outcome; `not_started` if the walk was stopped before the task did anything. */
    readonly outcome: Exclude<StepOutcome, "skipped">;
    readonly fatal: boolean;
  }>;
  /** A task that is not started because others that it needs did not succeed: the first causes, not the skipped ones between. */
  skip(task: T, because: readonly T[]): void;
  /** Returns true if no new work may be started. */
  isStopped(): boolean;
}

/**
 * Walks a dependency graph: a task starts when all that it needs is done and all that it comes after has ended, the
 * lowest number first, at most `concurrency` at once. A task that needs a failed one is skipped, the others go on.
 * Resolves with the outcome of each when nothing is running any more; a task that never started stays `not_started`.
 */
export async function walk<T extends Task>(
  tasks: readonly T[],
  concurrency: number,
  hooks: WalkHooks<T>,
): Promise<TaskOutcomes> {
  const outcomes = new Map<number, StepOutcome>(tasks.map(({ step }) => [step, "not_started"]));
  const waiting = new Map(tasks.map(({ step, needs, after = [] }) => [step, needs.length + after.length]));
  const dependents = followersOf(tasks, ({ needs }) => needs);
  const followers = followersOf(tasks, ({ after = [] }) => after);
  const causes = new Map<T, T[]>();
  const ready = tasks.filter(({ step }) => waiting.get(step) === 0).sort((a, b) => a.step - b.step);
  const running = new Set<Promise<void>>();
  let fatal = false;

  const release = (tasks: readonly { readonly task: T }[] = []): void => {
    for (const { task } of tasks) {
      const left = (waiting.get(task.step) ?? 0) - 1;
      waiting.set(task.step, left);
      if (left > 0 || causes.has(task)) continue;
      // In its place, so that the lowest number goes first in every run.
      ready.splice(ready.findLastIndex(({ step }) => step < task.step) + 1, 0, task);
    }
  };
  const block = (failed: T): void => {
    const pending = [failed];
    for (let task = pending.pop(); task !== undefined; task = pending.pop()) {
      for (const { task: dependent } of dependents.get(task.step) ?? []) {
        const known = causes.get(dependent);
        if (known?.includes(failed)) continue;
        causes.set(dependent, [...(known ?? []), failed]);
        pending.push(dependent);
        if (known !== undefined) continue;
        outcomes.set(dependent.step, "skipped");
        release(followers.get(dependent.step));
      }
    }
  };
  const start = (task: T): void => {
    const run = hooks.run(task, outcomes).then((result) => {
      running.delete(run);
      outcomes.set(task.step, result.outcome);
      fatal ||= result.fatal;
      if (result.outcome === "not_started") return;
      if (result.outcome === "done") release(dependents.get(task.step));
      else block(task);
      release(followers.get(task.step));
    });
    running.add(run);
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
  for (const [task, because] of causes) hooks.skip(task, because);
  return outcomes;
}

/** The tasks that have each number in a list of theirs. */
const followersOf = <T extends Task>(tasks: readonly T[], listOf: (task: T) => readonly number[]) =>
  groupBy(
    tasks.flatMap((task) => listOf(task).map((number) => ({ number, task }))),
    ({ number }) => number,
  );
