import { readFile, stat } from "node:fs/promises";
import { isAbsolute, join, normalize, posix, relative } from "node:path";
import { type Config, parseConfig } from "../../config/config.js";
import { type ListReader, MAX_LIST_BYTES } from "../../config/people/list/list-file.js";
import { listTooLarge, noList } from "../../config/people/list/load-list.js";
import { listsFrom } from "../../config/people/list/read-list.js";
import type { VariableValues } from "../../config/substitute/variable-values.js";
import { error } from "../../config/text/file-diagnostic.js";
import type { Source } from "../../config/text/source.js";
import type { CommandContext } from "../context/context.js";
import { renamedFrom } from "../git/renames.js";
import { leadsOut, type Tree, treePath, treePathsOf } from "../git/tree.js";

/** A commit whose files are read. */
export interface Revision {
  readonly context: Pick<CommandContext, "env">;
  /** Its name in messages. */
  readonly name: string;
  readonly commit: string;
  readonly root: string;
  readonly tree: Tree;
  readonly isGone: (path: string) => boolean;
}

/** Parses files of a commit with their lists of people as the commit has them. A list that git says was renamed is followed. */
export async function parseWithLists(
  revision: Revision,
  sources: readonly Source[],
  values: VariableValues,
): Promise<Config> {
  const known = new Map<string, ReturnType<ListReader>>();
  // Lists are read synchronously: the first round finds which ones there are.
  for (;;) {
    const asked = new Set<string>();
    const reader: ListReader = (path) => {
      const list = known.get(path);
      if (list === undefined) asked.add(path);
      return list ?? { problem: noList(path) };
    };
    const config = parseConfig(sources, values, { lists: listsFrom(reader) });
    if (asked.size === 0) return config;
    for (const path of asked) known.set(path, await listAt(revision, path));
  }
}

async function listAt(revision: Revision, path: string): Promise<ReturnType<ListReader>> {
  const { name, root, tree } = revision;
  const file = treePath(isAbsolute(path) ? relative(root, path) : normalize(path));
  const spot = tree.at(file);
  if (spot?.kind === "submodule")
    return {
      problem: error(
        "file-not-found",
        `The list ${name}:${file} is in the submodule ${spot.path}`,
        "The files of a submodule are in a repository of their own. Give the base as a file: --base FILE.",
      ),
    };
  const old = spot?.kind === "file" ? spot.path : await oldName(revision, file);
  if (old === undefined) return { problem: noList(`${name}:${file}`) };
  const bytes = (await tree.texts([old])).get(old);
  if (bytes === undefined) return { problem: noList(`${name}:${file}`) };
  return bytes.length > MAX_LIST_BYTES ? { problem: listTooLarge() } : { filename: `${name}:${old}`, bytes };
}

/** The path in the commit of a list that git says was renamed. */
async function oldName({ context, root, tree, isGone }: Revision, file: string): Promise<string | undefined> {
  const path = join(root, file);
  const stats = await stat(path).catch(() => undefined);
  if (leadsOut(file) || !stats?.isFile() || stats.size > MAX_LIST_BYTES) return undefined;
  const ending = posix.extname(file);
  const gone = [...tree.files.keys()].filter((path) => posix.extname(path) === ending && isGone(path));
  return (await renamedFrom(context, await tree.texts(gone), new Map([[file, await readFile(path)]]))).get(
    file,
  );
}

/** Lists of people that the run reads and the commit does not have, each with those that the base has instead. */
export function movedLists(
  { name, root, tree }: Revision,
  { now, before }: { readonly now: Config; readonly before: Config },
): ReadonlyMap<string, readonly string[]> {
  const lists = new Map<string, readonly string[]>();
  const names = (now.people?.files ?? []).map((file) => treePathsOf(root, file));
  const read = new Set(names.flat());
  const others = (before.people?.files ?? [])
    .map((file) => file.slice(name.length + 1))
    .filter((file) => !read.has(file));
  for (const own of names) {
    const [file] = own;
    if (file !== undefined && others.length > 0 && own.every((one) => tree.at(one) === undefined))
      lists.set(file, others);
  }
  return lists;
}
