import type { BigIntStats } from "node:fs";
import { statSync } from "node:fs";
import { sep } from "node:path";
import { fail } from "../context/command-error.js";
import { realPath } from "./paths.js";
import { isFile } from "./write-output.js";

/**
 * Refuses products that would overwrite each other or what the command reads, before anything is written: by another
 * spelling, over a link of either kind, and as one of the YAML files of a folder that is read, too. A device or the
 * standard output (`-`) can take several.
 */
export function assertNoOutputConflicts(
  read: readonly (string | undefined)[],
  written: readonly (string | undefined)[],
): void {
  const taken = new Set<string>();
  const folders: string[] = [];
  for (const path of read.filter(isOwnFile)) {
    const found = factsOf(path);
    if (found === undefined) continue;
    for (const name of namesOf(path, found)) taken.add(name);
    if (found.isDirectory()) folders.push(realPath(path));
  }
  for (const path of written.filter(isOwnFile)) {
    const place = realPath(path);
    const names = namesOf(path, factsOf(path));
    const isAmongFiles = /\.ya?ml$/i.test(place) && folders.some((folder) => place.startsWith(folder + sep));
    if (names.some((name) => taken.has(name)) || isAmongFiles) {
      const detail = "It is read by this command, or written by another of its options. Name another file.";
      // With this code a failure is not written to the file either.
      throw fail("error", "output", `${path} would be overwritten`, detail);
    }
    for (const name of names) taken.add(name);
  }
}

/** What a file is known by: its path, and where it exists device and inode, which all of its hard links share. */
const namesOf = (path: string, facts: BigIntStats | undefined): readonly string[] => [
  realPath(path),
  ...(facts === undefined ? [] : [`${facts.dev}:${facts.ino}`]),
];

/** The facts of a file; a file without them cannot be read either, which its reader reports. */
function factsOf(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true });
  } catch {
    return undefined;
  }
}

function isOwnFile(path: string | undefined): path is string {
  return isFile(path) && !path.startsWith("/dev/");
}
