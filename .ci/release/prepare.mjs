// Makes what a release consists of, apart from the executables, into dist.release/: `npm run release`, and in a workflow
// `npm run release -- v1.2.3`, with the tag that is released. Nothing is published by it, and it needs no network.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { billOfMaterials, pageInPackage, releaseNotes, repositoryFields } from "./parts.mjs";

const FOLDER = "dist.release";

process.chdir(fileURLToPath(new URL("../..", import.meta.url)));
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
  const { packages } = await import("../../src/build/build.mjs");

  rmSync(FOLDER, { recursive: true, force: true });
  // A copy of what the package holds: the files here stay as they are, whatever happens.
  const stage = join(FOLDER, "package");
  mkdirSync(stage, { recursive: true });
  const [{ files }] = JSON.parse(npm("pack", "--dry-run", "--json"));
  const paths = files.map(({ path }) => path);
  for (const path of paths) cpSync(path, join(stage, path));
  writeFileSync(join(stage, "package.json"), `${JSON.stringify({ ...manifest, ...fields }, null, 2)}\n`);
  for (const page of paths.filter((path) => path.endsWith(".md"))) {
    const text = pageInPackage(readFileSync(page, "utf8"), page, { files: paths, version, ...fields });
    writeFileSync(join(stage, page), text);
  }
  const bill = `${JSON.stringify(billOfMaterials(packages, fields), null, 2)}\n`;
  writeFileSync(join(FOLDER, `orgform-${version}.cdx.json`), bill);
  writeFileSync(join(stage, "dist/sbom.cdx.json"), bill);
  npm("pack", `./${stage}`, "--pack-destination", FOLDER);
  rmSync(stage, { recursive: true });
  writeFileSync(join(FOLDER, "notes.md"), notes);
}

function npm(...args) {
  return execFileSync("npm", [...args, "--silent", "--ignore-scripts"], { encoding: "utf8" });
}
