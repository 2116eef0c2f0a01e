import { readdirSync } from "node:fs";
import { basename, dirname, join, parse } from "node:path";
import { quote, quoteAll, suggest } from "./wording.js";

/**
 * The question after the file that was probably meant by one that is not there: the nearest name in its folder, or the
 * same name with an ending. An empty text where there is none.
 */
export function askForFile(path: string): string {
  const name = basename(path);
  const names = namesIn(dirname(path));
  const near = names.find((other) => parse(other).name === name) ?? suggest(name, names);
  return near === undefined ? "" : `Did you mean ${quote(join(dirname(path), near))}? `;
}

/** A sentence on the YAML files in the folder of a path, where there are any. */
export function filesBeside(path: string): string | undefined {
  const names = namesIn(dirname(path)).filter((name) => /^[^.].*\.ya?ml$/i.test(name));
  return names.length === 0 ? undefined : `In this folder: ${quoteAll(names, 3)}.`;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
