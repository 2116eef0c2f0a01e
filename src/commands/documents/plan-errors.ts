import type { Plan } from "../../model/plan/plan.js";
import { diagnosticsText } from "../../render/diagnostics/diagnostics-text.js";
import { type CommandContext, wantsColor, widthOf } from "../session/context.js";
import type { CommonOptions } from "../session/options.js";

/** Says on stderr what is wrong with a plan that only a part is shown of: with errors, "as planned" is not the whole. */
export function reportPlanErrors(context: CommandContext, options: CommonOptions, plan: Plan): void {
  const errors = plan.diagnostics.filter(({ severity }) => severity === "error");
  const color = wantsColor(context, context.stderr, options.color);
  context.stderr.write(diagnosticsText(errors, { color, width: widthOf(context.stderr) }));
}
