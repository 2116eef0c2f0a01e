// Which modules share a file of the bundle. esbuild makes one for each set of modules that the same commands need,
// however small, and a start pays for every file that it opens. So a module that is loaded by `import()` is made to need
// all of a group, where nearly every module of its kind needs some.
import { readFileSync } from "node:fs";
import { extname, relative, resolve } from "node:path";
import { globSync } from "tinyglobby";

const SRC = resolve("src");

/** What nearly every command needs. */
const EVERYWHERE = [
  "access/data/model-description",
  "access/values/{access-state,lints,value-meaning}",
  "api/{api-error,service-address}",
  "api/transport/transport",
  "cli/{command-spec,exit-code}",
  "commands/documents/{exists,findings-product,write-output}",
  "commands/session/{command-error,context,default-file,numbers,progress}",
  "commands/snapshot/say-as-of",
  "config/parse/{list-folder,read-bounded}",
  "config/validate/wording",
  "kinds/registry",
  "model/{address,diagnostic}",
  "model/state/{desired-state,reserved-attributes,value-format}",
  "render/{as-of,json-text,labels}",
  "render/diagnostics/diagnostics-{json,text}",
  "render/html/html",
  "render/text/{layout,palette}",
  "util/*",
];

/** What nearly every command needs that asks the service, or shows what it came to. */
const WITH_SERVICE = [
  "api/api-diagnostic",
  "api/transport/{fetch-transport,network-failure,open-transport}",
  "commands/plan/next-command",
  "commands/session/open-sandbox",
  "plan/inputs",
  "plan/guards/allowance",
  "plan/reads/reads",
  "render/markdown/markdown-{access,block,budget}",
  "render/text/{access-text,data-text,finding-text,summary-line}",
  "render/view/{access-groups,arrivals,data-changes,data-words,plan-notes}",
];

/** What every command has loaded that has read a file. */
const WITH_FILE = ["commands/session/load-desired"];

/** Commands that ask no service. */
const OFFLINE = /^cli\/(completion|help)\/|^commands\/file\/(fmt|init|rule-findings|validate)$/;

/** What a module that is loaded by `import()` is to need, by its path below src. The command line's own help needs less. */
function groupOf(path) {
  if (path === "cli/run") return [];
  const others = path.startsWith("config/") ? WITH_FILE : OFFLINE.test(path) ? [] : WITH_SERVICE;
  const group = [...EVERYWHERE, ...others];
  const needed = globSync(
    group.map((module) => `${module}.ts`),
    { cwd: SRC, absolute: true },
  );
  // What belongs to a group cannot need it.
  return needed.map(modulePath).includes(path) ? [] : needed.sort();
}

/** An esbuild plugin that keeps the groups together. */
export const together = {
  name: "together",
  setup({ onLoad }) {
    const entries = entriesOfChunks();
    onLoad({ filter: /\.tsx?$/ }, ({ path: file }) => {
      const path = modulePath(file);
      if (!entries.has(path)) return undefined;
      const needed = groupOf(path).map((module) => `import ${JSON.stringify(module)};`);
      return { contents: [readFileSync(file, "utf8"), ...needed].join("\n"), loader: extname(file).slice(1) };
    });
  },
};

/** The library's face, and the modules that are loaded by `import()`. */
function entriesOfChunks() {
  const files = globSync("**/*.{ts,tsx}", { cwd: SRC, absolute: true });
  const loaded = files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/\bimport\("(\.[^"]+)"\)/g)].map(([, path]) =>
      modulePath(resolve(file, "..", path)),
    ),
  );
  return new Set([...loaded, "index"]);
}

/** A file's path below src, without its ending. */
const modulePath = (file) => relative(SRC, file).slice(0, -extname(file).length);
