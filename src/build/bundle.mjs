// Bundles the sources into a folder, libraries included:
//   main.js            the command's entry: small, since every start pays for it
//   chunks/*.js        the command, in pieces that are loaded when they are used
//   index.js           the library's face, over the same chunks
//   apply-screen.mjs   the terminal screen
// All but the screen is CommonJS: it starts in less time than ES modules do, and only it can be loaded with V8's code
// cache (src/code-loader.ts). The screen's libraries wait at their top level, which CommonJS cannot.
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, relative, resolve } from "node:path";
import { build, transform } from "esbuild";
import { pack } from "./pack.mjs";
import { yamlAlias, yamlWithoutGenerators } from "./yaml-parser.mjs";

const require = createRequire(import.meta.url);
const SCREEN = "apply-screen.mjs";

/** Those that people wait for most often. */
const COMMANDS_IN_A_HURRY = ["validate", "plan", "apply"];

/** Bundles into `folder`, which exists, and gives the paths of everything that went in. */
export async function bundle(folder, version) {
  const define = {
    "process.env.NODE_ENV": '"production"',
    "process.env.DEV": '"false"',
    ORGFORM_VERSION: JSON.stringify(version),
  };
  const { chunks, chunkOf, inputs } = await bundleChunks(define);
  const pieces = new Map();
  const faces = [];
  for (const { path, text } of chunks) {
    if (basename(path) === "index.js") faces.push([placeIn(folder, path), await toCommonJs(text)]);
    else pieces.set(basename(path), await chunkToCommonJs(text));
  }
  const roots = [
    ["all", "command.js"],
    ...COMMANDS_IN_A_HURRY.map((command) => [command, chunkOf(`src/commands/${command}.ts`)]),
  ];
  const packed = pack(pieces, roots, faces);
  for (const [name, text] of packed.chunks) write(join(folder, "chunks", name), text);
  for (const [path, text] of packed.others) write(path, text);
  write(join(folder, "package.json"), `${JSON.stringify({ type: "commonjs" })}\n`);
  for (const entry of [MAIN, APPLY_SCREEN]) {
    const { outputFiles, metafile } = await build({ ...COMMON, ...entry, define });
    for (const { path, text } of outputFiles) write(placeIn(folder, path), text);
    for (const input of Object.keys(metafile.inputs)) inputs.add(input);
  }
  chmodSync(join(folder, "main.js"), 0o755);
  return inputs;
}

const COMMON = {
  bundle: true,
  platform: "node",
  target: "node20.19",
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: "none",
  metafile: true,
  write: false,
  outdir: "out",
};

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

// commander runs commands that are programs of their own; we have none, and node:child_process takes 2 ms to load.
const commanderWithoutPrograms = {
  name: "commander-without-programs",
  setup(bundler) {
    bundler.onResolve({ filter: /^(node:)?child_process$/ }, ({ importer }) =>
      /node_modules\/commander\//.test(importer) ? { path: "child_process", namespace: "empty" } : undefined,
    );
    bundler.onLoad({ filter: /.*/, namespace: "empty" }, () => ({ contents: "" }));
  },
};

const screenApart = {
  name: "screen-apart",
  setup(bundler) {
    bundler.onResolve({ filter: /\/apply-screen\.js$/ }, () => ({ path: `./${SCREEN}`, external: true }));
  },
};

// For people who work on ink; it would need packages that are not there.
const inkWithoutDevtools = {
  name: "ink-without-devtools",
  setup(bundler) {
    bundler.onLoad({ filter: /ink\/build\/devtools\.js$/ }, () => ({ contents: "" }));
  },
};

const MAIN = { entryPoints: ["src/main.ts"], format: "cjs", plugins: [screenApart] };
const APPLY_SCREEN = {
  entryPoints: ["src/tui/apply-screen.tsx"],
  format: "esm",
  plugins: [inkWithoutDevtools],
  outExtension: { ".js": ".mjs" },
  // What bundled CommonJS expects to find.
  banner: { js: 'import{createRequire as __cr}from"node:module";const require=__cr(import.meta.url);' },
};

/** The command and the library's face, in chunks that they share; still ES modules, which alone can be split. */
async function bundleChunks(define) {
  const { outputFiles, metafile } = await build({
    ...COMMON,
    entryPoints: { "chunks/command": "src/cli/run.ts", index: "src/index.ts" },
    splitting: true,
    format: "esm",
    chunkNames: "chunks/[name]-[hash]",
    // ofetch's "node" export carries node-fetch; the platform has fetch.
    alias: { ofetch: require.resolve("ofetch").replace(/node\.(c|m)js$/, "index.mjs"), ...yamlAlias },
    plugins: [ofetchWithoutInstance, commanderWithoutPrograms, yamlWithoutGenerators],
    define,
  });
  const chunkOf = (source) =>
    basename(Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === source)[0]);
  return { chunks: outputFiles, chunkOf, inputs: new Set(Object.keys(metafile.inputs)) };
}

async function toCommonJs(text) {
  const { code } = await transform(text, {
    format: "cjs",
    platform: "node",
    target: COMMON.target,
    minifySyntax: true,
    minifyWhitespace: true,
    // import() of a chunk becomes require(): code that was loaded with a cache cannot import.
    supported: { "dynamic-import": false },
  });
  return code;
}

/**
 * A chunk, which ends with its exports. What esbuild would lay between them and every use, two calls of getters, is
 * left out: functions become plain properties as soon as the chunk has run. Others stay getters, since a module that is
 * initialized later changes them.
 */
async function chunkToCommonJs(text) {
  const [clause, list] = /export\{([^{}]*)\};\s*$/.exec(text) ?? [];
  // A bundled CommonJS library has one export, and no clause.
  if (clause === undefined) return toCommonJs(text);
  const getters = list.split(",").map((item) => {
    const [local, name = local] = item.split(" as ");
    return `${name}:{get:()=>${local},enumerable:true,configurable:true}`;
  });
  return toCommonJs(`${text.slice(0, -clause.length)}
Object.defineProperties(exports,{__esModule:{value:true},${getters}});
for(const[name,value]of Object.entries(exports))if(typeof value==="function")Object.defineProperty(exports,name,{value});`);
}

/** Where something goes that esbuild made for COMMON.outdir, which is never written. */
function placeIn(folder, path) {
  return join(folder, relative(resolve(COMMON.outdir), path));
}

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
