// Writes what docs/troubleshooting.md says of each code for the program itself, from src/build/docs/troubleshooting.yaml.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readTroubleshooting } from "./docs/troubleshooting-page.mjs";

/** Writes `src/render/generated/diagnostic-help.ts`. */
export function writeDiagnosticHelp(root) {
  const help = Object.fromEntries(
    readTroubleshooting().flatMap(({ codes }) =>
      Object.entries(codes).map(([code, { means, way_out }]) => [
        code,
        { means: means.trim(), way_out: way_out.trim() },
      ]),
    ),
  );
  const folder = join(root, "src/render/generated");
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, "diagnostic-help.ts"),
    `// Generated from src/build/docs/troubleshooting.yaml by src/build/diagnostic-help.mjs.
import type { DiagnosticCode } from "../../model/diagnostic-code.js";

/** What each code means and what to do about it, in Markdown. */
export const DIAGNOSTIC_HELP: Readonly<Record<DiagnosticCode, { readonly means: string; readonly way_out: string }>> = ${JSON.stringify(help, null, 2)};
`,
  );
}
