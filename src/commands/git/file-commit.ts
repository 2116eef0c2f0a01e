import { dirname, relative } from "node:path";
import type { Config } from "../../config/config.js";
import type { CommandContext } from "../context/context.js";
import { realPath } from "../documents/paths.js";
import { commitAt, type Git, GitError, gitIn } from "./git.js";
import { treePath } from "./tree.js";

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
    const inFolder = paths.map((path) => treePath(relative(folder, path)));
    const isEdited =
      !(await hasUnflagged(git, inFolder)) ||
      (await git("status", "--porcelain", "--untracked-files=no")) !== "";
    return { commit, isEdited };
  } catch (error) {
    if (error instanceof GitError) return undefined;
    throw error;
  }
}

/** Returns true if git has the files and folders, and would see an edit of each: a flag can tell it not to look. */
async function hasUnflagged(git: Git, paths: readonly string[]): Promise<boolean> {
  // A path outside of the repository is an error of git's.
  const listed = await git("ls-files", "-cov", "-z", "--", ...paths.map((path) => path || ".")).catch(
    () => "",
  );
  const lines = listed.split("\0").slice(0, -1);
  const isThere = (path: string): boolean =>
    path === "" || lines.some((line) => line === `H ${path}` || line.startsWith(`H ${path}/`));
  // Of a folder, its YAML files are read.
  const isKnown = (line: string): boolean => line.startsWith("H ") || /^\? (?!.*\.ya?ml$)/is.test(line);
  return paths.every(isThere) && lines.every(isKnown);
}
