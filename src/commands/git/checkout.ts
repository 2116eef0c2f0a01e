import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, relative, resolve, sep } from "node:path";
import { groupBy } from "../../util/collections.js";
import { visible } from "../../util/escape.js";
import { type CommandError, usageError } from "../context/command-error.js";
import { type CommandContext, isSwitchedOn } from "../context/context.js";
import { type Git, GitError, gitIn, isCheckout } from "./git.js";

type OfBuildServer = Pick<CommandContext, "env">;

/**
 * Ends the command if a change under review can contain one of these receipts, since the author of a receipt
 * approves: git tracks it, or a build server runs this and the receipt stands in the checkout, or below the
 * folder of the file, `source`. On somebody's own machine a receipt that git does not track was written
 * there.
 */
export async function assertOutsideCheckout(
  context: OfBuildServer,
  paths: readonly string[],
  source: string,
): Promise<void> {
  for (const [folder, those] of groupBy(paths, dirname)) {
    const place = realpathSync(folder);
    const top = await checkoutOf(context, place);
    const [first = ""] = those;
    if (isBuildServer(context) && (top !== undefined || isWithin(place, source)))
      throw approvesNothing(first, IN_CHECKOUT);
    if (top === undefined) continue;
    const tracked = await trackedIn(context, top, place);
    const brought = those.find((path) => tracked.has(basename(path).toLowerCase()));
    if (brought !== undefined) throw approvesNothing(brought, "is tracked by git");
  }
}

/** Ends a run on a build server whose receipt no later run could count on. */
export async function assertReceiptOutsideCheckout(
  context: OfBuildServer,
  folder: string,
  source: string,
): Promise<void> {
  if (!isBuildServer(context)) return;
  const there = existing(folder);
  if (isWithin(there, source) || (await checkoutOf(context, there)) !== undefined)
    throw approvesNothing(folder, IN_CHECKOUT);
}

const IN_CHECKOUT = "stands in the checkout of the change";

/** Returns true if a folder is the file's, or below it: a build server may have the files of a change without git's own. */
function isWithin(place: string, source: string): boolean {
  const path = relative(realpathSync(resolve(source)), place);
  return !isAbsolute(path) && path.split(sep)[0] !== "..";
}

const ADVICE =
  "A receipt is an approval for people who join, and a commit could bring one along. Keep receipts in a folder outside the checkout, and name it with --since and --receipt.";

const approvesNothing = (path: string, what: string): CommandError =>
  usageError(`${visible(path)} ${what}, so it approves nothing`, ADVICE);

/** The variables of build servers; most of them set the first one. */
const MARKS = ["CI", "GITHUB_ACTIONS", "GITLAB_CI", "BITBUCKET_BUILD_NUMBER", "TF_BUILD", "JENKINS_URL"];

/** Returns true if a build server runs this. */
const isBuildServer = ({ env }: OfBuildServer): boolean => MARKS.some((name) => isSwitchedOn(env[name]));

/** The folder itself, or the nearest one above it that exists. */
function existing(folder: string): string {
  return existsSync(folder) ? realpathSync(folder) : existing(dirname(folder));
}

/** The top of the work tree that a folder stands in; nothing outside of any. */
async function checkoutOf(context: OfBuildServer, folder: string): Promise<string | undefined> {
  try {
    return (await queryIn(context, folder)("rev-parse", "--show-toplevel")).replace(/\r?\n$/, "");
  } catch (error) {
    const reason = error instanceof GitError ? error.reason : undefined;
    // If git cannot be asked, only the absence of a repository above a folder is certain.
    if (reason === "outside" || (reason === "not-run" && !(await isCheckout(folder)))) return undefined;
    throw untold(folder, error);
  }
}

/** The names of the files in a folder that git tracks, in small letters: some file systems take both for one. */
async function trackedIn(context: OfBuildServer, top: string, folder: string): Promise<ReadonlySet<string>> {
  const path = relative(realpathSync(top), folder);
  const git = queryIn(context, top);
  const listed = await git("ls-files", "-z", "--", `:(top,icase,literal)${path}`).catch((error: unknown) => {
    throw untold(folder, error);
  });
  return new Set(listed.split("\0").map((file) => basename(file).toLowerCase()));
}

/** Git's answers about a folder as it stands, also in a hook, whose variables say which repository it is of. */
function queryIn(context: OfBuildServer, folder: string): Git {
  const plain = Object.entries(context.env).filter(([name]) => !/^GIT_(?!CONFIG)/i.test(name));
  return gitIn({ env: Object.fromEntries(plain) }, folder);
}

function untold(folder: string, error: unknown): CommandError {
  const says = error instanceof GitError ? error.says : String(error);
  const summary = `Git cannot say whether it tracks the receipts in ${visible(folder)}`;
  return usageError(summary, `${visible(says)}. ${ADVICE}`);
}
