import type { Client } from "../api/operations.js";
import type { Address } from "../model/address.js";
import type { ApplyEvent, StepRef } from "../model/plan/event.js";
import type { Outcome, Plan } from "../model/plan/plan.js";
import type { Step } from "../model/plan/step.js";
import { announce } from "./announce.js";
import { carryOut, type StepResult } from "./carry-out.js";
import { createEventQueue } from "./event-queue.js";
import { withLooks } from "./looks.js";
import { countSteps } from "./receipt.js";
import { createResourceIds } from "./resource-ids.js";
import { type Outcomes, walk } from "./walk.js";

/** Options of carrying out a plan. */
export interface ApplyOptions {
  /** Steps at once; 10 by default. */
  readonly concurrency?: number | undefined;
  /** When aborted, nothing new is started and what is in flight is finished. */
  readonly stop?: AbortSignal;
}

const DEFAULT_CONCURRENCY = 10;

/**
 * Carries out a plan, step by step as its graph allows, and reports what happens. A plan is as old as what was read for
 * it: compare one that was saved with a new one first (see `parsePlan`). Writing starts with the
 * first pull and goes on whether or not anybody pulls; it is done once, however often the result is iterated.
 * `apply_summary` is the last event, with counts from results, whatever the service does. Running it again after any
 * end converges, because it starts from a new plan.
 *
 * @throws Error at the first pull, before anything is written, when the plan has errors or a guard refused it.
 */
export async function* applyPlan(
  plan: Plan,
  client: Client,
  options: ApplyOptions = {},
): AsyncGenerator<ApplyEvent, void> {
  if (plan.outcome !== "ok") throw new Error(`a plan whose outcome is "${plan.outcome}" is not carried out`);
  const queue = createEventQueue<ApplyEvent>();
  for (const event of announce(plan)) queue.push(event);
  run(plan, client, options, queue.push).then(() => queue.close(), queue.close);
  yield* queue;
}

async function run(
  plan: Plan,
  client: Client,
  options: ApplyOptions,
  push: (event: ApplyEvent) => void,
): Promise<void> {
  const resourceIds = createResourceIds(client, plan.identities);
  let warnings = 0;
  let failures = 0;
  const tasks = withLooks(plan, client, resourceIds);
  const outcomes = await walk(tasks, options.concurrency ?? DEFAULT_CONCURRENCY, {
    async run(step, outcomes) {
      if ("look" in step) {
        const { problems, fatal } = await step.look(outcomes);
        for (const diagnostic of problems) push({ type: "diagnostic", diagnostic });
        failures += problems.filter(({ code }) => code !== "interrupted").length;
        return { outcome: problems.length === 0 ? "done" : "failed", fatal };
      }
      const ref = refOf(step);
      push({ type: "apply_start", ...ref });
      const result = await carryOut(client, resourceIds, step);
      if (result.outcome === "done") warnings += result.warnings.length;
      else if (result.diagnostic.code !== "interrupted") failures += 1;
      push(resultEvent(ref, result));
      return { outcome: result.outcome, fatal: result.outcome !== "done" && result.fatal };
    },
    skip(step, because) {
      // Looks are never skipped: they come after others and need none of them.
      if (!("look" in step))
        push({ type: "apply_skipped", ...refOf(step), because_of: because.map(({ address }) => address) });
    },
    isStopped: () => options.stop?.aborted ?? false,
  });
  push({
    type: "apply_summary",
    outcome: outcomeOf(outcomes, failures === 0 && options.stop?.aborted === true),
    steps: countSteps(plan.steps, outcomes),
    changes: countChanges(plan.steps, outcomes),
    warnings,
  });
}

function refOf({ step, address, kind, action }: Step): StepRef {
  return { step, address, kind, action };
}

function resultEvent(ref: StepRef, result: StepResult): ApplyEvent {
  if (result.outcome !== "done") {
    return { type: "apply_errored", ...ref, outcome: result.outcome, diagnostic: result.diagnostic };
  }
  return {
    type: "apply_complete",
    ...ref,
    ...(result.id === undefined ? {} : { id: result.id }),
    ...(result.adopted ? { adopted: true as const } : {}),
    ...(result.already ? { already: true as const } : {}),
    warnings: result.warnings,
  };
}

/** A resource counts as changed when all its steps are done; temporary ones count with their resource. */
function countChanges(
  steps: readonly Step[],
  outcomes: Outcomes,
): { readonly create: number; readonly update: number; readonly delete: number } {
  const unfinished = new Set(
    steps.filter(({ step }) => outcomes.get(step) !== "done").map(({ address }) => address),
  );
  const done = new Map<Address, Step["action"]>();
  for (const { address, action } of steps)
    if (!unfinished.has(address) && !done.has(address)) done.set(address, action);
  const counts = { create: 0, update: 0, delete: 0 };
  for (const action of done.values()) counts[action] += 1;
  return counts;
}

/** The outcome of the run; it is `ok` only if every look has succeeded as well. */
function outcomeOf(outcomes: Outcomes, onlyStopped: boolean): Outcome {
  if ([...outcomes.values()].every((outcome) => outcome === "done")) return "ok";
  return onlyStopped ? "interrupted" : "partial";
}
