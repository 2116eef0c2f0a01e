import type { Diagnostic } from "../../model/diagnostic.js";
import type { CheckFinding, Guard, Plan, PlanWarning } from "../../model/plan/plan.js";

/**
 * All that a plan finds fault with, beside its changes, in the form of diagnostics: for test reports and code scanning.
 * Diagnostics first, then the guards that refuse, what the checks found, and warnings.
 */
export function planFindings({ diagnostics, guards, checks, warnings }: Plan): readonly Diagnostic[] {
  return [
    ...diagnostics,
    ...guards.filter(({ refused }) => refused).map(guardDiagnostic),
    ...checks.map((check) => noteDiagnostic(check, check.severity)),
    ...warnings.map((warning) => noteDiagnostic(warning, "warning")),
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

/** What a note says beyond its message. */
export const detailOf = (note: CheckFinding | PlanWarning): string =>
  "detail" in note ? (note.detail ?? "") : "";

function noteDiagnostic(note: CheckFinding | PlanWarning, severity: Diagnostic["severity"]): Diagnostic {
  const { code, message, address } = note;
  return {
    severity,
    code,
    summary: message,
    detail: detailOf(note),
    ...(address === undefined ? {} : { address }),
  };
}
