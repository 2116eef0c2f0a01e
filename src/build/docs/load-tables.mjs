// The tables that commands, options, exit codes and diagnostics are made from, loaded out of the TypeScript sources.
import { fileURLToPath } from "node:url";
import { build } from "rolldown";

export async function loadTables() {
  const { output } = await build({
    input: fileURLToPath(new URL("tables.ts", import.meta.url)),
    platform: "node",
    // A command is loaded when it runs, and none runs here.
    external: [/^\.\.\/(commands|sign-in)\//, /^\.\/(completion|help)\//],
    write: false,
  });
  return await import(`data:text/javascript;base64,${Buffer.from(output[0].code).toString("base64")}`);
}
