// Builds dist/ as soon as it is loaded: validators compiled by ajv, and the bundles.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { bundleAction } from "./action.mjs";
import { bundle } from "./bundle.mjs";
import { generateSources } from "./generate/generate.mjs";
import { bundledPackages, thirdPartyNotices } from "./notices.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
process.chdir(root);
const { version } = JSON.parse(readFileSync("package.json", "utf8"));

generateSources();
// Built in another folder and moved in whole, so that nobody runs half a build.
const next = `dist.${process.pid}`;
const last = `${next}.old`;
mkdirSync(next);
process.on("exit", () => {
  for (const folder of [next, last]) rmSync(folder, { recursive: true, force: true });
});

const modules = await bundle(next, version);
/** The packages whose code is in dist/. */
export const packages = bundledPackages(modules);
writeFileSync(`${next}/THIRD-PARTY-LICENSES.txt`, thirdPartyNotices(packages));
if (existsSync("dist")) renameSync("dist", last);
renameSync(next, "dist");
// Last: if the bundle of the action exists, everything that it runs exists too.
await bundleAction();
