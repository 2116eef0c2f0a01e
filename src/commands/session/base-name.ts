import { resolve } from "node:path";
import { askForFile } from "../../config/text/near-file.js";
import { askFor, quoteAll } from "../../config/text/wording.js";
import { type CommandError, usageError } from "../context/command-error.js";
import type { CommandContext } from "../context/context.js";
import { exists } from "../documents/paths.js";
import { commitAt, GitError, gitIn, isCheckout } from "../git/git.js";

/** A name that is always a revision, also where a file has it. */
const COMMIT = /^[0-9a-f]{40}([0-9a-f]{24})?$/i;
/** A name that is always a path. */
const PATH = /^\.{0,2}[/\\]|^\.{1,2}$/;

/** The commit that a base means, where it is a revision. */
export async function commitOfBase(context: CommandContext, base: string): Promise<string | undefined> {
  return (await baseMeaning(context, base)).commit;
}

/** The meaning of a base: a commit, a file or folder, or neither; an error where it is both, or where git cannot be asked. */
export async function baseMeaning(
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

/** The error of a revision that git does not give. */
export function unreadable(asked: string, message: string): CommandError {
  const detail = `git says: ${message || "nothing"}. In a shallow checkout, fetch the revision first.`;
  return usageError(`${asked} cannot be read`, detail);
}

/** The error of a name that is neither a revision nor a file, nor one of the `others` that may stand in its place. */
export async function noRevision(
  context: CommandContext,
  base: string,
  asked: string,
  others: readonly string[] = [],
): Promise<CommandError> {
  const git = gitIn(context, ".");
  const isOutside = await git("rev-parse", "--git-dir").then(
    () => false,
    (error: unknown) => error instanceof GitError && error.reason !== "refused",
  );
  const refs = isOutside ? "" : await git("for-each-ref", "--format=%(refname:short)").catch(() => "");
  const names = ["HEAD", ...refs.split("\n").filter((name) => name !== "")];
  const question = askFor(base, [...others, ...names]) || askForFile(base);
  const detail = isOutside
    ? "Name a file that holds the previous version, or run orgform inside the repository."
    : `There is no such revision in this repository, which has ${quoteAll(names, 4)}, and no such file here. In a shallow checkout, fetch it first.`;
  const summary = isOutside ? "is not a file, and this folder is not in a git repository" : "cannot be read";
  return usageError(`${asked} ${summary}`, question + detail);
}

/**
 * The commit that a revision names, if it names one. Outside a repository it names none; where git cannot be asked
 * about one, a file must not take its place.
 */
async function commitOf(
  context: CommandContext,
  revision: string,
  asked: string,
): Promise<string | undefined> {
  try {
    return await commitAt(gitIn(context, "."), revision);
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    const { code, reason, says } = error;
    if (code === "1" || reason === "outside") return undefined;
    if (reason === "not-run" && !(await isCheckout(resolve(".")))) return undefined;
    if (reason === "refused") throw unreadable(asked, says);
    const file = (await exists(revision)) ? ` For the file of this name, write ./${revision}.` : "";
    const detail = `orgform cannot ask git what the revision is: ${says}.${file}`;
    throw usageError(`${asked} cannot be read`, detail);
  }
}
