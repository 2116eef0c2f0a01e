import { askForFile } from "../../config/text/near-file.js";
import { askFor, quoteAll } from "../../config/text/wording.js";
import { type CommandError, usageError } from "../context/command-error.js";
import type { CommandContext } from "../context/context.js";
import { exists, repositoryOf } from "../documents/paths.js";
import { commitAt, GitError, gitIn } from "../git/git.js";

/** A name that is always a revision, also where a file has it. */
const COMMIT = /^[0-9a-f]{40}([0-9a-f]{24})?$/i;
/** A name that is always a path. */
const PATH = /^\.{0,2}[/\\]|^\.{1,2}$|^[a-z]:[/\\]/i;
/** `REF:PATH`; a colon in braces is the revision's own. */
const PATH_AT = /^((?:[^:{]|\{[^}]*\})+):(.*)$/s;

/** A base by the id of its commit: a name such as HEAD~1 soon means another one. */
export async function fixedBase(context: CommandContext, base: string): Promise<string> {
  const { commit, path } = await baseMeaning(context, base);
  return commit === undefined ? base : [commit, ...(path === undefined ? [] : [path])].join(":");
}

/** The meaning of a name: a commit, perhaps with a path in it, a file or folder, or neither. */
interface BaseMeaning {
  readonly commit?: string | undefined;
  readonly path?: string | undefined;
  readonly isFile: boolean;
}

/**
 * The meaning of a base, or of another name of an earlier version, in the repository of a `folder`; an error where it is
 * both a revision and a file, or where git cannot be asked.
 */
export async function baseMeaning(
  context: CommandContext,
  base: string,
  asked = `--base ${base === "" ? '""' : base}`,
  folder = ".",
): Promise<BaseMeaning> {
  const [, ref = base, path] = PATH_AT.exec(base) ?? [];
  if (PATH.test(base)) return { isFile: await exists(base) };
  const commit = await commitOf(context, folder, ref, asked);
  const isFile = !COMMIT.test(base) && base !== "" && (await exists(base));
  if (commit !== undefined && isFile) throw ambiguous(base, asked);
  return { commit, path, isFile };
}

function ambiguous(base: string, asked: string): CommandError {
  const detail = `There is a revision ${base} in git, and a file or folder ${base} here. Write ./${base} for the file, and for the revision a name that no file has, such as refs/heads/${base} or the commit's id.`;
  return usageError(`${asked} is a revision and a file`, detail);
}

/** The error of a revision that git does not give. */
export function unreadable(asked: string, message: string): CommandError {
  const detail = `git says: ${message || "nothing"}. In a shallow or partial clone, fetch it first: \`${FETCH_ALL}\`.`;
  return usageError(`${asked} cannot be read`, detail);
}

/** The command that brings the history that a shallow clone lacks. */
export const FETCH_ALL = "git fetch --unshallow";

/** The error of a name that is neither a revision nor a file, nor one of the `others` that may stand in its place. */
export async function noRevision(
  context: CommandContext,
  base: string,
  asked: string,
  others: readonly string[] = [],
): Promise<CommandError> {
  if (repositoryOf(".") === undefined)
    return usageError(
      `${asked} is not a file, and this folder is not in a git repository`,
      `${askFor(base, others) || askForFile(base)}Name a file that holds the previous version, or run orgform inside the repository.`,
    );
  const refs = await gitIn(context, ".")("for-each-ref", "--format=%(refname:short)").catch(() => "");
  const names = ["HEAD", ...refs.split("\n").filter((name) => name !== "")];
  const question = askFor(base, [...others, ...names]) || askForFile(base);
  const detail = `There is no such revision in this repository, which has ${quoteAll(names, 4)}, and no such file here. If the clone lacks it: \`${fetchOf(base, await isShallow(context))}\`.`;
  return usageError(`${asked} cannot be read`, question + detail);
}

/** Returns true if the clone lacks a part of the history. */
export const isShallow = async (context: CommandContext): Promise<boolean> =>
  (await gitIn(context, ".")("rev-parse", "--is-shallow-repository")) === "true\n";

/** The command that brings a revision into the clone. */
function fetchOf(base: string, isShallow: boolean): string {
  const [name = ""] = /^[^~^@:]+/.exec(base) ?? [];
  if (/^[0-9a-f]{40,64}$/i.test(name)) return `git fetch origin ${name}`;
  const [, branch] = /^(?:refs\/remotes\/)?origin\/(.+)$/.exec(name) ?? [];
  if (branch !== undefined) return `git fetch origin +refs/heads/${branch}:refs/remotes/origin/${branch}`;
  return isShallow ? FETCH_ALL : "git fetch --all --tags";
}

/**
 * The commit that a revision names, if it names one. Outside a repository it names none; where git cannot be asked
 * about one, a file must not take its place.
 */
async function commitOf(
  context: CommandContext,
  folder: string,
  revision: string,
  asked: string,
): Promise<string | undefined> {
  try {
    return await commitAt(context, folder, revision, asked);
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    const { reason, says } = error;
    if (repositoryOf(folder) === undefined) return undefined;
    if (reason === "refused") throw unreadable(asked, says);
    const file = (await exists(revision)) ? ` For the file of this name, write ./${revision}.` : "";
    const detail = `orgform cannot ask git what the revision is: ${says}.${file}`;
    throw usageError(`${asked} cannot be read`, detail);
  }
}
