import { announce } from "../apply/announce.js";
import { type Diagnostic, finding } from "../model/diagnostic.js";
import type { ApplyEvent } from "../model/plan/event.js";
import { asDiagnostic, findingsFrom, refusalsIn } from "../model/plan/finding.js";
import type { Outcome, Plan } from "../model/plan/plan.js";

/** The reason why a plan may differ although nothing has changed. */
export const SAME_OPTIONS =
  "An apply takes the same --file, --base, --workspace, --var and --access-reads as the plan that was approved.";

const NOTHING = { done: 0, failed: 0, skipped: 0, not_started: 0, unknown: 0 };

/** The reason of a stale approval; `difference` describes what it no longer covers. */
export const staleDiagnostic = (difference: string, mayHaveOtherOptions: boolean): Diagnostic =>
  finding(
    "approval-stale",
    "The plan is no longer the one that was approved",
    `${difference}Look at the new plan and approve that.${mayHaveOtherOptions ? ` ${SAME_OPTIONS}` : ""}`,
  );

/**
 * The events of an apply that does not start: the plan, the reasons, with one that is not in the plan, and a summary in
 * which nothing was done.
 */
export function* refusalEvents(plan: Plan, outcome: Outcome, reason?: Diagnostic): Generator<ApplyEvent> {
  yield* announce(plan);
  for (const diagnostic of findingsFrom(plan, "file")) yield { type: "diagnostic", diagnostic };
  for (const finding of refusalsIn(plan)) yield { type: "diagnostic", diagnostic: asDiagnostic(finding) };
  if (reason !== undefined) yield { type: "diagnostic", diagnostic: reason };
  yield {
    type: "apply_summary",
    outcome,
    steps: { ...NOTHING, not_started: plan.steps.length },
    changes: { create: 0, update: 0, delete: 0 },
    warnings: 0,
  };
}
