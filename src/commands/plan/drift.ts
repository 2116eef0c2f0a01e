import type { Outcome } from "../../model/plan/plan.js";
import type { CommandContext } from "../context/context.js";
import type { SharedOptions } from "../context/options.js";
import { loadDesired } from "../session/load-desired.js";
import { type PlanFormat, printPlan } from "../session/print-plan.js";
import { inSession } from "../session/session.js";
import { savePlan } from "./saved-plan.js";

/**
 * The command `orgform drift`: checks that the organization matches the file; differences that the API cannot
 * change count, too.
 */
export async function drift(context: CommandContext, options: SharedOptions<PlanFormat>): Promise<Outcome> {
  return await inSession(context, options, { file: loadDesired, purpose: "drift" }, async (session) => {
    const { plan } = await session.plan();
    const { asOf } = await session.connection();
    await savePlan(session, plan, asOf);
    await printPlan(context, options, plan, { config: await session.file(), asOf });
    return plan.outcome;
  });
}
