// Writes what docs/troubleshooting.md says of each code for the program itself, from src/build/docs/troubleshooting.yaml.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { exampleOf, readTroubleshooting } from "../docs/troubleshooting-page.mjs";

/** Writes `src/report/generated/diagnostic-help.ts`. */
export function writeDiagnosticHelp(root) {
  const help = Object.fromEntries(
    readTroubleshooting().flatMap(({ codes }) =>
      Object.entries(codes).map(([code, entry]) => [
        code,
        { means: entry.means.trim(), example: exampleOf(entry), way_out: entry.way_out.trim() },
      ]),
    ),
  );
  const folder = join(root, "src/report/generated");
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, "diagnostic-help.ts"),
    `// Generated from src/build/docs/troubleshooting.yaml by src/build/generate/diagnostic-help.mjs.
import type { DiagnosticCode } from "../../model/diagnostic-code.js";

/** The text of the troubleshooting page on a code, in Markdown. */
interface CodeHelp {
  readonly means: string;
  readonly example?: { readonly says: string; readonly lines: readonly string[] };
  readonly way_out: string;
}

/** The meaning of each code, and what to do. */
export const DIAGNOSTIC_HELP: Readonly<Record<DiagnosticCode, CodeHelp>> = ${JSON.stringify(help, null, 2)};
`,
  );
}
