// The bundle carries other people's work: their licences go with it, or there is no build.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Texts for packages that are published without one, or that carry compiled code of somebody else. */
const ADDED = fileURLToPath(new URL("licences", import.meta.url));
const LICENCE_FILE = /^(licen[cs]e|copying|notice)([.-]|$)/i;

/** The packages that the inputs of a bundle come from, sorted by name and version. */
export function bundledPackages(inputs) {
  const folders = new Set();
  for (const input of inputs) {
    const match = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input);
    if (match) folders.add(match[1]);
  }
  const packages = [...folders].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return { name, version, license, folder };
  });
  const key = ({ name, version }) => `${name}@${version}`;
  const byKey = new Map(packages.map((one) => [key(one), one]));
  return [...byKey.keys()].sort().map((name) => byKey.get(name));
}

/** Every package with its licence text; throws, with their names, where one has none. */
export function thirdPartyNotices(packages) {
  const without = [];
  const texts = packages.map(({ name, version, license, folder }) => {
    const files = readdirSync(folder).filter((file) => LICENCE_FILE.test(file));
    const paths = files.sort().map((file) => join(folder, file));
    const added = join(ADDED, `${name.replace("/", "__")}.txt`);
    if (existsSync(added)) paths.push(added);
    const text = paths.map((path) => readFileSync(path, "utf8").trim()).join("\n\n");
    if (!license || text === "") without.push(`${name} ${version}`);
    return `${name} ${version} (${license})\n\n${text}\n`;
  });
  if (without.length > 0) {
    throw new Error(
      `no licence or no licence text: ${without.join(", ")}. Put the text into src/build/licences/NAME.txt`,
    );
  }
  return texts.join(`\n${"-".repeat(72)}\n\n`);
}
