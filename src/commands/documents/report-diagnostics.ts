import type { Diagnostic } from "../../model/diagnostic.js";
import type { Plan } from "../../model/plan/plan.js";
import { diagnosticsText } from "../../render/diagnostics/diagnostics-text.js";
import { CommandError } from "../session/command-error.js";
import { type CommandContext, lookOf } from "../session/context.js";
import type { CommonOptions } from "../session/options.js";

/** Prints diagnostics on stderr, for people. */
export function reportDiagnostics(
  context: CommandContext,
  { color }: CommonOptions,
  diagnostics: readonly Diagnostic[],
): void {
  context.stderr.write(diagnosticsText(diagnostics, lookOf(context, context.stderr, color)));
}

/**
 * Prints the errors of a plan of which the product shows a part (`isShown`): with errors, "as planned" is not the whole.
 *
 * @throws CommandError where the command line is at fault, as with an `--only` that matches nothing, whatever is shown.
 */
export function reportPlanErrors(
  context: CommandContext,
  options: CommonOptions,
  plan: Plan,
  isShown = true,
): void {
  const errors = plan.diagnostics.filter(({ severity }) => severity === "error");
  const slips = errors.filter(({ code }) => code === "usage");
  if (slips.length > 0) throw new CommandError("error", slips);
  if (isShown) reportDiagnostics(context, options, errors);
}
