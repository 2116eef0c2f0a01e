import { sortedBy } from "../util/collections.js";
import { defined } from "../util/record.js";
import { DIAGNOSTIC_CODES, type DiagnosticCode } from "./diagnostic-code.js";
import type { Diagnostic } from "./generated/documents.js";

/**
 * A statement for the user about their input or organization, as data: never thrown. `summary` is one line
 * without a full stop; `detail` says the cause and the way out, and is empty where there is none. Ranges end
 * before `end`.
 */
export type { Diagnostic, Position, Snippet, SourceRange } from "./generated/documents.js";

/** Returns true if any of them is an error, which makes a file invalid and a plan not applyable. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((d) => d.severity === "error");
}

/** Sorts by file, place, code and summary, so that the order never depends on the order of discovery. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return sortedBy(diagnostics, ({ range, address = "", code, summary }) => {
    const byte = String(range?.start.byte ?? 0).padStart(16, "0");
    return [range?.filename ?? "", byte, address, code, summary].join("\0");
  });
}

/** What can be said of a finding beside its words; the severity only where it is not that of the code. */
type FindingFacts = { readonly [Key in "severity" | "address" | "service"]?: Diagnostic[Key] | undefined };

/** A finding, whose severity is that of its code in {@link DIAGNOSTIC_CODES}. */
export function finding(
  code: DiagnosticCode,
  summary: string,
  detail = "",
  facts: FindingFacts = {},
): Diagnostic {
  const { severity = DIAGNOSTIC_CODES[code][0], address, service } = facts;
  return defined({ severity, code, address, summary, detail, service });
}
