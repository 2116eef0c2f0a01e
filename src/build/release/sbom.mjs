// The content of the bundle, for scanners: they see no dependencies of a package that carries them inside.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { pathApart } from "../apart.mjs";
import { bundle } from "../bundle.mjs";

/** The bill's own maker has a lock of its own, and is not where it looks for it; the bill is of the bundle all the same. */
const quiet = {
  name: "quiet",
  onLog: (_, { message }) => (/auto-registration of tool/.test(message) ? false : undefined),
};

/** Writes a CycloneDX bill of materials of what goes into the bundle; throws where it does not fit CycloneDX's schema. */
export async function writeSbom(outfile, version) {
  const libraries = pathApart(".ci/release", "libraries.mjs");
  const { Spec, Validation, sbom } = await import(pathToFileURL(libraries).href);
  const folder = mkdtempSync(join(tmpdir(), "orgform-sbom-"));
  try {
    const bill = sbom({ outDir: "", outFilename: "bom", saveTimestamp: false, includeWellKnown: false });
    await bundle(folder, version, [bill, quiet]);
    const text = readFileSync(join(folder, "bom.json"), "utf8");
    const problem = await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text);
    if (problem !== null) throw new Error(`${outfile} would not fit CycloneDX: ${JSON.stringify(problem)}`);
    writeFileSync(outfile, text);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
