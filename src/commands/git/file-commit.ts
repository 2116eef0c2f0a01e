import { dirname, relative } from "node:path";
import type { CommandContext } from "../context/context.js";
import { commitAt, GitError, gitIn } from "./git.js";

const HASH_LENGTH = 12;

/** The commit that files were taken from. */
interface FileCommit {
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
  context: CommandContext,
  files: readonly string[],
): Promise<FileCommit | undefined> {
  const [first] = files;
  if (first === undefined) return undefined;
  const folder = dirname(first);
  const git = gitIn(context, folder);
  try {
    const commit = await commitAt(context, folder, "HEAD", "HEAD");
    if (commit === undefined) return undefined;
    const paths = files.map((file) => relative(folder, file));
    const areTracked = await git("ls-files", "--error-unmatch", "--", ...paths).then(
      () => true,
      (error: unknown) => {
        if (error instanceof GitError && error.code === "1") return false;
        throw error;
      },
    );
    const isEdited = !areTracked || (await git("status", "--porcelain", "--untracked-files=no")) !== "";
    return { commit, isEdited };
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    return undefined;
  }
}
