import type { Address } from "./address.js";
import type { DiagnosticCode } from "./diagnostic-code.js";

/** A place in a text: lines and columns count from 1 (columns in UTF-16 units), `byte` from 0 in UTF-8. */
export interface Position {
  readonly line: number;
  readonly column: number;
  readonly byte: number;
}

/** A stretch of one file, `end` exclusive. */
export interface SourceRange {
  readonly filename: string;
  readonly start: Position;
  readonly end: Position;
}

/** The line a diagnostic is about; the highlight's offsets count UTF-16 units within `code`. */
export interface Snippet {
  readonly code: string;
  readonly start_line: number;
  readonly highlight_start_offset: number;
  readonly highlight_end_offset: number;
}

/**
 * Something that the user should know about their input or their organization, as data: never thrown.
 * `summary` is one line without a full stop; `detail` says the cause and the way out.
 */
export interface Diagnostic {
  readonly severity: "error" | "warning";
  readonly code: DiagnosticCode;
  readonly summary: string;
  readonly detail: string;
  readonly address?: Address;
  readonly range?: SourceRange;
  readonly snippet?: Snippet;
}

/** Whether any of them is an error: what makes a file invalid and a plan not applyable. */
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
