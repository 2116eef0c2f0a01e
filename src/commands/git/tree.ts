import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { isAbsolute, join, posix, relative, resolve, sep } from "node:path";
import { quote } from "../../config/text/wording.js";
import { groupBy } from "../../util/collections.js";
import { usageError } from "../context/command-error.js";
import type { CommandContext } from "../context/context.js";
import { realPath } from "../documents/paths.js";
import { type Git, GitError, gitIn, readBlobs } from "./git.js";

/** A thing at a path of a commit. */
interface Spot {
  readonly kind: "file" | "folder";
  readonly path: string;
}

/**
 * The files of one commit. Paths begin at the repository's root and have slashes; the root is the empty path. A submodule
 * is the folder that the commit names of it.
 */
export interface Tree {
  /** Plain files, by path. Those of a submodule are among them once a path led into it. */
  readonly files: ReadonlyMap<string, unknown>;
  /** The targets of links, by path. */
  readonly links: ReadonlyMap<string, string>;
  /** The thing at a path, by way of the links that the commit has. */
  at(path: string): Promise<Spot | undefined>;
  /** The files below a folder, by the paths that lead to them from `named`; a linked folder is listed once. */
  below(folder: string, named: string): Promise<ReadonlyMap<string, string>>;
  /** The contents of files, as a checkout has them. */
  texts(paths: readonly string[]): Promise<ReadonlyMap<string, Buffer>>;
}

/** A relative path of this system as a commit has it. */
export const treePath = (path: string): string => (sep === "/" ? path : path.split(sep).join("/"));

/** Two modes of git's. */
export const [LINK, SUBMODULE] = ["120000", "160000"];
/** The most links that are followed, as in operating systems. */
const MOST_LINKS = 40;

/** What is known of a commit, by path. */
interface Entries {
  readonly context: CommandContext;
  readonly top: string;
  /** The commit in messages. */
  readonly asked: string;
  /** The id of each content, its commit, and the path of the submodule that has it; empty for the repository itself. */
  readonly files: Map<string, { readonly id: string; readonly module: string; readonly commit: string }>;
  readonly links: Map<string, string>;
  /** The commits of submodules that no path has led into yet. */
  readonly submodules: Map<string, string>;
  readonly folders: Set<string>;
}

/** Reads which files a commit has; `asked` names it in messages. */
export async function readTree(
  context: CommandContext,
  top: string,
  commit: string,
  asked: string,
): Promise<Tree> {
  const entries: Entries = {
    ...{ context, top, asked },
    ...{ files: new Map(), links: new Map(), submodules: new Map(), folders: new Set([""]) },
  };
  await addFiles(entries, "", commit);
  return {
    files: entries.files,
    links: entries.links,
    at: (path) => spotAt(entries, path),
    below: async (folder, named) => {
      const found = new Map<string, string>();
      await addBelow(entries, { folder, named }, found, new Set());
      return found;
    },
    texts: (paths) => textsOf(entries, paths),
  };
}

/** Adds the files of a commit of the submodule at a path, or of the repository itself. */
async function addFiles(entries: Entries, module: string, commit: string): Promise<void> {
  const { context, top, files, links, submodules, folders } = entries;
  const listed = await gitIn(context, join(top, module))("ls-tree", "-r", "-z", "--full-tree", commit);
  const targets: { readonly id: string; readonly path: string }[] = [];
  for (const line of listed.split("\0")) {
    const [, mode, id = "", name = ""] = /^(\d+) \w+ (\w+)\t(.+)$/s.exec(line) ?? [];
    if (mode === undefined) continue;
    const path = posix.join(module, name);
    for (const folder of foldersOf(path)) folders.add(folder);
    if (mode === LINK) targets.push({ id, path });
    else if (mode === SUBMODULE) submodules.set(path, id);
    else files.set(path, { id, module, commit });
  }
  const contents = await readBlobs(context, join(top, module), targets, "plain");
  for (const [i, { path }] of targets.entries()) links.set(path, contents[i]?.toString("utf8") ?? "");
}

/** Reads a submodule at the commit that the repository's names. */
async function openSubmodule(entries: Entries, path: string, commit: string): Promise<void> {
  const { top, asked, submodules, folders } = entries;
  submodules.delete(path);
  folders.add(path);
  const isHere = existsSync(join(top, path, ".git"));
  try {
    if (isHere) return await addFiles(entries, path, commit);
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
  }
  const fetch = isHere ? `git -C ${path} fetch origin ${commit}` : `git submodule update --init ${path}`;
  const detail = `Its commit there, ${commit}, is not here: \`${fetch}\`. If there is no such submodule any more, give the earlier version as a file: --base FILE.`;
  throw usageError(`The submodule ${quote(path)} of ${asked} cannot be read`, detail);
}

async function spotAt(entries: Entries, path: string, hops = 0): Promise<Spot | undefined> {
  const { files, links, submodules, folders } = entries;
  const parts = path.split("/").filter((part) => part !== "" && part !== ".");
  for (let length = 1; length <= parts.length; length += 1) {
    const here = parts.slice(0, length).join("/");
    const submodule = submodules.get(here);
    if (submodule !== undefined) await openSubmodule(entries, here, submodule);
    const target = links.get(here);
    if (target !== undefined) {
      const next = posix.join(posix.dirname(here), target, ...parts.slice(length));
      const isOut = posix.isAbsolute(target) || next.split("/")[0] === "..";
      return isOut || hops === MOST_LINKS ? undefined : await spotAt(entries, next, hops + 1);
    }
  }
  const whole = parts.join("/");
  if (files.has(whole)) return { kind: "file", path: whole };
  return folders.has(whole) ? { kind: "folder", path: whole } : undefined;
}

async function addBelow(
  entries: Entries,
  { folder, named }: { readonly folder: string; readonly named: string },
  found: Map<string, string>,
  seen: Set<string>,
): Promise<void> {
  if (seen.has(folder)) return;
  seen.add(folder);
  const { files, links, submodules } = entries;
  const isBelow = (path: string): boolean => folder === "" || path.startsWith(`${folder}/`);
  for (const [path, commit] of submodules) if (isBelow(path)) await openSubmodule(entries, path, commit);
  for (const path of [...files.keys(), ...links.keys()].filter(isBelow).sort()) {
    const name = posix.join(named, posix.relative(folder, path));
    const spot = await spotAt(entries, path);
    if (spot?.kind === "file") found.set(name, spot.path);
    if (spot?.kind === "folder") await addBelow(entries, { folder: spot.path, named: name }, found, seen);
  }
}

async function textsOf(
  { context, top, asked, files }: Entries,
  paths: readonly string[],
): Promise<ReadonlyMap<string, Buffer>> {
  const contents = new Map<string, Buffer>();
  const known = [...new Set(paths)].flatMap((path) => {
    const file = files.get(path);
    return file === undefined ? [] : [{ ...file, path }];
  });
  for (const [module, own] of groupBy(known, (file) => file.module)) {
    const names = own.map(({ id, path }) => ({ id, path: posix.relative(module, path) }));
    const folder = join(top, module);
    const read = await readBlobs(context, folder, names);
    const filtered = names.filter(({ id }, i) => !isContent(id, read[i] ?? NOTHING));
    await assertFiltersKept(gitIn(context, folder), own[0].commit, filtered, asked);
    for (const [i, { path }] of own.entries()) contents.set(path, read[i] ?? NOTHING);
  }
  return contents;
}

/** Git finds filters by the attributes that are here: what an edit of these does to a commit would be no commit's. */
async function assertFiltersKept(
  git: Git,
  commit: string,
  filtered: readonly { readonly path: string }[],
  asked: string,
): Promise<void> {
  const [first] = filtered;
  if (first === undefined) return;
  const folders = new Set(filtered.flatMap(({ path }) => ["", ...foldersOf(path)]));
  const attributes = [...folders].map((folder) => posix.join(folder, ".gitattributes"));
  const edited = await git("diff", "--name-only", commit, "--", ...attributes);
  const added = await git("ls-files", "--others", "--", ...attributes);
  const [file] = (edited + added).split("\n");
  if (file === "") return;
  const detail = `It passes a filter, and ${file} is not what it was there: this edit could choose what it is compared with. Leave the attributes as they were, or name the earlier version as a file: --base FILE.`;
  throw usageError(`${quote(first.path)} of ${asked} cannot be read as it was`, detail);
}

const NOTHING = Buffer.alloc(0);

/** Returns true if a text is what git knows by an id, whatever ends its lines. */
const isContent = (id: string, text: Buffer): boolean =>
  [text, Buffer.from(text.toString("latin1").replaceAll("\r\n", "\n"), "latin1")].some((content) => {
    const hash = createHash(id.length === 40 ? "sha1" : "sha256");
    return hash.update(`blob ${content.length}\0`).update(content).digest("hex") === id;
  });

/** The folders above a path, the nearest one first. */
export function foldersOf(path: string): readonly string[] {
  const above = posix.dirname(path);
  return above === "." ? [] : [above, ...foldersOf(above)];
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
