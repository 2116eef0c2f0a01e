import type { Diagnostic } from "../../model/diagnostic.js";
import { findingsFrom } from "../../model/plan/finding.js";
import type { Plan } from "../../model/plan/plan.js";
import { diagnosticsText } from "../../report/diagnostics/diagnostics-text.js";
import { type CommandContext, outputStyleOf } from "../context/context.js";
import type { CommonOptions } from "../context/options.js";

/** Prints diagnostics on stderr, for people. */
export function reportDiagnostics(
  context: CommandContext,
  { color }: CommonOptions,
  diagnostics: readonly Diagnostic[],
): void {
  context.stderr.write(diagnosticsText(diagnostics, outputStyleOf(context, context.stderr, color)));
}

/** Prints the errors of a plan, for a product that shows a part of it: with errors, "as planned" is incomplete. */
export function reportPlanErrors(context: CommandContext, options: CommonOptions, plan: Plan): void {
  reportDiagnostics(context, options, findingsFrom(plan, "file").filter(isReported));
}

/**
 * Returns true for errors, and for warnings about the base: an answer without a place for them depends on it.
 */
const isReported = ({ severity, code }: Diagnostic): boolean =>
  severity === "error" || code === "base-ahead" || code === "new-file";

/** Takes note of the warnings of the service among these: the product shows them. */
export function noteServiceWarnings(context: CommandContext, shown: readonly Diagnostic[]): void {
  for (const { service } of shown) if (service?.message !== undefined) context.said.add(service.message);
}
