import type { Outcome, Plan } from "../../model/plan/plan.js";
import { jsonText } from "../../render/json-text.js";
import { planJson } from "../../render/plan-json.js";
import { visible } from "../../util/escape.js";
import { type PlanFormat, printPlan } from "../documents/print-plan.js";
import { writeOut } from "../documents/write-output.js";
import { withConnection } from "../session/connect.js";
import type { CommandContext } from "../session/context.js";
import { loadDesired } from "../session/load-desired.js";
import { makePlan } from "../session/make-plan.js";
import type { PlanningCommandOptions } from "../session/options.js";
import { nextCommand } from "./next-command.js";

/** Options of `plan`. */
export interface PlanCommandOptions extends PlanningCommandOptions<PlanFormat> {
  readonly out?: string;
  readonly detailedExitcode?: boolean;
}

/** `orgform plan`: read, compare, print. Issues GETs only. */
export async function plan(context: CommandContext, options: PlanCommandOptions): Promise<Outcome> {
  const file = await loadDesired(context, options);
  return await withConnection(context, options, file.desired, async (connection) => {
    const purpose = options.detailedExitcode === true ? "compare" : "apply";
    const { plan } = await makePlan(context, options, file, connection.client, { purpose });
    if (options.out !== undefined) await writeOut(options.out, jsonText(planJson(plan, connection)));
    await printPlan(context, options, plan, { config: file.config, asOf: connection.asOf });
    if (options.out !== undefined) context.stderr.write(savedText(options.out, options, plan));
    return plan.outcome;
  });
}

/** Says where the plan was saved, and which command applies it. */
function savedText(path: string, options: PlanCommandOptions, { applyable }: Plan): string {
  const saved = `The plan is saved in ${visible(path)}.`;
  // The organization may have changed since a snapshot was taken: that plan is for reading.
  return applyable && options.live === undefined
    ? `${saved} To apply exactly this plan: ${nextCommand(["apply", path], options)}\n`
    : `${saved} It cannot be applied.\n`;
}
