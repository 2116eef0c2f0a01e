// The bundle carries other people's work: their licences go with it, or there is no build.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Texts for packages that are published without one, or that carry compiled code of somebody else. */
const ADDED = fileURLToPath(new URL("licences", import.meta.url));
const LICENCE_FILE = /^(licen[cs]e|copying|notice)([.-]|$)/i;

/** The packages that the modules of a bundle come from, sorted by name and version. */
export function bundledPackages(modules) {
  const folders = modules.flatMap((path) => /^.*node_modules\/(@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? []);
  const packages = [...new Set(folders)].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return [`${name}@${version}`, { name, version, license, folder }];
  });
  // One may be installed in several places.
  const byKey = Object.fromEntries(packages.sort());
  return Object.values(byKey);
}

/** Every package with its licence text; throws where one has none. */
export function thirdPartyNotices(packages) {
  const notices = packages.map(({ name, version, license, folder }) => {
    const own = readdirSync(folder).filter((file) => LICENCE_FILE.test(file));
    const paths = [...own.sort().map((file) => join(folder, file)), join(ADDED, `${name}.txt`)];
    const found = paths.filter((path) => existsSync(path));
    const texts = found.map((path) => readFileSync(path, "utf8").trim()).filter(Boolean);
    if (!license || texts.length === 0)
      throw new Error(
        `${name} ${version} has no licence, or no licence text. Put the text into src/build/licences/${name}.txt`,
      );
    return `${[`${name} ${version} (${license})`, ...texts].join("\n\n")}\n`;
  });
  return notices.join(`\n${"-".repeat(72)}\n\n`);
}
