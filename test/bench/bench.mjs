// Bundles the bench, which is TypeScript and asks the stages directly, and runs it against the built command.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "rolldown";

const folder = mkdtempSync(join(tmpdir(), "orgform-bench-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
await build({
  input: ["bench.ts", "plan-shape.ts"].map((name) => fileURLToPath(new URL(name, import.meta.url))),
  platform: "node",
  transform: {
    define: {
      ORGFORM_VERSION: '"bench"',
      BENCH_FOLDER: JSON.stringify(fileURLToPath(new URL(".", import.meta.url))),
    },
  },
  output: { dir: folder, entryFileNames: "[name].mjs", chunkFileNames: "[name]-[hash].mjs" },
  logLevel: "silent",
});
const { bench } = await import(pathToFileURL(join(folder, "bench.mjs")).href);
await bench(process.argv.slice(2), folder);
