// The content of the bundle, for scanners: they see no dependencies of a package that carries them inside.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundle } from "../bundle.mjs";

/** Writes a CycloneDX bill of materials of what goes into the bundle; throws where it does not fit CycloneDX's schema. */
export async function writeSbom(outfile, version) {
  const folder = mkdtempSync(join(tmpdir(), "orgform-sbom-"));
  try {
    const metafile = join(folder, "metafile.json");
    writeFileSync(metafile, JSON.stringify(await bundle(folder, version)));
    const cli = "node_modules/@cyclonedx/cyclonedx-esbuild/bin/cyclonedx-esbuild-cli.js";
    execFileSync(process.execPath, [cli, metafile, "--validate", "--output-reproducible", "-o", outfile]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
