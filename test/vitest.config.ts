import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import SlowestFirst from "./slowest-first.js";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts", "test/**/*.test.tsx"],
    globalSetup: ["test/temporary-folder.ts"],
    setupFiles: ["test/fixed-seed.ts"],
    // Nothing of ours keeps state in modules, and to load them anew for each file is half of the work.
    isolate: false,
    // What was transformed once is kept for the next run.
    experimental: { fsModuleCache: true },
    // Some of the time a test waits, for a command that it started or for a wait that it measures.
    maxWorkers: availableParallelism() + 1,
    // Tests make much that lives shortly: with more room for it, it is collected less often.
    execArgv: ["--max-semi-space-size=64"],
    sequence: { sequencer: SlowestFirst },
    // On a busy machine everything takes many times as long: only what never ends is waited for so long.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 200_000 } },
    reporters: ["default", "./test/closing-line.ts"],
  },
});
