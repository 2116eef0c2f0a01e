import { isBuiltin } from "node:module";
import { build } from "rolldown";
import { BUNDLE_OUTPUT, bundledModules, bundleInput } from "../../src/build/bundle.mjs";

/**
 * A single executable's program is one file of CommonJS, where a module cannot wait as it is loaded, as ink and its
 * layout engine do. So it is bundled twice: as one ES module, in which whatever is loaded on demand becomes a function
 * that can wait, and that module as CommonJS. Writes it to `outfile`, which ends in .cjs, and returns the paths of the
 * modules that went in; throws where the file would not be all.
 */
export async function bundleAsOneFile(outfile, version) {
  const whole = outfile.replace(/\.cjs$/, ".mjs");
  const { output } = await build({
    // There is no folder of the program's own: nothing is read from it, and no compiled code is kept in it.
    ...bundleInput(version, { "import.meta.dirname": "undefined", "import.meta.url": "undefined" }),
    input: "src/main.ts",
    output: { ...BUNDLE_OUTPUT, file: whole, codeSplitting: false },
  });
  const again = await build({
    platform: "node",
    input: whole,
    output: { ...BUNDLE_OUTPUT, file: outfile, format: "cjs", codeSplitting: false },
  });
  const [{ imports, dynamicImports }] = again.output;
  const missing = [...imports, ...dynamicImports].filter((path) => !isBuiltin(path));
  if (missing.length > 0) throw new Error(`the program would look for ${missing.join(", ")} on the disk`);
  return bundledModules(output);
}
