import { resolve } from "node:path";
import { halt } from "./halt.js";

/**
 * Refuses products that would overwrite each other or what the command reads, before anything is written. A device or
 * the standard output (`-`) can take several.
 */
export function keepApart(
  read: readonly (string | undefined)[],
  written: readonly (string | undefined)[],
): void {
  const taken = new Set(read.filter(isFile).map((path) => resolve(path)));
  for (const path of written.filter(isFile)) {
    if (taken.has(resolve(path))) {
      const detail = "It is read by this command, or written by another of its options. Name another file.";
      throw halt("error", "usage", `${path} would be overwritten`, detail);
    }
    taken.add(resolve(path));
  }
}

function isFile(path: string | undefined): path is string {
  return path !== undefined && path !== "-" && !path.startsWith("/dev/");
}
