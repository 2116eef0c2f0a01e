import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, relative } from "node:path";
import { visible } from "../../util/escape.js";
import { groupBy } from "../../util/group-by.js";
import { type CommandError, usageError } from "../context/command-error.js";
import { type CommandContext, isSwitchedOn } from "../context/context.js";
import { type Git, GitError, gitOf, isCheckout } from "./git.js";

type OfBuildServer = Pick<CommandContext, "env">;

/**
 * Ends the command if a change under review can have brought one of these receipts along, for whoever writes a receipt
 * approves: git tracks it, or a build server runs this and the receipt stands in the checkout. On somebody's own machine
 * a receipt that git does not track was written there.
 */
export async function assertOutsideCheckout(context: OfBuildServer, paths: readonly string[]): Promise<void> {
  for (const [folder, those] of groupBy(paths, dirname)) {
    const place = realpathSync(folder);
    const top = await checkoutOf(context, place);
    const [first = ""] = those;
    if (top === undefined) continue;
    if (isBuildServer(context)) throw approvesNothing(first, "stands in the checkout of the change");
    const tracked = await trackedIn(context, top, place);
    const brought = those.find((path) => tracked.has(basename(path).toLowerCase()));
    if (brought !== undefined) throw approvesNothing(brought, "is tracked by git");
  }
}

/** Ends a run on a build server whose receipt no later run could count on. */
export async function assertReceiptOutsideCheckout(context: OfBuildServer, folder: string): Promise<void> {
  if (!isBuildServer(context)) return;
  const there = existing(folder);
  if ((await checkoutOf(context, there)) !== undefined)
    throw approvesNothing(folder, "stands in the checkout of the change");
}

function approvesNothing(path: string, what: string): CommandError {
  const detail =
    "A receipt is an approval for people who join, and a commit could bring one along. Keep receipts in a folder outside the checkout, and name it with --since and --receipt.";
  return usageError(`${visible(path)} ${what}, so it approves nothing`, detail);
}

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
    // Where git cannot be asked, a folder without a repository above it is all that can be told.
    if (reason === "outside" || (reason === "not-run" && !(await isCheckout(folder)))) return undefined;
    throw untold(folder, error);
  }
}

/** The names of the files in a folder that git tracks, in small letters: some file systems take both for one. */
async function trackedIn(context: OfBuildServer, top: string, folder: string): Promise<ReadonlySet<string>> {
  const path = relative(realpathSync(top), folder);
  const args = ["ls-files", "-z", "--", `:(top,icase,literal)${path}`];
  const listed = await queryIn(
    context,
    top,
  )(...args).catch((error: unknown) => {
    throw untold(folder, error);
  });
  return new Set(listed.split("\0").map((file) => basename(file).toLowerCase()));
}

function queryIn(context: OfBuildServer, folder: string): Git {
  const git = gitOf(context, { GIT_OPTIONAL_LOCKS: "0" });
  // The repository's own file monitor is a program: a query must not start it.
  return (...args) => git("-C", folder, "-c", "core.fsmonitor=false", ...args);
}

function untold(folder: string, error: unknown): CommandError {
  const says = error instanceof GitError ? error.says : String(error);
  const detail = `${visible(says)}. A receipt is an approval for people who join, and a commit could bring one along. Keep receipts in a folder outside the checkout, and name it with --since and --receipt.`;
  return usageError(`Git cannot say whether it tracks the receipts in ${visible(folder)}`, detail);
}
