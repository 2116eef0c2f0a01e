import type { Address } from "../../model/address.js";
import type { Diagnostic } from "../../model/diagnostic.js";
import type { DiagnosticCode } from "../../model/diagnostic-code.js";
import type { Span } from "../parse/source.js";

/** A diagnostic before its place is turned into lines and columns, which only those that are shown need. */
export interface FileDiagnostic extends Omit<Diagnostic, "address" | "range" | "snippet"> {
  readonly span: Span | undefined;
  readonly address: Address | undefined;
  /** What `text` may have been meant to be; looked up only when shown. */
  readonly suggestion: { readonly text: string; readonly among: readonly string[] } | undefined;
  /** Its line may hold a secret, and is not shown. */
  readonly isConfidential: boolean;
}

/** Where a finding is, as far as it is known, and what may have been meant. */
export interface Where {
  readonly span?: Span | undefined;
  readonly address?: Address | undefined;
  readonly suggestion?: FileDiagnostic["suggestion"];
  readonly isConfidential?: boolean;
}

/** Something that makes the file invalid. */
export function error(
  code: DiagnosticCode,
  summary: string,
  detail: string,
  where: Where = {},
): FileDiagnostic {
  return finding("error", code, summary, detail, where);
}

/** Something that the user should look at, and that stops nothing. */
export function warning(
  code: DiagnosticCode,
  summary: string,
  detail: string,
  where: Where = {},
): FileDiagnostic {
  return finding("warning", code, summary, detail, where);
}

function finding(
  severity: FileDiagnostic["severity"],
  code: DiagnosticCode,
  summary: string,
  detail: string,
  { span, address, suggestion, isConfidential = false }: Where,
): FileDiagnostic {
  return { severity, code, summary, detail, span, address, suggestion, isConfidential };
}
