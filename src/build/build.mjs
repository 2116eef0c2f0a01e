// Builds dist/: validators compiled by ajv, the bundles, the types of the library's face.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { bundle } from "./bundle.mjs";
import { writeDiagnosticHelp } from "./diagnostic-help.mjs";
import { compileValidators } from "./validators.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
process.chdir(root);
const { version } = JSON.parse(readFileSync("package.json", "utf8"));

compileValidators(root);
writeDiagnosticHelp(root);
// Built aside and swapped in whole, so that nobody ever runs half a build.
const next = `dist.${process.pid}`;
const last = `${next}.old`;
mkdirSync(next);
process.on("exit", () => {
  for (const folder of [next, last]) rmSync(folder, { recursive: true, force: true });
});

writeThirdPartyNotices(await bundle(next, version));
if (!process.argv.includes("--no-types")) {
  const outDir = `${next}/types`;
  execFileSync("npx", ["tsc", "-p", "src/build/tsconfig.types.json", "--outDir", outDir], {
    stdio: "inherit",
  });
}
if (existsSync("dist")) renameSync("dist", last);
renameSync(next, "dist");

/** The bundle carries other people's work: their licences go with it. */
function writeThirdPartyNotices(inputs) {
  const folders = new Set();
  for (const input of inputs) {
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
