import { relative } from "node:path";
import type { Diagnostic } from "../../model/diagnostic.js";
import { jsonText } from "../../report/words/json-text.js";

/** Formats in which other tools read findings. */
export type FindingsFormat = "sarif" | "junit";

/** Findings of a command in a format of other tools; `files` are all files that it read. */
export async function findingsProduct(
  format: FindingsFormat,
  found: readonly Diagnostic[],
  run: { readonly version: string; readonly command: string; readonly files: readonly string[] },
): Promise<string> {
  const diagnostics = found.map((one) =>
    one.range === undefined
      ? one
      : { ...one, range: { ...one.range, filename: fromHere(one.range.filename) } },
  );
  if (format === "junit") {
    const { diagnosticsJunit } = await import("../../report/diagnostics/diagnostics-junit.js");
    return diagnosticsJunit(diagnostics, `orgform ${run.command}`);
  }
  const { diagnosticsSarif } = await import("../../report/diagnostics/diagnostics-sarif.js");
  return jsonText(diagnosticsSarif(diagnostics, { ...run, files: run.files.map(fromHere) }));
}

/** A path relative to the working directory: other tools have the repository somewhere else. */
const fromHere = (path: string): string => relative("", path);
