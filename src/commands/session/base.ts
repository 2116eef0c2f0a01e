import { realpathSync, statSync } from "node:fs";
import { join, posix, relative, resolve } from "node:path";
import type { ValidFile } from "../../config/config.js";
import { loadConfig } from "../../config/load-config.js";
import type { VariableValues } from "../../config/substitute/variable-values.js";
import type { Diagnostic } from "../../model/diagnostic.js";
import { usageError } from "../context/command-error.js";
import type { CommandContext } from "../context/context.js";
import { pathsOf } from "../context/default-file.js";
import type { SharedOptions } from "../context/options.js";
import { noteFiles } from "../documents/note-files.js";
import { exists, realPath } from "../documents/paths.js";
import { GitError, gitIn } from "../git/git.js";
import { findPredecessors, type MissingFile, type Predecessors } from "../git/predecessors.js";
import { leadsOut, readTree, type Spot, type Tree, treePath, treePathsOf } from "../git/tree.js";
import { assertNothingUnread, baseFindings, type FoundFiles } from "./base-findings.js";
import { movedLists, parseWithLists, type Revision } from "./base-lists.js";
import { baseMeaning, noRevision, unreadable } from "./base-name.js";
import { listPlacesOf, validFile, variablesOf } from "./load-desired.js";

/** The revision that pipelines get for the state before the first push of a branch. */
const NOTHING_BEFORE = /^0{40}(0{24})?$/;

/** The file as it was, and how it was found. */
export interface Base {
  /** The file in the base; absent if the base does not have it. */
  readonly file?: ValidFile;
  /** Warnings: what was read in the place of a file that the base does not have, and what is new. */
  readonly findings: readonly Diagnostic[];
  /** The files that the base lacks, by their paths in the repository. */
  readonly newFiles: readonly string[];
  /** Files of the base that may belong to the run's, and that were allowed not to. */
  readonly leftOut: readonly string[];
}

const NO_BASE: Base = { findings: [], newFiles: [], leftOut: [] };

/** The run that a base is read for. */
interface BaseQuestion {
  readonly base: string;
  readonly options: SharedOptions;
  /** The files as they are now. */
  readonly now: ValidFile;
  /** The name of the base in messages about it, and as their subject. */
  readonly asked?: string;
  readonly called?: string;
  /** Names that may stand in its place, beside revisions and files. */
  readonly others?: readonly string[];
}

/**
 * The file as it was: `base` is a git revision at which the same paths are read, or else a file or folder. A name that
 * is both is an error: the change itself could have added the file, and chosen what it is compared with. What the
 * revision has under another name is followed; git's null id is not a revision.
 */
export async function loadBase(context: CommandContext, question: BaseQuestion): Promise<Base> {
  const { base, options, now, asked = `--base ${base === "" ? '""' : base}` } = question;
  const { called = `The base ${base}` } = question;
  if (NOTHING_BEFORE.test(base)) return NO_BASE;
  const values = asEnvironment(variablesOf(context, options));
  const { commit, isFile } = await baseMeaning(context, base, asked);
  if (isFile) {
    const config = await loadConfig([base], values, listPlacesOf(options));
    await noteFiles(context, { read: [base, ...config.inputs] });
    return { ...NO_BASE, file: validFile(config) };
  }
  if (commit === undefined) throw await noRevision(context, base, asked, question.others);
  try {
    const root = (await gitIn(context, ".")("rev-parse", "--show-toplevel")).trim();
    const tree = await readTree(context, root, commit);
    const isGone = goneFrom(root, now);
    const revision: Revision = { context, name: base, commit, root, tree, isGone };
    const found = await readRevision(revision, question, asked);
    const leftOut = assertNothingUnread(called, found, options.allow);
    if (found.sources.length === 0)
      return { findings: baseFindings(called, found), newFiles: found.fresh, leftOut };
    const config = await parseWithLists(revision, found.sources, values);
    const file = validFile(config);
    const lists = movedLists(revision, { now, before: config });
    const findings = baseFindings(called, found, lists);
    return { file, findings, newFiles: found.fresh, leftOut };
  } catch (cause) {
    throw cause instanceof GitError ? unreadable(asked, cause.says) : cause;
  }
}

/** Variables as the environment gives them: a variable that the base does not declare is not an error there. */
function asEnvironment({ variables = {}, environment = {} }: VariableValues): VariableValues {
  const prefixed = Object.entries(variables).map(([name, value]) => [`ORGFORM_VAR_${name}`, value]);
  return { environment: { ...environment, ...Object.fromEntries(prefixed) } };
}

/** The files of a revision that a run is compared with, and what became of those that it does not find. */
async function readRevision(
  revision: Revision,
  { options, now }: BaseQuestion,
  asked: string,
): Promise<FoundFiles> {
  const { context, name, root, commit, tree, isGone } = revision;
  const read = new Map<string, string>();
  const foreign = new Map<string, string>();
  const missing = new Map<string, MissingFile>();
  // A list in a folder of files is read as a list.
  const lists = new Set(now.inputs.map((path) => resolve(path)));
  for (const path of pathsOf(options)) {
    const names = treePathsOf(root, path);
    const [first] = names;
    if (first === undefined)
      throw usageError(`${path} is outside the repository of ${asked}`, "Name a base file instead.");
    const spot = firstSpot(tree, names);
    if (spot?.kind === "file") read.set(first, spot.path);
    if (spot?.kind === "submodule") foreign.set(spot.path, first);
    for (const one of spot?.kind === "folder" ? tree.below(spot.path, first) : []) {
      if (one.kind === "file" && isNamed(one.named, first)) read.set(one.named, one.path);
      if (one.kind === "submodule" && !(await exists(join(root, one.path)))) foreign.set(one.path, first);
    }
    const sources = now.sources.filter(({ filename }) => isBelow(path, filename));
    if (sources.length === 0 && spot === undefined) missing.set(first, { path: first });
    for (const { filename, text } of sources) {
      if (lists.has(resolve(filename))) continue;
      const [called = first, ...others] = treePathsOf(root, filename);
      const there = firstSpot(tree, [called, ...others]);
      if (there?.kind === "submodule") foreign.set(there.path, called);
      else if (there?.kind !== "file") missing.set(called, { path: called, text });
      else if (![...read.values()].includes(there.path)) read.set(called, there.path);
    }
  }
  const found =
    missing.size === 0
      ? NOTHING_MISSING
      : await findPredecessors({
          context,
          tree,
          root,
          commit,
          organization: now.desired.organization.id,
          missing: [...missing.values()],
          read: new Set(read.values()),
          isGone,
        });
  for (const path of found.fresh) {
    const other = await innerRepository(root, path);
    if (other !== undefined) foreign.set(other, path);
    for (const one of tree.submodules) if (!(await exists(join(root, one)))) foreign.set(one, path);
  }
  const known = new Set(read.values());
  for (const path of [...found.followed.values()].flat()) if (!known.has(path)) read.set(path, path);
  const texts = await tree.texts([...read.values()]);
  const sources = [...read].map(([path, at]) => ({
    filename: `${name}:${path}`,
    path,
    text: texts.get(at)?.toString("utf8") ?? "",
  }));
  return { ...found, foreign, sources };
}

const NOTHING_MISSING: Predecessors = { followed: new Map(), unread: new Map(), fresh: [] };

const isBelow = (folder: string, path: string): boolean => !leadsOut(relative(folder, path));

function firstSpot(tree: Tree, names: readonly string[]): Spot | undefined {
  return names.map((name) => tree.at(name)).find((spot) => spot !== undefined);
}

/** Returns true for the file that was named, and below a folder for YAML files without a name that starts with a dot. */
function isNamed(file: string, named: string): boolean {
  const below = treePath(relative(named, file));
  return below === "" || (/\.ya?ml$/i.test(file) && !below.split("/").some((part) => part.startsWith(".")));
}

/**
 * The test of whether a path of a commit has no file of its own any more: a link to a file of the run is
 * another name of it.
 */
function goneFrom(root: string, { sources }: ValidFile): (path: string) => boolean {
  const ours = new Set(sources.map(({ filename }) => realPath(filename)));
  return (path) => {
    const full = join(root, path);
    if (!statSync(full, { throwIfNoEntry: false })?.isFile()) return true;
    const real = realpathSync(full);
    return real !== full && ours.has(real);
  };
}

/** The repository of a file below this one's root, where it is another one. */
async function innerRepository(root: string, path: string): Promise<string | undefined> {
  const folder = posix.dirname(path);
  if (folder === ".") return undefined;
  return (await exists(join(root, folder, ".git"))) ? folder : await innerRepository(root, folder);
}
