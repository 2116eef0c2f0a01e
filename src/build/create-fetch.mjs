// ofetch's createFetch alone, for the bundle. The library's entry makes an `ofetch` of `globalThis.Headers` besides, and a
// look at that loads all of Node's fetch: a fifth of what a small plan takes, for what nothing here uses.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

// The "node" export carries node-fetch; the platform has fetch.
const ENTRY = createRequire(import.meta.url)
  .resolve("ofetch")
  .replace(/node\.(c|m)js$/, "index.mjs");
const WHERE = /^import \{[^}]*\bas createFetch\b[^}]*\} from '[^']+';$/m;
/** Beside the entry, so that its relative path leads to the same file. */
const ID = `${ENTRY}?create-fetch`;

/** A plugin that takes `createFetch` from where the library's entry has it. */
export const createFetchAlone = {
  name: "create-fetch",
  resolveId: (source) => (source === "ofetch" ? ID : null),
  load(id) {
    if (id !== ID) return null;
    const [line] = WHERE.exec(readFileSync(ENTRY, "utf8")) ?? [];
    if (line === undefined) throw new Error(`${ENTRY} does not say where createFetch is`);
    return `${line}\nexport { createFetch };`;
  },
};
