import { existsSync } from "node:fs";
import type { SharedOptions } from "./options.js";

/** The names of the default file, in the order in which they are looked for. */
const FILE_NAMES = ["orgform.yaml", "orgform.yml"] as const;

/** The one of the working directory, or the name that a first one gets. */
export function defaultFile(): string {
  return FILE_NAMES.find((name) => existsSync(name)) ?? FILE_NAMES[0];
}

/** The paths that a command is about. */
export function pathsOf(options: SharedOptions): readonly string[] {
  return options.file === undefined || options.file.length === 0 ? [defaultFile()] : options.file;
}
