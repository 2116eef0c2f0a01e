import { hasErrors } from "../model/diagnostic.js";
import { findingsFrom, refusalsIn } from "../model/plan/finding.js";
import type { Plan } from "../model/plan/plan.js";
import type { PlanOptions } from "./input/inputs.js";
import { isJoined } from "./people/joined.js";

/** The parts of a plan that its verdict depends on. */
export type JudgedPlan = Pick<Plan, "resource_changes" | "steps" | "not_listed" | "unsupported" | "findings">;

/** Decides how a plan ends and if it may be carried out; nothing else does. */
export function verdictOf(
  plan: JudgedPlan,
  { purpose }: Pick<PlanOptions, "purpose">,
): Pick<Plan, "outcome" | "applyable" | "errored"> {
  const errored = hasErrors(findingsFrom(plan, "file"));
  const refused = refusalsIn(plan).length > 0;
  const planOutcome = (): Plan["outcome"] => {
    if (errored) return "error";
    if (refused) return "refused";
    return differs(plan, purpose) ? "differences" : "ok";
  };
  return {
    outcome: planOutcome(),
    applyable: !errored && !refused && plan.steps.length > 0,
    errored,
  };
}

/** Returns true if the plan has differences and its purpose makes an outcome of them. */
function differs(plan: JudgedPlan, purpose: PlanOptions["purpose"]): boolean {
  if (purpose !== "compare" && purpose !== "drift") return false;
  // Access that was approved with an invite has not drifted.
  const resource_changes = plan.resource_changes.filter(
    (change) => purpose === "compare" || !isJoined(change),
  );
  return (
    hasChanges({ resource_changes }) ||
    (purpose === "drift" && plan.unsupported.length + plan.not_listed.length > 0)
  );
}

/** Returns true if there is anything to do. */
export function hasChanges({ resource_changes }: Pick<Plan, "resource_changes">): boolean {
  return resource_changes.some(({ change }) => change.actions[0] !== "no-op");
}
