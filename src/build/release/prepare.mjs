// Makes what a release consists of, apart from the executables, into dist.release/: `npm run release`, and in a workflow
// `npm run release -- v1.2.3`, with the tag that is released. Nothing is published by it, and it needs no network.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { billOfMaterials, pageInPackage, releaseNotes, repositoryFields } from "./parts.mjs";

const FOLDER = "dist.release";

process.chdir(fileURLToPath(new URL("../../..", import.meta.url)));
try {
  await prepare(process.argv[2]);
} catch (error) {
  // Each message says what is wrong and what to do; a stack would hide it.
  console.error(`Error: ${error.message}`);
  process.exitCode = 1;
}

async function prepare(tag) {
  const manifest = JSON.parse(readFileSync("package.json", "utf8"));
  const { version } = manifest;
  if (tag !== undefined && tag !== `v${version}`)
    throw new Error(`the tag ${tag} is not v${version}, the version in package.json`);
  const notes = releaseNotes(readFileSync("CHANGELOG.md", "utf8"), version, { released: tag !== undefined });
  const fields = repositoryFields(process.env);

  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER);
  writeFileSync(join(FOLDER, "notes.md"), notes);
  const before = new Map();
  const writeForNow = (path, text) => {
    before.set(path, readFileSync(path, "utf8"));
    writeFileSync(path, text);
  };
  try {
    writeForNow("package.json", `${JSON.stringify({ ...manifest, ...fields }, null, 2)}\n`);
    const { packages } = await import("../build.mjs");
    const bill = `${JSON.stringify(billOfMaterials(packages), null, 2)}\n`;
    for (const path of [join(FOLDER, `orgform-${version}.cdx.json`), "dist/sbom.cdx.json"])
      writeFileSync(path, bill);
    const files = packedFiles();
    for (const page of files.filter((path) => path.endsWith(".md")))
      writeForNow(page, pageInPackage(readFileSync(page, "utf8"), page, { files, version, ...fields }));
    const pack = ["pack", "--silent", "--ignore-scripts", "--pack-destination", FOLDER];
    execFileSync("npm", pack, { stdio: "inherit" });
  } finally {
    for (const [path, text] of before) writeFileSync(path, text);
  }
}

/** The paths of the files that the package will hold. */
function packedFiles() {
  const printed = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    encoding: "utf8",
  });
  const [{ files }] = JSON.parse(printed);
  return files.map(({ path }) => path);
}
