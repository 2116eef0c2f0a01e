import type { Client } from "../api/operations.js";
import type { ApplyEvent, StepRef } from "../model/plan/event.js";
import { findingsFrom } from "../model/plan/finding.js";
import type { Outcome, Plan, Step } from "../model/plan/plan.js";
import { serviceWarning, summarizeWarnings } from "../model/service-warning.js";
import { defined } from "../util/record.js";
import { carryOut, type StepResult } from "./carry-out.js";
import { countOutcomes } from "./receipt.js";
import { withRechecks } from "./rechecks.js";
import { createResourceIds } from "./resource-ids.js";
import { type TaskOutcomes, walk } from "./walk.js";

/** Options of carrying out a plan. */
interface ApplyOptions {
  /** The most concurrent steps; 10 by default. */
  readonly concurrency?: number | undefined;
  /** Aborting it starts no further write; writes in flight are finished. */
  readonly stop?: AbortSignal;
}

const DEFAULT_CONCURRENCY = 10;

/**
 * Carries out a plan, step by step as its graph allows. A plan is as old as what was read for it: compare one that was
 * saved with a new one first. Each event is reported as it happens, and before the write of an `apply_start` is sent.
 * After a `false` in reply, nothing more is sent: a run does not write what it cannot record. `apply_summary` is the
 * last event, with counts from results, whatever the service does. Running it again after any end converges, because
 * it starts from a new plan.
 *
 * @throws Error before any event when the plan has errors or a guard refused it.
 */
export async function runPlan(
  plan: Plan,
  client: Client,
  report: (event: ApplyEvent) => boolean,
  options: ApplyOptions,
): Promise<void> {
  if (plan.outcome !== "ok") throw new Error(`a plan whose outcome is "${plan.outcome}" is not carried out`);
  let isRecorded = true;
  const push = (event: ApplyEvent): void => {
    isRecorded = report(event) && isRecorded;
  };
  for (const event of announce(plan)) push(event);
  const resourceIds = createResourceIds(client, plan.identities);
  const answersBefore = client.warnings().length;
  /** The different warnings that changes or the plan already have. */
  const reported = new Set(serviceWordsOf(plan));
  let failures = 0;
  const tasks = withRechecks(plan, client, resourceIds);
  const outcomes = await walk(tasks, options.concurrency ?? DEFAULT_CONCURRENCY, {
    async run(step, outcomes) {
      if ("check" in step) {
        const { problems, fatal } = await step.check(outcomes);
        for (const diagnostic of problems) push({ type: "diagnostic", diagnostic });
        failures += problems.filter(({ code }) => code !== "interrupted").length;
        return { outcome: problems.length === 0 ? "done" : "failed", fatal };
      }
      const ref = refOf(step);
      push({ type: "apply_start", ...ref });
      if (!isRecorded) return { outcome: "not_started", fatal: true };
      const result = await carryOut(client, resourceIds, step);
      if (result.outcome === "done") for (const message of result.warnings) reported.add(message);
      else if (result.diagnostic.code !== "interrupted") failures += 1;
      push(resultEvent(ref, result));
      return { outcome: result.outcome, fatal: result.outcome !== "done" && result.fatal };
    },
    skip(step, because) {
      // Rechecks are never skipped: nothing that they wait for has to succeed.
      if (!("check" in step))
        push({ type: "apply_skipped", ...refOf(step), because_of: because.map(({ address }) => address) });
    },
    isStopped: () => !isRecorded || (options.stop?.aborted ?? false),
  });
  const unreported = client
    .warnings()
    .slice(answersBefore)
    .filter(({ message }) => !reported.has(message));
  for (const warning of summarizeWarnings(unreported)) {
    reported.add(warning.message);
    push({ type: "diagnostic", diagnostic: serviceWarning(warning) });
  }
  const steps = countOutcomes(plan.steps.map(({ step }) => outcomes.get(step) ?? "not_started"));
  const isUnsent = steps.done + steps.failed + steps.unknown === 0;
  push({
    type: "apply_summary",
    // A receipt that was lost before anything was sent stopped nothing part-way.
    outcome:
      !isRecorded && isUnsent
        ? "error"
        : runOutcome(outcomes, failures === 0 && options.stop?.aborted === true),
    steps,
    changes: countChanges(plan.steps, outcomes),
    warnings: reported.size,
  });
}

/** The words of the service in warnings of a plan. */
const serviceWordsOf = (plan: Plan): readonly string[] =>
  findingsFrom(plan, "service").flatMap(({ service }) => service?.message ?? []);

function refOf({ step, address, kind, action }: Step): StepRef {
  return { step, address, kind, action };
}

function resultEvent(ref: StepRef, result: StepResult): ApplyEvent {
  if (result.outcome !== "done") {
    return { type: "apply_errored", ...ref, outcome: result.outcome, diagnostic: result.diagnostic };
  }
  const { id, role, adopted, already, warnings } = result;
  const how = { adopted: adopted || undefined, already: already || undefined };
  return { type: "apply_complete", ...ref, ...defined({ id, role, ...how }), warnings };
}

/** A resource counts as changed when its step is done. */
function countChanges(
  steps: readonly Step[],
  outcomes: TaskOutcomes,
): { readonly create: number; readonly update: number; readonly delete: number } {
  const counts = { create: 0, update: 0, delete: 0 };
  for (const { step, action } of steps) if (outcomes.get(step) === "done") counts[action] += 1;
  return counts;
}

/** The outcome of the run; it is `ok` only if every look has succeeded as well. */
function runOutcome(outcomes: TaskOutcomes, onlyStopped: boolean): Outcome {
  if ([...outcomes.values()].every((outcome) => outcome === "done")) return "ok";
  return onlyStopped ? "interrupted" : "partial";
}

/**
 * The first events of every apply, also of one that is refused: the version, each change of the plan, what the service
 * warned of while it was read, and the sum.
 */
export function* announce(plan: Plan): Generator<ApplyEvent> {
  yield { type: "version", orgform: plan.orgform_version, format_version: "1.0" };
  for (const { address, type, change, action_reason, origin } of plan.resource_changes) {
    const [action] = change.actions;
    if (action === "no-op") continue;
    yield { type: "planned_change", address, kind: type, action, ...defined({ action_reason, origin }) };
  }
  for (const diagnostic of findingsFrom(plan, "service")) yield { type: "diagnostic", diagnostic };
  yield { type: "change_summary", summary: plan.summary, plan_digest: plan.plan_digest };
}
