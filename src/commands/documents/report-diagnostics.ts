import type { Diagnostic } from "../../model/diagnostic.js";
import type { Plan } from "../../model/plan/plan.js";
import { diagnosticsText } from "../../render/diagnostics/diagnostics-text.js";
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

/** Prints the errors of a plan of which the product shows only a part: with errors, "as planned" is not the whole. */
export function reportPlanErrors(context: CommandContext, options: CommonOptions, plan: Plan): void {
  const errors = plan.diagnostics.filter(({ severity }) => severity === "error");
  reportDiagnostics(context, options, errors);
}
