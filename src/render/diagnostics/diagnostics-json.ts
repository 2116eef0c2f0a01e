import type { Diagnostic } from "../../model/diagnostic.js";
import type { Outcome } from "../../model/plan/plan.js";

/** What `validate --format json` prints, in the shape of Terraform's. */
export interface ValidateDocument {
  readonly format_version: "1.0";
  readonly outcome: Extract<Outcome, "ok" | "error">;
  readonly valid: boolean;
  readonly error_count: number;
  readonly warning_count: number;
  readonly diagnostics: readonly Diagnostic[];
}

/** Diagnostics with their counts; `valid` means no error, whatever the warnings. */
export function validateJson(diagnostics: readonly Diagnostic[]): ValidateDocument {
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === "error").length;
  return {
    format_version: "1.0",
    outcome: errors === 0 ? "ok" : "error",
    valid: errors === 0,
    error_count: errors,
    warning_count: diagnostics.length - errors,
    diagnostics,
  };
}
