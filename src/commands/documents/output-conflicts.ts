import type { Stats } from "node:fs";
import { statSync } from "node:fs";
import { sep } from "node:path";
import { fail } from "../context/command-error.js";
import { realPath } from "./paths.js";
import { isFile } from "./write-output.js";

/**
 * Refuses products that would overwrite each other or what the command reads, before anything is written: by another
 * spelling, over a link, and as one of the YAML files of a folder that is read, too. A device or the standard output
 * (`-`) can take several.
 */
export function assertNoOutputConflicts(
  read: readonly (string | undefined)[],
  written: readonly (string | undefined)[],
): void {
  const taken = new Set<string>();
  const folders: string[] = [];
  for (const path of read.filter(isOwnFile)) {
    const found = factsOf(path);
    if (found !== undefined) taken.add(realPath(path));
    if (found?.isDirectory()) folders.push(realPath(path));
  }
  for (const path of written.filter(isOwnFile)) {
    const place = realPath(path);
    const isAmongFiles = /\.ya?ml$/i.test(place) && folders.some((folder) => place.startsWith(folder + sep));
    if (taken.has(place) || isAmongFiles) {
      const detail = "It is read by this command, or written by another of its options. Name another file.";
      // With this code a failure is not written to the file either.
      throw fail("error", "output", `${path} would be overwritten`, detail);
    }
    taken.add(place);
  }
}

/** The facts of a file; a file without them cannot be read either, which its reader reports. */
function factsOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

function isOwnFile(path: string | undefined): path is string {
  return isFile(path) && !path.startsWith("/dev/");
}
