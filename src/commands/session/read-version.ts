import { existsSync } from "node:fs";
import { isAbsolute, join, normalize, posix, relative, resolve } from "node:path";
import { type Config, parseConfig, type ValidFile } from "../../config/config.js";
import { type ListReader, MAX_LIST_BYTES } from "../../config/people/list/list-file.js";
import { listReader, listTooLarge, noList } from "../../config/people/list/load-list.js";
import { listsFrom } from "../../config/people/list/read-list.js";
import { readFiles } from "../../config/read-files.js";
import type { VariableValues } from "../../config/substitute/variables.js";
import { entry } from "../../config/text/data.js";
import { quote } from "../../config/text/wording.js";
import { workspaceAddress } from "../../model/address.js";
import { usageError } from "../context/command-error.js";
import type { CommandContext } from "../context/context.js";
import { pathsOf } from "../context/default-file.js";
import type { SharedOptions } from "../context/options.js";
import { gitIn } from "../git/git.js";
import { leadsOut, readTree, type Tree, treePath, treePathsOf } from "../git/tree.js";
import { listPlacesOf, validFile } from "./load-desired.js";

/** The question what a run's files were in a commit. */
export interface VersionQuestion {
  readonly context: CommandContext;
  readonly options: SharedOptions;
  readonly values: VariableValues;
  /** The files as they are now. */
  readonly now: ValidFile;
  /** The top of the repository. */
  readonly root: string;
  readonly commit: string;
  /** Its name before the paths in messages, and as what somebody asked for. */
  readonly name: string;
  readonly asked: string;
  /** The file or folder that takes the place of the one that the run reads. */
  readonly path?: string | undefined;
}

/** The run's files in a commit. */
export interface Version {
  /** Absent if the commit has none of them. */
  readonly file?: ValidFile;
  /** What the run names and the commit does not have, by paths in the repository. */
  readonly missing: readonly string[];
  /** The files that are new, those of a folder that the commit has among them. */
  readonly newFiles: readonly string[];
  /** Lists that git does not know, then or now: they were read from the disk. */
  readonly fromDisk: readonly string[];
  /** Files of the organization in the commit that the disk has no more, where something is missing. */
  readonly gone: readonly string[];
}

/** Reads the same paths in a commit, with their lists as it has them. Nothing is followed to another name. */
export async function readVersion(question: VersionQuestion): Promise<Version> {
  const { context, root, commit, name, asked, now } = question;
  const tree = await readTree(context, root, commit, asked);
  const { read, missing, added } = await filesIn(tree, question);
  const gone = missing.length === 0 ? [] : await goneOf(tree, question, new Set(read.values()));
  const texts = await tree.texts([...read.values()]);
  const sources = [...read].map(([path, at]) => ({
    filename: `${name}:${path}`,
    path,
    text: texts.get(at)?.toString("utf8") ?? "",
  }));
  if (sources.length === 0) return { missing, gone, newFiles: [...missing, ...added.keys()], fromDisk: [] };
  const fromDisk = new Set<string>();
  const config = await parseWithLists(tree, { ...question, sources }, fromDisk);
  const file = validFile(config);
  const known = new Set(file.desired.workspaces.map((one) => one.name));
  const isNew = (filename: string): boolean =>
    now.desired.workspaces.some(
      (one) => !known.has(one.name) && now.locate(workspaceAddress(one.name))?.range.filename === filename,
    );
  const moreFiles = [...added].flatMap(([path, filename]) => (isNew(filename) ? [path] : []));
  return { file, missing, gone, newFiles: [...missing, ...moreFiles].sort(), fromDisk: [...fromDisk] };
}

/** The files to read, each by the path that the run knows; what the commit lacks, and what a folder has in addition. */
async function filesIn(tree: Tree, { options, now, root, asked, path: other }: VersionQuestion) {
  const read = new Map<string, string>();
  const missing = new Set<string>();
  const added = new Map<string, string>();
  const asGit = (path: string): string => (/^\.{1,2}\//.test(path) ? path : join(root, path));
  for (const path of other === undefined ? pathsOf(options) : [asGit(other)]) {
    const names = treePathsOf(root, path);
    const [first] = names;
    if (first === undefined)
      throw usageError(`${path} is outside the repository of ${asked}`, "Name a base file instead.");
    const spots = await Promise.all(names.map((name) => tree.at(name)));
    const spot = spots.find((one) => one !== undefined);
    if (spot?.kind === "file") read.set(first, spot.path);
    if (spot?.kind === "folder")
      for (const [named, at] of await tree.below(spot.path, first))
        if (isNamed(named, first)) read.set(named, at);
    const own = now.sources.filter(({ filename }) => !leadsOut(relative(path, filename)));
    if (spot === undefined && own.length === 0) missing.add(first);
    for (const { filename } of own) {
      const [called = first] = treePathsOf(root, filename);
      if (spot === undefined) missing.add(called);
      else if (spot.kind === "folder" && !read.has(called)) added.set(called, filename);
    }
  }
  return { read, missing: [...missing].sort(), added };
}

/** Returns true below a folder for YAML files without a name that starts with a dot. */
function isNamed(file: string, folder: string): boolean {
  const below = posix.relative(folder, file).split("/");
  return /\.ya?ml$/i.test(file) && !below.some((part) => part.startsWith("."));
}

/** The YAML files of the organization that a commit has and the disk has no more, but for those that the run reads. */
async function goneOf(
  tree: Tree,
  { context, root, now, values }: VersionQuestion,
  read: ReadonlySet<string>,
): Promise<readonly string[]> {
  const absent = [...tree.files.keys()].filter(
    (path) => /\.ya?ml$/i.test(path) && !read.has(path) && !existsSync(join(root, path)),
  );
  if (absent.length === 0) return [];
  // A sparse checkout leaves files out without anybody deleting them.
  const tagged = await gitIn(context, root)("ls-files", "-z", "-t");
  const sparse = new Set(
    tagged.split("\0").flatMap((line) => (line.startsWith("S ") ? [line.slice(2)] : [])),
  );
  const { id } = now.desired.organization;
  const texts = await tree.texts(absent.filter((path) => !sparse.has(path)));
  return [...texts].flatMap(([path, bytes]) => {
    const text = bytes.toString("utf8");
    if (!text.includes(id) && !text.includes("${")) return [];
    const [data] = readFiles([{ filename: path, text }], values).files;
    // What cannot be parsed may be of it.
    const isOurs = data === undefined ? text.includes(id) : entry(entry(data, "organization"), "id") === id;
    return isOurs ? [path] : [];
  });
}

/** Parses files of a commit with their lists of people. */
async function parseWithLists(
  tree: Tree,
  question: VersionQuestion & { readonly sources: Parameters<typeof parseConfig>[0] },
  fromDisk: Set<string>,
): Promise<Config> {
  const known = new Map<string, ReturnType<ListReader>>();
  // Lists are read synchronously: the first round finds which ones there are.
  for (;;) {
    const unknown = new Set<string>();
    const reader: ListReader = (path) => {
      const list = known.get(path);
      if (list === undefined) unknown.add(path);
      return list ?? { problem: noList(path) };
    };
    const config = parseConfig(question.sources, question.values, { lists: listsFrom(reader) });
    if (unknown.size === 0) return config;
    for (const path of unknown) known.set(path, await listAt(tree, question, path, fromDisk));
  }
}

async function listAt(
  tree: Tree,
  { context, options, name, root }: VersionQuestion,
  path: string,
  fromDisk: Set<string>,
): Promise<ReturnType<ListReader>> {
  const full = resolve(root, path);
  const file = isAbsolute(path) ? treePath(relative(root, path)) : treePath(normalize(path));
  const spot = leadsOut(file) ? undefined : await tree.at(file);
  if (spot?.kind === "file") {
    const bytes = (await tree.texts([spot.path])).get(spot.path) ?? Buffer.alloc(0);
    return bytes.length > MAX_LIST_BYTES
      ? { problem: listTooLarge() }
      : { filename: `${name}:${spot.path}`, bytes };
  }
  const isTracked = !leadsOut(file) && (await gitIn(context, root)("ls-files", "-z", "--", file)) !== "";
  if (isTracked) return { problem: noList(`${name}:${file}`) };
  const here = isAbsolute(path) ? path : relative(".", full);
  const { allowOutside } = listPlacesOf(options);
  const list = listReader({ named: pathsOf(options), allowOutside })(here);
  if (!("problem" in list)) fromDisk.add(here);
  return list;
}

/** Ends the command where the edit deletes a file of the organization, and the run reads one that the commit lacks. */
export function assertNotMoved(
  { missing, gone }: Version,
  { options, name, called }: VersionQuestion & { readonly called: string },
): void {
  const [file] = missing;
  const [old, ...others] = gone;
  if (file === undefined || old === undefined) return;
  const all = [old, ...others].map(quote).join(", ");
  const way =
    pathsOf(options).length > 1
      ? "Put the files of the run into a folder in a change of its own, and name that with -f: in a folder, files can be moved."
      : `If one became the other, name the earlier one: --base ${name}:${old}`;
  throw usageError(
    `${called} does not have ${quote(file)}, and this edit deletes ${all} of the same organization`,
    `Compared with nothing, its limits and \`protect\` would not apply, and what it listed would not be removed. ${way}`,
  );
}
