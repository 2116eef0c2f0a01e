import type { Address } from "../../model/address.js";
import type { Diagnostic } from "../../model/diagnostic.js";
import type { DiagnosticCode } from "../../model/diagnostic-code.js";
import type { Span } from "./source.js";

/** The place of a finding, if it is known, and a name that may have been intended. */
export interface Where {
  readonly span?: Span | undefined;
  readonly address?: Address | undefined;
  /** The names from which `text` may differ by a slip; searched only when shown. */
  readonly suggestion?: { readonly text: string; readonly among: readonly string[] } | undefined;
  /** True if the line may hold a secret, and is not shown. */
  readonly isConfidential?: boolean;
}

/** A diagnostic before its place is turned into lines and columns, which only those that are shown need. */
export interface FileDiagnostic extends Where, Pick<Diagnostic, "severity" | "code" | "summary" | "detail"> {}

/** An error, which makes the file invalid. */
export function error(
  code: DiagnosticCode,
  summary: string,
  detail: string,
  where: Where = {},
): FileDiagnostic {
  return { severity: "error", code, summary, detail, ...where };
}

/** A warning, which stops nothing. */
export function warning(
  code: DiagnosticCode,
  summary: string,
  detail: string,
  where: Where = {},
): FileDiagnostic {
  return { severity: "warning", code, summary, detail, ...where };
}
