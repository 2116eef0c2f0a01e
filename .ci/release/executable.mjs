// Makes the command one file that needs no Node: `npm run executable`, for the platform that it runs on. The program is
// this very Node with the bundle inside (Node's documentation, "Single executable applications").
import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { inject } from "postject";
import { generateSources } from "../../src/build/generate/generate.mjs";
import { bundledPackages, thirdPartyNotices } from "../../src/build/notices.mjs";
import { bundleAsOneFile } from "./one-file.mjs";

/** The mark by which Node knows that it carries a program, from its documentation. */
const FUSE = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

const root = fileURLToPath(new URL("../..", import.meta.url));
process.chdir(root);
const { version } = JSON.parse(readFileSync("package.json", "utf8"));
const folder = "dist.executable";
const parts = join(folder, "parts");
rmSync(folder, { recursive: true, force: true });
mkdirSync(parts, { recursive: true });

generateSources();
const modules = await bundleAsOneFile(join(parts, "main.cjs"), version);
const notices = thirdPartyNotices(bundledPackages(modules));
writeFileSync(join(folder, "THIRD-PARTY-LICENSES.txt"), `${notices}\n${"-".repeat(72)}\n\n${nodeNotice()}`);
copyFileSync("LICENSE", join(folder, "LICENSE"));
const program = await makeExecutable();
rmSync(parts, { recursive: true });
const tests = [
  "node_modules/vitest/vitest.mjs",
  "run",
  "--config",
  "test/vitest.config.ts",
  "test/package/one-file",
];
execFileSync(process.execPath, tests, {
  stdio: "inherit",
  env: { ...process.env, ORGFORM_EXECUTABLE: program },
});
console.log(`${program}: made and tried`);

async function makeExecutable() {
  const config = join(parts, "sea.json");
  const blob = join(parts, "sea.blob");
  const program = join(folder, process.platform === "win32" ? "orgform.exe" : "orgform");
  const main = join(parts, "main.cjs");
  const settings = { main, output: blob, disableExperimentalSEAWarning: true, useCodeCache: true };
  writeFileSync(config, JSON.stringify(settings));
  execFileSync(process.execPath, ["--experimental-sea-config", config], { stdio: "ignore" });
  copyFileSync(process.execPath, program);
  chmodSync(program, 0o755);
  const onMac = process.platform === "darwin";
  // macOS runs nothing whose signature is not that of its contents; one without an identity is enough to run.
  if (onMac) execFileSync("codesign", ["--remove-signature", program]);
  await inject(program, "NODE_SEA_BLOB", readFileSync(blob), {
    sentinelFuse: FUSE,
    ...(onMac && { machoSegmentName: "NODE_SEA" }),
  });
  if (onMac) execFileSync("codesign", ["--sign", "-", program]);
  return program;
}

/** Node's own licence, which names all that Node carries; it lies where Node was unpacked or installed. */
function nodeNotice() {
  const home = dirname(process.execPath);
  const places = [
    join(home, "LICENSE"),
    join(home, "../LICENSE"),
    join(home, "../share/doc/nodejs/LICENSE"),
    join(home, "../share/doc/nodejs/copyright"),
  ];
  const place = places.find((path) => existsSync(path));
  if (place === undefined) throw new Error(`the licence of Node is at none of ${places.join(", ")}`);
  return `Node.js ${process.version}\n\n${readFileSync(place, "utf8")}`;
}
