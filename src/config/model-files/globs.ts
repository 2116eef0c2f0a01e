import { readdirSync } from "node:fs";
import { join } from "node:path";

/** Returns true if a path of a project file has a character by which the query engine looks for several folders. */
export const isGlob = (path: string): boolean => /[*?[]/.test(path);

/** Folders below a folder that a model can hold. */
const MOST_FOLDERS = 10_000;

/**
 * The paths of the folders below a folder; those whose name starts with a dot are left out, and links are not followed.
 */
export function foldersBelow(folder: string): readonly string[] {
  const found: string[] = [];
  const visit = (below: string): void => {
    for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
      if (!entry.isDirectory() || entry.name.startsWith(".") || found.length >= MOST_FOLDERS) continue;
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      found.push(path);
      visit(path);
    }
  };
  visit("");
  return found.sort();
}

/**
 * Returns true if a path fits a pattern: `*` and `?` within a name, `[ab]`, `[!ab]`, and `**` for folders of any depth.
 */
export function fitsGlob(pattern: string, path: string): boolean {
  const names = pattern.replace(/^\.\//, "").replace(/\/+$/, "").split("/");
  return fits(names, path.split("/"));
}

function fits(pattern: readonly string[], path: readonly string[]): boolean {
  const [first, ...rest] = pattern;
  if (first === undefined) return path.length === 0;
  if (first === "**") return fits(rest, path) || (path.length > 0 && fits(pattern, path.slice(1)));
  const [name, ...below] = path;
  return name !== undefined && nameFits(first, name) && fits(rest, below);
}

/** Returns true if a name fits a pattern. Only the latest star is tried again, so that no pattern takes long. */
function nameFits(pattern: string, name: string): boolean {
  let [p, n, star, mark] = [0, 0, -1, 0];
  const tokens = pattern.match(/\[!?\]?[^\]]*\]|./gsu) ?? [];
  const letters = [...name];
  while (n < letters.length) {
    const token = tokens[p];
    if (token === "*") {
      star = p;
      mark = n;
      p += 1;
    } else if (token !== undefined && letterFits(token, letters[n] ?? "")) {
      p += 1;
      n += 1;
    } else if (star >= 0) {
      p = star + 1;
      mark += 1;
      n = mark;
    } else return false;
  }
  return tokens.slice(p).every((token) => token === "*");
}

function letterFits(token: string, letter: string): boolean {
  if (token === "?") return true;
  const set = /^\[(!?)(.+)\]$/su.exec(token);
  if (set === null) return token === letter;
  const [, not, members = ""] = set;
  const letters = [...members];
  const isIn = letters.some((from, i) =>
    letters[i + 1] === "-" && letters[i + 2] !== undefined
      ? from <= letter && letter <= (letters[i + 2] ?? "")
      : from === letter,
  );
  return isIn !== (not === "!");
}
