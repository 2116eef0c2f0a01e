import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { globSync } from "tinyglobby";

export const SRC = fileURLToPath(new URL("../../src", import.meta.url));

/** Every source that people write, by its path below `src`. */
export const SOURCES = globSync("**/*.{ts,tsx,mjs}", { cwd: SRC, ignore: ["**/generated/**"] }).sort();

/** The folders that hold sources, or folders that do. */
export const FOLDERS = [...new Set(SOURCES.flatMap(foldersAbove))].sort();

export const textOf = (path: string): string => readFileSync(join(SRC, path), "utf8");

/** The sources beside each other in a folder. */
export const filesIn = (folder: string): readonly string[] =>
  SOURCES.filter((file) => dirname(file) === folder);

/** What a file imports of the sources, as paths below `src`. */
export function importsOf(file: string): readonly string[] {
  return [...textOf(file).matchAll(/(?:from|import)\s*\(?\s*"(\.[^"$]+)"/g)]
    .map(([, target = ""]) => relative(SRC, join(SRC, dirname(file), target)))
    .filter((path) => !path.startsWith(".."))
    .map((path) => path.replace(/\.js$/, ".ts"));
}

function foldersAbove(file: string): string[] {
  const folder = dirname(file);
  return folder === "." ? [] : [folder, ...foldersAbove(folder)];
}
