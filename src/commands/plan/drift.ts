import type { Outcome } from "../../model/plan/plan.js";
import { jsonText } from "../../render/json-text.js";
import { planJson } from "../../render/plan-json.js";
import { type PlanFormat, printPlan } from "../documents/print-plan.js";
import { writeOut } from "../documents/write-output.js";
import { withConnection } from "../session/connect.js";
import type { CommandContext } from "../session/context.js";
import { loadDesired } from "../session/load-desired.js";
import { makePlan } from "../session/make-plan.js";
import type { PlanningCommandOptions } from "../session/options.js";

/** Options of `drift`. */
export interface DriftOptions extends PlanningCommandOptions<PlanFormat> {
  readonly out?: string;
}

/** `orgform drift`: checks that the organization is as the file says; differences that the API cannot change count too. */
export async function drift(context: CommandContext, options: DriftOptions): Promise<Outcome> {
  const file = await loadDesired(context, options);
  return await withConnection(context, options, file.desired, async (connection) => {
    const { plan } = await makePlan(context, options, file, connection.client, { purpose: "drift" });
    if (options.out !== undefined) await writeOut(options.out, jsonText(planJson(plan, connection)));
    await printPlan(context, options, plan, { asOf: connection.asOf, isDrift: true });
    return plan.outcome;
  });
}
