import type { Address } from "./address.js";
import type { DiagnosticCode } from "./diagnostic-code.js";
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
  const key = (d: Diagnostic): readonly [string, number, string, string, string] => [
    d.range?.filename ?? "",
    d.range?.start.byte ?? 0,
    d.address ?? "",
    d.code,
    d.summary,
  ];
  return [...diagnostics].sort((a, b) => {
    const left = key(a);
    const right = key(b);
    for (const [i, value] of left.entries()) {
      const other = right[i];
      if (other === undefined || value === other) continue;
      return value < other ? -1 : 1;
    }
    return 0;
  });
}

/** A warning in one sentence, which leaves nothing to add. */
export function warningOf(code: DiagnosticCode, summary: string, address?: Address): Diagnostic {
  return { severity: "warning", code, summary, detail: "", ...(address === undefined ? {} : { address }) };
}
