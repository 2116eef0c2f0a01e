import type { Address } from "../../model/address.js";
import { type Diagnostic, finding } from "../../model/diagnostic.js";
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

/** A {@link finding} about a place of a file; its severity only where it is not that of its code. */
export function fileFinding(
  code: DiagnosticCode,
  summary: string,
  detail: string,
  facts: Where & Partial<Pick<Diagnostic, "severity">> = {},
): FileDiagnostic {
  return { ...finding(code, summary, detail), ...facts };
}
