import type { Outcome } from "../../model/plan/plan.js";
import type { CommandContext } from "../context/context.js";
import type { PlanningCommandOptions } from "../context/options.js";
import { savePlan } from "../documents/save-plan.js";
import { withConnection } from "../session/connect.js";
import { loadDesired } from "../session/load-desired.js";
import { makePlan } from "../session/make-plan.js";
import { type PlanFormat, printPlan } from "../session/print-plan.js";

export type DriftOptions = PlanningCommandOptions<PlanFormat>;

/** `orgform drift`: checks that the organization is as the file says; differences that the API cannot change count too. */
export async function drift(context: CommandContext, options: DriftOptions): Promise<Outcome> {
  const file = await loadDesired(context, options);
  return await withConnection(context, options, file.desired, async (connection) => {
    const { plan } = await makePlan(context, options, file, connection.client, { purpose: "drift" });
    await savePlan(options.out, plan, connection.asOf);
    await printPlan(context, options, plan, { asOf: connection.asOf, isDrift: true });
    return plan.outcome;
  });
}
