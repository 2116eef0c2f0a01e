// The tables that commands, options, exit codes and diagnostics are made from, loaded out of the TypeScript sources.
import { build } from "esbuild";

const ENTRY = `
export { COMMANDS } from "./src/cli/command-table.js";
export { COMMAND_GROUPS } from "./src/cli/command-spec.js";
export { COMPARING_OPTIONS, FILE_OPTIONS, GENERAL_OPTIONS, PLANNING_OPTIONS, SERVICE_OPTIONS } from "./src/cli/option-table.js";
export { ENVIRONMENT, OUTCOME_MEANINGS } from "./src/cli/help/topics.js";
export { EXIT_CODES } from "./src/cli/exit-code.js";
export { DIAGNOSTIC_CODES } from "./src/model/diagnostic-code.js";
`;

export async function loadTables(root) {
  const { outputFiles } = await build({
    stdin: { contents: ENTRY, resolveDir: root, loader: "ts" },
    bundle: true,
    format: "esm",
    platform: "node",
    write: false,
    // A command is loaded when it runs, and none runs here.
    external: ["../commands/*", "./completion.js", "./help/help.js", "./help/version.js"],
  });
  return await import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`
  );
}
