import type { Outcome, Plan } from "../../model/plan/plan.js";
import { CHECK_GUARDS } from "../../plan/guards/allowance.js";
import { printPlan } from "../documents/print-plan.js";
import { withConnection } from "../session/connect.js";
import type { CommandContext } from "../session/context.js";
import { loadDesired } from "../session/load-desired.js";
import { makePlan } from "../session/make-plan.js";
import type { CommonOptions, FileOptions, PlanningOptions, ServiceOptions } from "../session/options.js";
import { hasDifferences, withDifferences, withFailOn } from "../session/outcome.js";

/** Options of `drift`. */
export type DriftOptions = FileOptions & ServiceOptions & PlanningOptions & CommonOptions;

/** `orgform drift`: whether the live organization is still as the file says; any difference counts, also one that no endpoint can mend. */
export async function drift(context: CommandContext, options: DriftOptions): Promise<Outcome> {
  const file = await loadDesired(context, options);
  return await withConnection(context, options, file.desired, async (connection) => {
    const { plan } = await makePlan(context, options, file, connection.client);
    const checked = withFailOn(asDrift(plan), options.failOn);
    const result = withDifferences(checked, hasDifferences(checked) || checked.unsupported.length > 0);
    await printPlan(context, options, result);
    return result.outcome;
  });
}

/** The plan with the guards that drift is about: most stand before writes, and drift never writes. */
function asDrift(plan: Plan): Plan {
  const guards = plan.guards.filter(({ code }) => code === "expectation-failed" || CHECK_GUARDS.has(code));
  const isRefused = guards.some(({ refused }) => refused);
  const outcome = plan.outcome === "refused" && !isRefused ? "ok" : plan.outcome;
  return { ...plan, guards, outcome, applyable: outcome === "ok" && plan.steps.length > 0 };
}
