// Builds dist/: validators compiled by ajv, the bundle in split chunks, the types of the library's face.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { compileValidators } from "./validators.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
process.chdir(root);
const require = createRequire(import.meta.url);
const { version } = JSON.parse(readFileSync("package.json", "utf8"));

compileValidators(root);
// Built aside and swapped in whole, so that nobody ever runs half a build.
const next = `dist.${process.pid}`;
const last = `${next}.old`;
mkdirSync(next);
process.on("exit", () => {
  for (const folder of [next, last]) rmSync(folder, { recursive: true, force: true });
});

// ofetch's index makes a ready-to-use instance, and looking at globalThis.Headers for that loads the platform's whole
// fetch: 12 ms of every start. We make our own from createFetch.
const ofetchWithoutInstance = {
  name: "ofetch-without-instance",
  setup(bundler) {
    bundler.onLoad({ filter: /ofetch\/dist\/index\.mjs$/ }, ({ path }) => {
      const [createFetch] = /^import \{ c as createFetch \} from .*$/m.exec(readFileSync(path, "utf8"));
      return { contents: `${createFetch}\nexport { createFetch };`, resolveDir: dirname(path) };
    });
  },
};

const result = await build({
  entryPoints: ["src/main.ts", "src/index.ts"],
  outdir: next,
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  minifySyntax: true,
  minifyWhitespace: true,
  chunkNames: "chunks/[name]-[hash]",
  metafile: true,
  legalComments: "none",
  external: ["react-devtools-core"],
  // ofetch's "node" export carries node-fetch; the platform has fetch.
  alias: { ofetch: require.resolve("ofetch").replace(/node\.(c|m)js$/, "index.mjs") },
  plugins: [ofetchWithoutInstance],
  define: {
    "process.env.NODE_ENV": '"production"',
    "process.env.DEV": '"false"',
    ORGFORM_VERSION: JSON.stringify(version),
  },
  // What bundled CommonJS expects to find: write-file-atomic names its temporary files after __filename.
  banner: {
    js: 'import{createRequire as __cr}from"node:module";const require=__cr(import.meta.url),__filename=import.meta.filename;',
  },
});
writeThirdPartyNotices(result.metafile);
if (!process.argv.includes("--no-types")) {
  const outDir = `${next}/types`;
  execFileSync("npx", ["tsc", "-p", "src/build/tsconfig.types.json", "--outDir", outDir], {
    stdio: "inherit",
  });
}
if (existsSync("dist")) renameSync("dist", last);
renameSync(next, "dist");

/** The bundle carries other people's work: their licences go with it. */
function writeThirdPartyNotices(metafile) {
  const folders = new Set();
  for (const input of Object.keys(metafile.inputs)) {
    const match = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input);
    if (match) folders.add(match[1]);
  }
  const texts = [...folders].sort().map((folder) => {
    const { name, version: v, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
    const file = ["LICENSE", "LICENSE.md", "license", "LICENCE", "LICENSE.txt", "license.md"]
      .map((f) => `${folder}/${f}`)
      .find((f) => existsSync(f));
    return `${name} ${v} (${license})\n\n${file ? readFileSync(file, "utf8").trim() : "(no licence file in the package)"}\n`;
  });
  writeFileSync(`${next}/THIRD-PARTY-LICENSES.txt`, texts.join(`\n${"-".repeat(72)}\n\n`));
}
