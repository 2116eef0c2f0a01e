import { locateDiagnostics } from "../../config/text/location.js";
import type { Address } from "../../model/address.js";
import type { Diagnostic, SourceRange } from "../../model/diagnostic.js";
import type { ResourceChange } from "../../model/plan/plan.js";
import type { FileFacts } from "./inputs.js";

/** The changes, each with its place in the files; that of a deletion is the list or thing that no longer has it. */
export function withPlaces(
  changes: readonly ResourceChange[],
  file: FileFacts | undefined,
): readonly ResourceChange[] {
  return changes.map((change) => {
    const range = change.change.actions[0] === "no-op" ? undefined : file?.locate(change.address)?.range;
    return range === undefined
      ? change
      : { ...change, place: { file: range.filename, line: range.start.line } };
  });
}

/**
 * Combines the findings about the files with those of the plan (`planFindings`), files first. A finding of the files is left
 * out if the plan decides it. Each gets its place, if that is known; the path of a rule is only used to find the place.
 */
export function withFileFindings(
  planFindings: readonly Diagnostic[],
  file: FileFacts | undefined,
): readonly Diagnostic[] {
  const placed = locateDiagnostics(file, planFindings);
  const known = locateDiagnostics(file, file?.diagnostics ?? []);
  return [
    ...known.filter((diagnostic) => !SUPPOSED.has(diagnostic.code) && !isDecided(diagnostic, placed)),
    ...placed,
  ];
}

/** File findings that a plan replaces: it knows whether a person exists, and what a pattern protects. */
const SUPPOSED: ReadonlySet<string> = new Set(["member-undeclared", "protects-nothing"]);

/** Returns true if a plan says for certain what could only be supposed of the file alone. */
function isDecided({ code, address, range }: Diagnostic, planFindings: readonly Diagnostic[]): boolean {
  return planFindings.some(
    (other) =>
      range !== undefined &&
      other.code === code &&
      other.range?.filename === range.filename &&
      other.range.start.byte === range.start.byte &&
      (address === undefined || other.address === undefined || other.address === address),
  );
}

/** The place of a rule in the file, and the same in words that follow a message. */
export function placeOfRule(
  path: Address,
  file: FileFacts | undefined,
): { readonly range?: SourceRange; readonly words: string } {
  const range = file?.locate(path)?.range;
  return range === undefined ? { words: "" } : { range, words: ` (${range.filename}:${range.start.line})` };
}
