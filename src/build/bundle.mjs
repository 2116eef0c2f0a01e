// Bundles the sources into a folder, libraries included:
//   main.js      the command's entry: small, since every start pays for it
//   index.js     the library's face
//   chunks/*.js  what both share, in pieces that are loaded when they are used
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { createFetchAlone } from "./create-fetch.mjs";

/** The options of every bundle of the command: one program for one platform. */
export function bundleOptions(version) {
  return {
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: "none",
    metafile: true,
    plugins: [createFetchAlone],
    define: {
      "process.env.NODE_ENV": '"production"',
      "process.env.DEV": '"false"',
      ORGFORM_VERSION: JSON.stringify(version),
    },
  };
}

/** Bundles into `folder`, which exists, and returns esbuild's metafile. */
export async function bundle(folder, version) {
  const options = bundleOptions(version);
  const { metafile } = await build({
    ...options,
    entryPoints: { main: "src/main.ts", index: "src/index.ts" },
    outdir: folder,
    chunkNames: "chunks/[name]-[hash]",
    splitting: true,
    // Libraries in CommonJS expect to find it.
    banner: { js: 'const require=process.getBuiltinModule("node:module").createRequire(import.meta.url);' },
    // Only people who work on ink need it.
    external: ["react-devtools-core"],
    define: { ...options.define, __filename: "import.meta.filename" },
  });
  chmodSync(join(folder, "main.js"), 0o755);
  return metafile;
}
