import { isBuiltin } from "node:module";
import { build } from "esbuild";
import { bundleOptions } from "../../bundle.mjs";

/**
 * A single executable's program is one file of CommonJS, where a module cannot wait as it is loaded, as ink and its
 * layout engine do. So it is bundled twice: as one ES module, in which whatever is loaded on demand becomes a function
 * that can wait, and that module as CommonJS. Writes it to `outfile`, which ends in .cjs, and gives esbuild's account of
 * what went in; throws where the file would not be all.
 */
export async function bundleAsOneFile(outfile, version) {
  const options = bundleOptions(version);
  const whole = outfile.replace(/\.cjs$/, ".mjs");
  const { metafile } = await build({
    ...options,
    entryPoints: ["src/main.ts"],
    outfile: whole,
    alias: { ...options.alias, "react-devtools-core": "./src/build/release/executable/no-devtools.mjs" },
    // There is no folder of the program's own: nothing is read from it, and no compiled code is kept in it.
    define: { ...options.define, "import.meta.dirname": "undefined", "import.meta.url": "undefined" },
  });
  const { alias: _, ...again } = options;
  const { metafile: last } = await build({
    ...again,
    entryPoints: [whole],
    outfile,
    format: "cjs",
    // The program can require what Node carries, and import nothing.
    supported: { "dynamic-import": false },
  });
  const asked = Object.values(last.outputs).flatMap(({ imports }) => imports.map(({ path }) => path));
  const missing = asked.filter((path) => !isBuiltin(path));
  if (missing.length > 0) throw new Error(`the program would look for ${missing.join(", ")} on the disk`);
  return metafile;
}
