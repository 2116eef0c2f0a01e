import { execFile, execFileSync } from "node:child_process";
import { realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { type Config, parseConfig } from "../../config/config.js";
import { loadConfig } from "../../config/load-config.js";
import type { Source } from "../../config/parse/source.js";
import { type ListReader, MAX_LIST_BYTES } from "../../config/people/list/list-file.js";
import { listTooLarge, noList } from "../../config/people/list/load-list.js";
import type { VariableValues } from "../../config/substitute/variable-values.js";
import type { DesiredState } from "../../model/state/desired-state.js";
import { isRecord } from "../../util/is-record.js";
import { exists } from "../documents/exists.js";
import { CommandError, usageError } from "./command-error.js";
import type { CommandContext } from "./context.js";
import { pathsOf, variablesOf } from "./load-desired.js";
import type { FileOptions } from "./options.js";

const { promisify } = process.getBuiltinModule("node:util");

const run = promisify(execFile);
/** What pipelines are given as the revision before a branch's first push. */
const NOTHING_BEFORE = /^0{40}(0{24})?$/;
/** What only a revision is called, whatever else has the name. */
const COMMIT = /^[0-9a-f]{40}([0-9a-f]{24})?$/i;
/** What only a file is called. */
const PATH = /^\.{0,2}[/\\]|^\.{1,2}$/;
const MOST_BYTES = 256 * 1024 * 1024;

/** What the file wanted, and the list of people that it took them from. */
export interface Base {
  readonly desired: DesiredState;
  readonly people: Config["people"];
}

/**
 * The file as it was: `base` is a git revision at which the same paths are read, or else a file or folder. A name that
 * is both is an error: the change itself could have added the file, and chosen what it is compared with. A path that
 * did not exist at the revision declares nothing, as in the commit that adds the file; git's null id is no revision at all.
 * `asked` is what messages call the base.
 */
export async function loadBase(
  context: CommandContext,
  base: string,
  options: FileOptions,
  asked = `--base ${base === "" ? '""' : base}`,
): Promise<Base | undefined> {
  if (NOTHING_BEFORE.test(base)) return undefined;
  const values = asItKnewThem(variablesOf(context, options));
  const { commit, isFile } = await meaningOf(context, base, asked);
  if (isFile) {
    const config = await loadConfig([base], values);
    if (config.desired === null) throw new CommandError("error", config.diagnostics);
    return { desired: config.desired, people: config.people };
  }
  if (commit === undefined)
    throw (await isRepository(context))
      ? unreadable(asked, "There is no such revision in this repository")
      : outsideGit(asked);
  const { sources, root } = await readRevision(base, commit, pathsOf(options), asked);
  if (sources.length === 0) return undefined;
  const parsed = parseConfig(sources, values, listsOf(base, commit, root));
  if (parsed.desired === null) throw new CommandError("error", parsed.diagnostics);
  return { desired: parsed.desired, people: parsed.people };
}

/** Whether a base is a file or folder, and no revision; an error where it is both. */
export async function isBaseFile(context: CommandContext, base: string): Promise<boolean> {
  return (await meaningOf(context, base)).isFile;
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
  const detail = `It is no file here, and git says: ${said}. In a shallow checkout, fetch it first.`;
  return usageError(`${asked} cannot be read`, detail);
}

function outsideGit(asked: string): CommandError {
  const detail = "Name a file that holds the previous version, or run orgform inside the repository.";
  return usageError(`${asked} is no file, and this folder is in no git repository`, detail);
}

async function isRepository({ env }: CommandContext): Promise<boolean> {
  return await run("git", ["rev-parse", "--git-dir"], { env: { ...env, LC_ALL: "C" } }).then(
    () => true,
    (error: unknown) => !failureOf(error).stderr.includes("not a git repository"),
  );
}

/** A variable that the edit adds is none of the base; as one of the environment it is not asked for there. */
function asItKnewThem({ variables = {}, environment = {} }: VariableValues): VariableValues {
  const given = Object.entries(variables).map(([name, value]) => [`ORGFORM_VAR_${name}`, value]);
  return { environment: { ...environment, ...Object.fromEntries(given) } };
}

/**
 * The commit that a revision names, if it names one. That there is no git, or no repository, means that it names none;
 * that git could not look must not let a file take its place.
 */
async function commitOf(
  { env }: CommandContext,
  revision: string,
  asked: string,
): Promise<string | undefined> {
  try {
    // An option-like revision must not become an option of git.
    const { stdout } = await run(
      "git",
      ["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`],
      { env: { ...env, LC_ALL: "C" } },
    );
    return stdout.trim();
  } catch (error) {
    const { code, stderr } = failureOf(error);
    if (code === 1 || code === "ENOENT" || stderr.includes("not a git repository")) return undefined;
    throw unreadable(asked, lastLine(stderr));
  }
}

async function readRevision(
  revision: string,
  commit: string,
  paths: readonly string[],
  asked: string,
): Promise<{ readonly sources: readonly Source[]; readonly root: string }> {
  const git = gitFor(asked);
  const root = (await git("rev-parse", "--show-toplevel")).trim();
  const files = new Set<string>();
  for (const path of paths) {
    const inside = relative(root, await realPath(path));
    if (inside === ".." || inside.startsWith(`..${sep}`) || isAbsolute(inside)) {
      throw usageError(`${path} is outside the repository of ${asked}`, "Name a base file instead.");
    }
    const listed = await git("-C", root, "ls-tree", "-r", "-z", "--name-only", commit, "--", inside || ".");
    for (const file of listed.split("\0")) if (file !== "" && isMeant(file, inside)) files.add(file);
  }
  const sources = [...files].map(async (file) => ({
    filename: `${revision}:${file}`,
    path: file,
    text: await git("-C", root, "show", `${commit}:${file}`),
  }));
  return { sources: await Promise.all(sources), root };
}

/** Lists of people as they were: what the revision has of them, or nothing. */
function listsOf(revision: string, commit: string, root: string): ListReader {
  return (path) => {
    const file = isAbsolute(path) ? relative(root, path) : path;
    const filename = `${revision}:${file}`;
    try {
      const bytes = execFileSync("git", ["-C", root, "cat-file", "blob", `${commit}:${file}`], {
        maxBuffer: MAX_LIST_BYTES,
        stdio: ["ignore", "pipe", "ignore"],
      });
      return { filename, bytes };
    } catch (error) {
      return { problem: failureOf(error).code === "ENOBUFS" ? listTooLarge() : noList(filename) };
    }
  };
}

/** Git knows no links on the way to its repository. What the edit removed is still known by its folder. */
async function realPath(path: string): Promise<string> {
  const full = resolve(path);
  return await realpath(full).catch(async () =>
    join(await realpath(dirname(full)).catch(() => dirname(full)), basename(full)),
  );
}

/** As in a folder of files: below what was named, names that start with a dot are left out. */
function isMeant(file: string, named: string): boolean {
  const below = relative(named, file);
  return below === "" || (/\.ya?ml$/i.test(file) && !below.split("/").some((part) => part.startsWith(".")));
}

/** Runs git; what it cannot do is said of what it is asked for. */
function gitFor(asked: string): (...args: string[]) => Promise<string> {
  return async (...args) => {
    try {
      const { stdout } = await run("git", args, { maxBuffer: MOST_BYTES });
      return stdout;
    } catch (error) {
      throw unreadable(asked, lastLine(failureOf(error).stderr));
    }
  };
}

/** How a program failed: its exit code, or why it could not be started. */
function failureOf(error: unknown): { readonly code: unknown; readonly stderr: string } {
  const { code, stderr } = isRecord(error) ? error : {};
  return { code, stderr: String(stderr ?? "") };
}

const lastLine = (text: string): string => text.trim().split("\n").at(-1) || "nothing";
