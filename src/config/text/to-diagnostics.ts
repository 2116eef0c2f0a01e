import { type Diagnostic, finding, sortDiagnostics } from "../../model/diagnostic.js";
import { compareText } from "../../util/collections.js";
import type { FileDiagnostic } from "./file-diagnostic.js";
import type { SourceLocation } from "./location.js";
import type { Span } from "./source.js";
import { quote, suggestWithSynonyms } from "./wording.js";

/** The most diagnostics that are shown; a note gives the number of the others. */
const MOST_SHOWN = 100;

/**
 * Turns findings into sorted diagnostics. Errors come before warnings where not all can be shown. Findings are given
 * by stage: an error hides what later stages say about exactly the same place, since it is likely a consequence.
 * `uncounted` errors were found and not kept.
 */
export function toDiagnostics(
  stages: readonly (readonly FileDiagnostic[])[],
  placeOf: (span: Span) => SourceLocation,
  uncounted = 0,
): readonly Diagnostic[] {
  const findings = withoutConsequences(stages).sort(byPlace);
  const errors = findings.filter((f) => f.severity === "error");
  const warnings = findings.filter((f) => f.severity === "warning");
  const shown = [...errors, ...warnings].slice(0, MOST_SHOWN).map((f) => toDiagnostic(f, placeOf));
  const more = findings.length - shown.length + uncounted;
  const sorted = sortDiagnostics(shown);
  return more === 0 ? sorted : [...sorted, moreDiagnostics(more, errors.length + uncounted > MOST_SHOWN)];
}

function withoutConsequences(stages: readonly (readonly FileDiagnostic[])[]): FileDiagnostic[] {
  const taken = new Set<string>();
  const kept: FileDiagnostic[] = [];
  for (const stage of stages) {
    const here: string[] = [];
    const seen = new Set<string>();
    for (const finding of stage) {
      const place = placeKey(finding);
      // One line of a template can be wrong in the same way for many workspaces.
      const same = `${place}\n${finding.code}\n${finding.summary}`;
      if (place !== undefined && (taken.has(place) || seen.has(same))) continue;
      seen.add(same);
      kept.push(finding);
      if (place !== undefined && finding.severity === "error") here.push(place);
    }
    for (const place of here) taken.add(place);
  }
  return kept;
}

function placeKey({ span }: FileDiagnostic): string | undefined {
  return span && `${span.source.filename}\n${span.start}\n${span.end}`;
}

function byPlace(a: FileDiagnostic, b: FileDiagnostic): number {
  return (
    compareText(a.span?.source.filename ?? "", b.span?.source.filename ?? "") ||
    (a.span?.start ?? 0) - (b.span?.start ?? 0)
  );
}

function toDiagnostic(finding: FileDiagnostic, placeOf: (span: Span) => SourceLocation): Diagnostic {
  const { severity, code, address, span, suggestion } = finding;
  const intended = suggestion && suggestWithSynonyms(suggestion.text, suggestion.among);
  const detail =
    intended === undefined ? finding.detail : `Did you mean ${quote(intended)}? ${finding.detail}`;
  const shown = span?.source.isOutside ? withoutQuotes : (text: string) => text;
  const { range, snippet } = (span && placeOf(span)) ?? {};
  return {
    severity,
    code,
    summary: shown(finding.summary),
    detail: shown(detail),
    ...(address !== undefined && { address }),
    ...(range && { range }),
    ...(snippet && !finding.isConfidential && { snippet }),
  };
}

/** A message without what it quotes: a cell may be another file's secret. */
function withoutQuotes(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"/g, "(withheld)");
}

function moreDiagnostics(more: number, isError: boolean): Diagnostic {
  const detail = `Only the first ${MOST_SHOWN} are shown. Fix these and run again.`;
  return finding("more-diagnostics", `… and ${more} more`, detail, isError ? { severity: "error" } : {});
}
