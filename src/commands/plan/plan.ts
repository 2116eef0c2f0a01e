import type { Outcome, Plan } from "../../model/plan/plan.js";
import { visible } from "../../util/escape.js";
import { defined } from "../../util/record.js";
import type { CommandContext } from "../context/context.js";
import type { SharedOptions } from "../context/options.js";
import { loadDesired } from "../session/load-desired.js";
import type { PlanFormat } from "../session/print-plan.js";
import { inSession } from "../session/session.js";
import { nextCommand } from "./next-command.js";
import { printPlan } from "./saved-plan.js";

interface PlanCommandOptions extends SharedOptions<PlanFormat> {
  readonly detailedExitcode?: boolean;
}

/** The command `orgform plan`: reads, compares, prints. Issues GETs only. */
export async function plan(context: CommandContext, options: PlanCommandOptions): Promise<Outcome> {
  const purpose = options.detailedExitcode === true ? "compare" : "apply";
  return await inSession(context, options, { file: loadDesired, purpose }, async (session) => {
    const plan = await printPlan(session);
    if (options.out !== undefined) context.stderr.write(savedText(options.out, options, plan));
    return plan.outcome;
  });
}

/** The options that a saved plan does not carry. */
const connectionOf = ({ baseUrl, tokenFile, sandbox }: SharedOptions): SharedOptions =>
  defined({ baseUrl, tokenFile, sandbox });

/** The closing text: the path of the saved plan, and the command that applies it. */
function savedText(path: string, options: PlanCommandOptions, plan: Plan): string {
  const saved = `The plan is saved in ${visible(path)}.`;
  if (plan.errored || plan.outcome === "refused") return `${saved} It cannot be applied.\n`;
  const command = nextCommand(["apply", path], connectionOf(options));
  return plan.applyable
    ? `${saved} To apply exactly this plan: ${command}\n`
    : `${saved} There is nothing to apply.\n`;
}
