import type { Diagnostic } from "../diagnostic.js";

/**
 * The origins of a plan's findings: `file` is the file and the organization that it describes, `plan` the plan's own
 * changes, `check` a check of the roster, the sign-in or the data model, and `service` a warning in the service's own
 * words. Only findings of the file can be errors that stop a plan.
 */
export const FINDING_SOURCES = ["file", "plan", "check", "service"] as const;

export type FindingSource = (typeof FINDING_SOURCES)[number];

/** Something that a plan says, beside what it does. */
export interface PlanFinding extends Diagnostic {
  readonly from: FindingSource;
}

/** These diagnostics as findings of a plan. */
export function asFindings(from: FindingSource, told: readonly Diagnostic[]): readonly PlanFinding[] {
  return told.map((diagnostic) => ({ ...diagnostic, from }));
}

/** The findings of a plan from one source, as plain diagnostics. */
export function findingsFrom(
  { findings }: { readonly findings: readonly PlanFinding[] },
  source: FindingSource,
): readonly Diagnostic[] {
  return findings.filter(({ from }) => from === source).map(({ from: _, ...diagnostic }) => diagnostic);
}
