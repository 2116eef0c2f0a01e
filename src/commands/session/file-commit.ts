import { dirname, relative } from "node:path";
import type { CommandContext } from "../context/context.js";
import { commitAt, type Git, gitOf } from "./git.js";

const HASH_LENGTH = 12;
const yesOrNo = [() => true, () => false] as const;

/** The commit that files were taken from. */
export interface FileCommit {
  readonly commit: string;
  /** True if git does not have one of the files, or anything in the repository was edited since. */
  readonly isEdited: boolean;
}

/** A commit for people, shortened. */
export const commitText = ({ commit, isEdited }: FileCommit): string =>
  `${commit.slice(0, HASH_LENGTH)}${isEdited ? ", with uncommitted edits" : ""}`;

/**
 * The commit that files were taken from. Nothing without git, a repository or a commit: it is for information and decides
 * nothing.
 */
export async function commitOfFiles(
  context: Pick<CommandContext, "env">,
  files: readonly string[],
): Promise<FileCommit | undefined> {
  const [first] = files;
  if (first === undefined) return undefined;
  const folder = dirname(first);
  // The repository's own file monitor is a program: a query must not start it.
  const git = gitOf(context, { GIT_OPTIONAL_LOCKS: "0" });
  const query: Git = (...args) => git("-C", folder, "-c", "core.fsmonitor=false", ...args);
  try {
    const commit = await commitAt(query, "HEAD");
    const paths = files.map((file) => relative(folder, file));
    const areTracked = await query("ls-files", "--error-unmatch", "--", ...paths).then(...yesOrNo);
    const isEdited = !areTracked || (await query("status", "--porcelain", "--untracked-files=no")) !== "";
    return { commit, isEdited };
  } catch {
    return undefined;
  }
}
