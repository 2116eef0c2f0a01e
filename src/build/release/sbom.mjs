// The content of the bundle, for scanners: they see no dependencies of a package that carries them inside.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Spec, Validation } from "@cyclonedx/cyclonedx-library";
import sbom from "rollup-plugin-sbom";
import { bundle } from "../bundle.mjs";

/** Writes a CycloneDX bill of materials of what goes into the bundle; throws where it does not fit CycloneDX's schema. */
export async function writeSbom(outfile, version) {
  const folder = mkdtempSync(join(tmpdir(), "orgform-sbom-"));
  try {
    const bill = sbom({ outDir: "", outFilename: "bom", saveTimestamp: false, includeWellKnown: false });
    await bundle(folder, version, [bill]);
    const text = readFileSync(join(folder, "bom.json"), "utf8");
    const problem = await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text);
    if (problem !== null) throw new Error(`${outfile} would not fit CycloneDX: ${JSON.stringify(problem)}`);
    writeFileSync(outfile, text);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
