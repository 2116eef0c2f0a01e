// Bundles the sources into a folder, libraries included:
//   main.js      the command's entry: small, since every start pays for it
//   chunks/*.js  everything else, in pieces that are loaded when they are used
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { build } from "rolldown";
import { inkInUse } from "./ink-in-use.mjs";

/**
 * The modules of most starts, each in one chunk with all its imports: every file that a start opens costs it 0.3 ms, so
 * that without them `validate` takes 15 ms more and `plan` 40 ms. A module that several of them import goes into the first
 * chunk. What judges a data model is a chunk between them: `validate` of most files does not need it, and `plan` does.
 */
const STARTS = [
  { name: "command-line", test: /src[\\/]cli[\\/]run\.ts$/ },
  { name: "validating", test: /src[\\/]commands[\\/]file[\\/]validate\.ts$/ },
  { name: "data-model", test: /src[\\/]commands[\\/]file[\\/]rule-findings\.ts$/ },
  { name: "planning", test: /src[\\/]commands[\\/](plan[\\/]plan|session[\\/](make-plan|read-live))\.ts$/ },
];

/** The options of every bundle of the command, with more words that `define` replaces. */
export function bundleInput(version, define) {
  return {
    platform: "node",
    plugins: [inkInUse],
    transform: {
      target: "node20.19",
      define: {
        "process.env.NODE_ENV": '"production"',
        ORGFORM_VERSION: JSON.stringify(version),
        ...define,
      },
    },
    // ofetch's entry makes an instance of its own that nothing here uses: making it loads the platform's fetch, 16 ms.
    treeshake: { manualPureFunctions: ["createFetch"], propertyReadSideEffects: false },
    logLevel: "warn",
    // A module that is loaded on demand in one place, and with its importer in another, is no mistake.
    checks: { ineffectiveDynamicImport: false, eval: false },
  };
}

/** The output of every bundle: without blanks and comments; functions keep the names that errors and profiles show. */
export const BUNDLE_OUTPUT = {
  minify: { compress: true, mangle: { keepNames: true }, codegen: { removeWhitespace: true } },
  comments: { legal: false },
};

/** Bundles into `folder` and returns the paths of the modules that went in. */
export async function bundle(folder, version) {
  const { output } = await build({
    ...bundleInput(version, { __filename: "import.meta.filename" }),
    input: { main: "src/main.ts" },
    output: {
      ...BUNDLE_OUTPUT,
      dir: folder,
      entryFileNames: "[name].js",
      chunkFileNames: "chunks/[name]-[hash].js",
      codeSplitting: { groups: STARTS.map((group, i) => ({ ...group, priority: STARTS.length - i })) },
    },
  });
  chmodSync(join(folder, "main.js"), 0o755);
  return bundledModules(output);
}

/** The paths of the modules that went into a bundle. */
export function bundledModules(output) {
  return output.flatMap(({ moduleIds = [] }) => moduleIds);
}
