import type { Diagnostic } from "../../model/diagnostic.js";
import { findingsFrom } from "../../model/plan/finding.js";
import type { Plan } from "../../model/plan/plan.js";
import { type AnswerWarning, serviceWarning, summarizeWarnings } from "../../model/service-warning.js";
import { diagnosticsText } from "../../report/diagnostics/diagnostics-text.js";
import { palette } from "../../report/words/palette.js";
import { visible } from "../../util/escape.js";
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

/** Prints the warnings of the service that no product has shown yet, a line each. */
export function reportServiceWarnings(
  context: CommandContext,
  { color }: CommonOptions,
  received: readonly AnswerWarning[],
): void {
  const unreported = received.filter(({ message }) => !context.said.has(message));
  const warnings = summarizeWarnings(unreported).map(serviceWarning);
  noteServiceWarnings(context, warnings);
  const paint = palette(outputStyleOf(context, context.stderr, color).color);
  for (const { summary } of warnings)
    context.stderr.write(`${paint.warning("Warning:")} ${visible(summary)}\n`);
}
