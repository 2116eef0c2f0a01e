import type { Diagnostic } from "../diagnostic.js";
import type { Guard as ListedGuard } from "../generated/documents.js";

/**
 * The origins of a plan's findings: `file` is the file and the organization that it describes, `plan` the plan's own
 * changes, `check` a check of the roster, the sign-in or the data model, `guard` a guard, and `service` a warning in
 * the service's own words. Only findings of the file can be errors that stop a plan; those of guards refuse the run.
 */
export type FindingSource = "file" | "plan" | "check" | "guard" | "service";

/** A statement of a plan that is no change. */
export interface PlanFinding extends Diagnostic {
  readonly from: FindingSource;
  /** The refusal, for a finding of a guard. */
  readonly refuses?: Refusal;
}

/** The part of a guard's finding that decides about the run; JSON lists it among the `guards`. */
export type Refusal = Omit<ListedGuard, "code" | "message" | "range">;

/** A finding that refuses the run, or would if a flag had not let it pass. */
export interface GuardFinding extends PlanFinding {
  readonly refuses: Refusal;
}

/** The finding of a guard from what JSON lists of it; its detail is the way to let it pass. */
export function refusal({ code, message, range, ...refuses }: ListedGuard): GuardFinding {
  const { refused, override, addresses } = refuses;
  const [address, ...others] = addresses;
  return {
    from: "guard",
    severity: refused ? "error" : "warning",
    code,
    summary: message,
    detail: override === undefined ? "No flag overrides this." : `To allow it: ${override}`,
    ...(address === undefined || others.length > 0 ? {} : { address }),
    ...(range && { range }),
    refuses,
  };
}

/** The findings of guards in a plan. */
export function guardFindings({ findings }: Findings): readonly GuardFinding[] {
  return findings.filter((finding): finding is GuardFinding => finding.refuses !== undefined);
}

/** The findings of guards that stop the run before any write. */
export function refusalsIn(plan: Findings): readonly GuardFinding[] {
  return guardFindings(plan).filter(({ refuses }) => refuses.refused);
}

/** The guards of a plan as its JSON lists them. */
export function guardsOf(plan: Findings): readonly ListedGuard[] {
  return guardFindings(plan).map(({ code, summary, range, refuses: { name, refused, ...rest } }) => ({
    code,
    name,
    refused,
    message: summary,
    ...rest,
    ...(range && { range }),
  }));
}

interface Findings {
  readonly findings: readonly PlanFinding[];
}

/** These diagnostics as findings of a plan. */
export function asFindings(from: FindingSource, diagnostics: readonly Diagnostic[]): readonly PlanFinding[] {
  return diagnostics.map((diagnostic) => ({ ...diagnostic, from }));
}

/** The findings of a plan from one source, as plain diagnostics. */
export function findingsFrom({ findings }: Findings, source: FindingSource): readonly Diagnostic[] {
  return findings.filter(({ from }) => from === source).map(asDiagnostic);
}

/** A finding as a plain diagnostic, without the properties that only plans have. */
export const asDiagnostic = ({ from: _, refuses: __, ...diagnostic }: PlanFinding): Diagnostic => diagnostic;
