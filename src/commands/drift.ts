import type { Outcome, Plan } from "../model/plan.js";
import { withConnection } from "./connect.js";
import type { CommandContext } from "./context.js";
import { loadDesired } from "./load-desired.js";
import { makePlan } from "./make-plan.js";
import type { CommonOptions, FileOptions, PlanningOptions, ServiceOptions } from "./options.js";
import { hasDifferences, withDifferences, withFailOn } from "./outcome.js";
import { printPlan } from "./print-plan.js";

/** Options of `drift`. */
export type DriftOptions = FileOptions & ServiceOptions & PlanningOptions & CommonOptions;

/** `orgform drift`: whether the live organization is still as the file says; any difference counts, also one that no endpoint can mend. */
export async function drift(context: CommandContext, options: DriftOptions): Promise<Outcome> {
  const file = await loadDesired(context, options);
  return await withConnection(context, options, file.desired, async (connection) => {
    const { plan } = await makePlan(context, options, file, connection.client);
    const checked = withFailOn(plan, options.failOn);
    const differ = hasDifferences(checked) || checked.unsupported.length > 0;
    const asked =
      checked.outcome === "refused" && !isAsked(checked) ? { ...checked, outcome: "ok" as const } : checked;
    const result = withDifferences(asked, differ);
    await printPlan(context, options, result);
    return result.outcome;
  });
}

/**
 * Whether a refusal is an answer to what drift is asked: an expectation that does not hold, or a finding that was
 * named. Other guards stand before writes, and drift never writes.
 */
function isAsked({ guards }: Plan): boolean {
  return guards.some(({ code, refused }) => refused && (code === "expectation-failed" || code === "fail-on"));
}
