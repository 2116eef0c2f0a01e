// ofetch's createFetch alone, for the bundle. The library's entry makes an `ofetch` of `globalThis.Headers` besides, and a
// look at that loads all of Node's fetch: a fifth of what a small plan takes, for what nothing here uses.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";

// The "node" export carries node-fetch; the platform has fetch.
const ENTRY = createRequire(import.meta.url)
  .resolve("ofetch")
  .replace(/node\.(c|m)js$/, "index.mjs");
const WHERE = /^import \{[^}]*\bas createFetch\b[^}]*\} from '[^']+';$/m;

/** An esbuild plugin that takes `createFetch` from where the library's entry has it. */
export const createFetchAlone = {
  name: "create-fetch",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^ofetch$/ }, () => ({ path: "createFetch", namespace: "ofetch" }));
    onLoad({ filter: /.*/, namespace: "ofetch" }, () => {
      const [line] = WHERE.exec(readFileSync(ENTRY, "utf8")) ?? [];
      if (line === undefined) throw new Error(`${ENTRY} does not say where createFetch is`);
      return { contents: `${line}\nexport { createFetch };`, resolveDir: dirname(ENTRY) };
    });
  },
};
