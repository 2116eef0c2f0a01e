import type { Diagnostic } from "../../model/diagnostic.js";
import { asDiagnostic, findingsFrom, refusalsIn } from "../../model/plan/finding.js";
import type { Plan } from "../../model/plan/plan.js";

/**
 * The findings of a plan as diagnostics, without its changes: for test reports and code scanning. Diagnostics
 * first, then the guards that refuse, what the checks found, and warnings.
 */
export function planFindings(plan: Plan): readonly Diagnostic[] {
  return [
    ...findingsFrom(plan, "file"),
    ...refusalsIn(plan).map(asDiagnostic),
    ...findingsFrom(plan, "check"),
    ...findingsFrom(plan, "plan"),
    ...findingsFrom(plan, "service"),
  ];
}
