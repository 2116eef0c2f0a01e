// Writes what docs/troubleshooting.md says of each code for the program itself.
import { exampleOf, readTroubleshooting } from "../docs/troubleshooting-page.mjs";
import { writeGenerated } from "./generated-file.mjs";

/** Writes `src/report/generated/diagnostic-help.ts`. */
export function writeDiagnosticHelp() {
  const entries = readTroubleshooting().flatMap(({ codes }) => Object.entries(codes));
  const help = entries.map(([code, entry]) => [
    code,
    { means: entry.means.trim(), example: exampleOf(entry), way_out: entry.way_out.trim() },
  ]);
  writeGenerated(
    "src/report/generated/diagnostic-help.ts",
    "src/build/docs/troubleshooting.yaml",
    `import type { DiagnosticCode } from "../../model/diagnostic-code.js";

/** The text of the troubleshooting page on a code, in Markdown. */
interface CodeHelp {
  readonly means: string;
  readonly example?: { readonly says: string; readonly lines: readonly string[] };
  readonly way_out: string;
}

/** The meaning of each code, and what to do. */
export const DIAGNOSTIC_HELP: Readonly<Record<DiagnosticCode, CodeHelp>> = ${JSON.stringify(Object.fromEntries(help), null, 2)};`,
  );
}
