import type { Diagnostic } from "../../model/diagnostic.js";
import { findingsFrom } from "../../model/plan/finding.js";
import type { Guard, Plan } from "../../model/plan/plan.js";

/**
 * All that a plan finds fault with, beside its changes, in the form of diagnostics: for test reports and code scanning.
 * Diagnostics first, then the guards that refuse, what the checks found, and warnings.
 */
export function planFindings(plan: Plan): readonly Diagnostic[] {
  return [
    ...findingsFrom(plan, "file"),
    ...plan.guards.filter(({ refused }) => refused).map(guardDiagnostic),
    ...findingsFrom(plan, "check"),
    ...findingsFrom(plan, "plan"),
    ...findingsFrom(plan, "service"),
  ];
}

/** A guard that refuses, with what allows it. */
export function guardDiagnostic({ code, message, override, addresses, range }: Guard): Diagnostic {
  const [address] = addresses;
  return {
    severity: "error",
    code,
    summary: message,
    detail: override === undefined ? "No flag overrides this." : `To allow it: ${override}`,
    ...(addresses.length !== 1 || address === undefined ? {} : { address }),
    ...(range && { range }),
  };
}
