import type { Diagnostic } from "../../model/diagnostic.js";

/**
 * The document of `validate --format json`, in the shape of Terraform's; `valid` means no error, regardless
 * of warnings.
 */
export function validateJson(diagnostics: readonly Diagnostic[]) {
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
