import { hasErrors } from "../../model/diagnostic.js";
import { findingsFrom, refusalsIn } from "../../model/plan/finding.js";
import type { Outcome, PlanContent, PlanVerdict, ResourceChange } from "../../model/plan/plan.js";
import type { Purpose } from "../input/inputs.js";

/** Decides how a plan ends and if it may be carried out; nothing else does. */
export function verdictOf(plan: PlanContent, purpose: Purpose | undefined): PlanVerdict {
  const errored = hasErrors(findingsFrom(plan, "file"));
  const refused = refusalsIn(plan).length > 0;
  const planOutcome = (): Outcome => {
    if (errored) return "error";
    if (refused) return "refused";
    return differs(plan, purpose) ? "differences" : "ok";
  };
  return {
    outcome: planOutcome(),
    applyable: !errored && !refused && plan.steps.length > 0,
    errored,
    ...(purpose === "drift" && { drift: true }),
  };
}

/** Returns true if the plan has differences and its purpose makes an outcome of them. */
function differs(plan: PlanContent, purpose: Purpose | undefined): boolean {
  if (purpose !== "compare" && purpose !== "drift") return false;
  const isOther = plan.unsupported.length + plan.not_listed.length > 0;
  return hasChanges(plan.resource_changes) || (purpose === "drift" && isOther);
}

/** Returns true if there is anything to do. */
export function hasChanges(changes: readonly ResourceChange[]): boolean {
  return changes.some(({ change }) => change.actions[0] !== "no-op");
}
