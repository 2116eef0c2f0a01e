// Packages that only a release, the site or an independent judge needs have a lock of their own: a clone stays light.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Returns true if the packages of a folder with a lock of its own are installed. */
export const isInstalled = (folder) => existsSync(join(ROOT, folder, "node_modules"));

/** The path of something in such a folder; throws, with the command that installs it, where it is not. */
export function pathApart(folder, path) {
  if (!isInstalled(folder))
    throw new Error(`this needs packages of its own: npm ci --prefix ${folder} --ignore-scripts`);
  return join(ROOT, folder, path);
}
