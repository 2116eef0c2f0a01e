import { dirname, relative } from "node:path";
import type { Config } from "../../config/config.js";
import type { CommandContext } from "../context/context.js";
import { realPath } from "../documents/paths.js";
import { commitAt, GitError, gitIn } from "./git.js";

const HASH_LENGTH = 12;

/** The commit that files were taken from. */
interface FileCommit {
  readonly commit: string;
  /** True if git does not have one of the files or does not look at it, or anything in the repository was edited since. */
  readonly isEdited: boolean;
}

/** A commit for people, shortened. */
export const commitText = ({ commit, isEdited }: FileCommit): string =>
  `${commit.slice(0, HASH_LENGTH)}${isEdited ? ", with uncommitted edits" : ""}`;

/**
 * The commit that files and what they name were taken from. Nothing without git, a repository or a commit: it is for
 * information and decides nothing.
 */
export async function commitOfFiles(
  context: CommandContext,
  { sources, inputs }: Pick<Config, "sources" | "inputs">,
): Promise<FileCommit | undefined> {
  const paths = [...sources.map(({ filename }) => filename), ...inputs].map(realPath);
  const folder = dirname(paths[0] ?? "");
  const git = gitIn(context, folder);
  try {
    const commit = await commitAt(context, folder, "HEAD", "HEAD");
    if (commit === undefined) return undefined;
    const read = paths.map((path) => relative(folder, path) || ".");
    // What git does not have is an error; a flag can tell it not to look at a file that it has.
    const flags = await git("ls-files", "-v", "--error-unmatch", "--", ...read).catch(() => "?");
    const isEdited =
      /^[^H]/m.test(flags) ||
      /\.ya?ml"?$/im.test(await git("ls-files", "--others", "--", ...read)) ||
      (await git("status", "--porcelain", "--untracked-files=no")) !== "";
    return { commit, isEdited };
  } catch (error) {
    if (error instanceof GitError) return undefined;
    throw error;
  }
}
