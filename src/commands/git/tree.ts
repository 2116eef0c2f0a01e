import { isAbsolute, posix, relative, resolve, sep } from "node:path";
import type { CommandContext } from "../context/context.js";
import { realPath } from "../documents/paths.js";
import { gitIn, readBlobs } from "./git.js";

/** A thing at a path of a commit. Files of a submodule are in another repository: a commit has only its name. */
export type Spot =
  | { readonly kind: "file"; readonly path: string; readonly id: string }
  | { readonly kind: "folder" | "submodule"; readonly path: string };

/** The files of one commit. Paths begin at the repository's root and have slashes; the root is the empty path. */
export interface Tree {
  /** Plain files, by path, with the ids of their contents. */
  readonly files: ReadonlyMap<string, string>;
  readonly submodules: readonly string[];
  /** The thing at a path, by way of the links that the commit has. */
  at(path: string): Spot | undefined;
  /** The files and submodules below a folder, by the paths that lead to them from `named`; a linked folder is listed once. */
  below(folder: string, named: string): readonly (Spot & { readonly named: string })[];
  texts(paths: readonly string[]): Promise<ReadonlyMap<string, Buffer>>;
}

/** A relative path of this system as a commit has it. */
export const treePath = (path: string): string => (sep === "/" ? path : path.split(sep).join("/"));

const [LINK, SUBMODULE] = ["120000", "160000"];
/** The most links that are followed, as in operating systems. */
const MOST_LINKS = 40;

/** Reads which files a commit has. */
export async function readTree(
  context: Pick<CommandContext, "env">,
  root: string,
  commit: string,
): Promise<Tree> {
  const listed = await gitIn(context, root)("ls-tree", "-r", "-z", "--full-tree", commit);
  const entries = listed.split("\0").flatMap((line) => {
    const [, mode, id, path] = /^(\d+) \w+ (\w+)\t(.+)$/s.exec(line) ?? [];
    return mode === undefined || id === undefined || path === undefined ? [] : [{ mode, id, path }];
  });
  const pathsOf = (mode: string) => entries.flatMap((one) => (one.mode === mode ? [one] : []));
  const links = pathsOf(LINK);
  const targets = await readBlobs(
    context,
    root,
    links.map(({ id }) => id),
  );
  const linked = new Map(links.map(({ path, id }) => [path, targets.get(id)?.toString("utf8") ?? ""]));
  const submodules = pathsOf(SUBMODULE).map(({ path }) => path);
  const isSubmodule = new Set(submodules);
  const files = new Map(
    entries.flatMap(({ mode, id, path }) => (mode === LINK || mode === SUBMODULE ? [] : [[path, id]])),
  );
  const folders = new Set(entries.flatMap(({ path }) => foldersOf(path)));

  const at = (path: string, hops = 0): Spot | undefined => {
    const parts = path.split("/").filter((part) => part !== "" && part !== ".");
    for (let length = 1; length <= parts.length; length += 1) {
      const here = parts.slice(0, length).join("/");
      if (isSubmodule.has(here)) return { kind: "submodule", path: here };
      const target = linked.get(here);
      if (target !== undefined) {
        const next = posix.join(posix.dirname(here), target, ...parts.slice(length));
        const leadsOut = posix.isAbsolute(target) || next.split("/")[0] === "..";
        return leadsOut || hops === MOST_LINKS ? undefined : at(next, hops + 1);
      }
    }
    const whole = parts.join("/");
    const id = files.get(whole);
    if (id !== undefined) return { kind: "file", path: whole, id };
    return folders.has(whole) ? { kind: "folder", path: whole } : undefined;
  };

  const below = (folder: string, named: string, seen = new Set<string>()): (Spot & { named: string })[] => {
    if (seen.has(folder)) return [];
    seen.add(folder);
    const start = folder === "" ? "" : `${folder}/`;
    return entries.flatMap(({ path }) => {
      if (!path.startsWith(start)) return [];
      const name = posix.join(named, path.slice(start.length));
      const spot = at(path);
      if (spot === undefined) return [];
      return spot.kind === "folder" ? below(spot.path, name, seen) : [{ ...spot, named: name }];
    });
  };
  return {
    files,
    submodules,
    at: (path) => at(path),
    below: (folder, named) => below(folder, named),
    async texts(paths) {
      const found = paths.flatMap((path) => {
        const id = files.get(path);
        return id === undefined ? [] : [[path, id] as const];
      });
      const contents = await readBlobs(context, root, [...new Set(found.map(([, id]) => id))]);
      return new Map(found.flatMap(([path, id]) => [[path, contents.get(id) ?? Buffer.alloc(0)]]));
    },
  };
}

/** The folders that a path leads through, the root among them. */
function foldersOf(path: string): readonly string[] {
  const parts = path.split("/");
  return parts.map((_, length) => parts.slice(0, length).join("/"));
}

/** The names of a path in the repository: as it is written, and with its links resolved. */
export function treePathsOf(root: string, path: string): readonly string[] {
  // Git does not follow links to its repository.
  const real = relative(root, realPath(path));
  if (leadsOut(real)) return [];
  const written = relative(root, resolve(path));
  return [...new Set([...(leadsOut(written) ? [] : [written]), real].map(treePath))];
}

/** Returns true if a relative path leads out of where it begins. */
export const leadsOut = (path: string): boolean => /^\.\.([/\\]|$)/.test(path) || isAbsolute(path);
