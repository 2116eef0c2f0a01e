import { realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { parseConfig } from "../../config/config.js";
import { loadConfig } from "../../config/load-config.js";
import { type ListReader, MAX_LIST_BYTES } from "../../config/people/list/list-file.js";
import { listTooLarge, noList } from "../../config/people/list/load-list.js";
import { listsFrom } from "../../config/people/list/read-list.js";
import type { VariableValues } from "../../config/substitute/variable-values.js";
import type { Source } from "../../config/text/source.js";
import { type CommandError, usageError } from "../context/command-error.js";
import type { CommandContext } from "../context/context.js";
import { pathsOf } from "../context/default-file.js";
import type { FileOptions } from "../context/options.js";
import { exists } from "../documents/exists.js";
import { noteFiles } from "../documents/note-files.js";
import { commitAt, type Git, gitFailure, gitOf, readBlob } from "./git.js";
import { type LoadedFile, listPlacesOf, validFile, variablesOf } from "./load-desired.js";

/** The revision that pipelines get for the state before the first push of a branch. */
const NOTHING_BEFORE = /^0{40}(0{24})?$/;
/** A name that is always a revision, also where a file has it. */
const COMMIT = /^[0-9a-f]{40}([0-9a-f]{24})?$/i;
/** A name that is always a path. */
const PATH = /^\.{0,2}[/\\]|^\.{1,2}$/;

/**
 * The file as it was: `base` is a git revision at which the same paths are read, or else a file or folder. A name that
 * is both is an error: the change itself could have added the file, and chosen what it is compared with. A path that
 * did not exist at the revision declares nothing, as in the commit that adds the file; git's null id is not a revision.
 * `asked` is what messages call the base.
 */
export async function loadBase(
  context: CommandContext,
  base: string,
  options: FileOptions,
  asked = `--base ${base === "" ? '""' : base}`,
): Promise<LoadedFile | undefined> {
  if (NOTHING_BEFORE.test(base)) return undefined;
  const values = asEnvironment(variablesOf(context, options));
  const { commit, isFile } = await meaningOf(context, base, asked);
  if (isFile) {
    const config = await loadConfig([base], values, listPlacesOf(options));
    await noteFiles(context, { read: [base, ...config.inputs] });
    return validFile(config);
  }
  const git = gitOf(context);
  if (commit === undefined)
    throw (await isRepository(git))
      ? unreadable(asked, "There is no such revision in this repository")
      : outsideGit(asked);
  const telling: Git = (...args) =>
    git(...args).catch((error: unknown) => {
      throw unreadable(asked, gitFailure(error).says);
    });
  const { sources, root } = await readRevision(telling, { revision: base, commit, asked }, pathsOf(options));
  if (sources.length === 0) return undefined;
  return validFile(parseConfig(sources, values, listsFrom(listsOf(base, commit, root))));
}

/** The commit that a base means, where it is a revision. */
export async function commitOfBase(context: CommandContext, base: string): Promise<string | undefined> {
  return (await meaningOf(context, base)).commit;
}

async function meaningOf(
  context: CommandContext,
  base: string,
  asked = `--base ${base}`,
): Promise<{ readonly commit: string | undefined; readonly isFile: boolean }> {
  const commit = PATH.test(base) ? undefined : await commitOf(context, base, asked);
  const isFile = !COMMIT.test(base) && (await exists(base));
  if (commit !== undefined && isFile) throw ambiguous(base, asked);
  return { commit, isFile };
}

function ambiguous(base: string, asked: string): CommandError {
  const detail = `There is a revision ${base} in git, and a file or folder ${base} here. Write ./${base} for the file, and for the revision a name that no file has, such as refs/heads/${base} or the commit's id.`;
  return usageError(`${asked} is a revision and a file`, detail);
}

function unreadable(asked: string, said: string): CommandError {
  const detail = `It is not a file here, and git says: ${said || "nothing"}. In a shallow checkout, fetch it first.`;
  return usageError(`${asked} cannot be read`, detail);
}

function outsideGit(asked: string): CommandError {
  const detail = "Name a file that holds the previous version, or run orgform inside the repository.";
  return usageError(`${asked} is not a file, and this folder is not in a git repository`, detail);
}

async function isRepository(git: Git): Promise<boolean> {
  return await git("rev-parse", "--git-dir").then(
    () => true,
    (error: unknown) => !gitFailure(error).isOutside,
  );
}

/** Variables as the environment gives them: a variable that the base does not declare is not an error there. */
function asEnvironment({ variables = {}, environment = {} }: VariableValues): VariableValues {
  const given = Object.entries(variables).map(([name, value]) => [`ORGFORM_VAR_${name}`, value]);
  return { environment: { ...environment, ...Object.fromEntries(given) } };
}

/**
 * The commit that a revision names, if it names one. Without git, or outside a repository, it names none; where git
 * fails otherwise, a file must not take its place.
 */
async function commitOf(
  context: CommandContext,
  revision: string,
  asked: string,
): Promise<string | undefined> {
  try {
    return await commitAt(gitOf(context), revision);
  } catch (error) {
    const { code, says, isOutside } = gitFailure(error);
    if (code === "1" || code === "ENOENT" || isOutside) return undefined;
    throw unreadable(asked, says);
  }
}

async function readRevision(
  git: Git,
  { revision, commit, asked }: Readonly<Record<"revision" | "commit" | "asked", string>>,
  paths: readonly string[],
): Promise<{ readonly sources: readonly Source[]; readonly root: string }> {
  const root = (await git("rev-parse", "--show-toplevel")).trim();
  const files = new Set<string>();
  for (const path of paths) {
    const inside = relative(root, await realPath(path));
    if (inside === ".." || inside.startsWith(`..${sep}`) || isAbsolute(inside))
      throw usageError(`${path} is outside the repository of ${asked}`, "Name a base file instead.");
    const listed = await git("-C", root, "ls-tree", "-r", "-z", "--name-only", commit, "--", inside || ".");
    for (const file of listed.split("\0")) {
      if (file !== "" && isMeant(file, inside)) files.add(file);
    }
  }
  const sources = [...files].map(async (file) => ({
    filename: `${revision}:${file}`,
    path: file,
    text: await git("-C", root, "show", `${commit}:${file}`),
  }));
  return { sources: await Promise.all(sources), root };
}

/** Lists of people as the commit has them. */
function listsOf(revision: string, commit: string, root: string): ListReader {
  return (path) => {
    const file = isAbsolute(path) ? relative(root, path) : path;
    const filename = `${revision}:${file}`;
    try {
      return { filename, bytes: readBlob(root, commit, file, MAX_LIST_BYTES) };
    } catch (error) {
      return { problem: gitFailure(error).code === "ENOBUFS" ? listTooLarge() : noList(filename) };
    }
  };
}

/** A path without links, which git does not follow to its repository; of a file that was removed, its folder counts. */
async function realPath(path: string): Promise<string> {
  const full = resolve(path);
  return await realpath(full).catch(async () =>
    join(await realpath(dirname(full)).catch(() => dirname(full)), basename(full)),
  );
}

/** Returns true for the file that was named, and below a folder for YAML files without a name that starts with a dot. */
function isMeant(file: string, named: string): boolean {
  const below = relative(named, file);
  return below === "" || (/\.ya?ml$/i.test(file) && !below.split("/").some((part) => part.startsWith(".")));
}
