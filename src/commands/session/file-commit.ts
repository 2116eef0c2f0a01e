import { dirname, relative } from "node:path";
import type { CommandContext } from "./context.js";
import { commitAt, type Git, gitOf } from "./git.js";

const HASH_LENGTH = 12;
const yesOrNo = [() => true, () => false] as const;

/**
 * The commit that files were taken from, shortened, and whether anything in the repository was edited since. Nothing
 * without git, a repository or a commit: it is for information and decides nothing.
 */
export async function commitOfFiles(
  context: Pick<CommandContext, "env">,
  files: readonly string[],
): Promise<string | undefined> {
  const [first] = files;
  if (first === undefined) return undefined;
  const folder = dirname(first);
  // The repository's own file monitor is a program: looking must start none.
  const git = gitOf(context, { GIT_OPTIONAL_LOCKS: "0" });
  const look: Git = (...args) => git("-C", folder, "-c", "core.fsmonitor=false", ...args);
  try {
    const head = (await commitAt(look, "HEAD")).slice(0, HASH_LENGTH);
    const paths = files.map((file) => relative(folder, file));
    const areTracked = await look("ls-files", "--error-unmatch", "--", ...paths).then(...yesOrNo);
    const edited = !areTracked || (await look("status", "--porcelain", "--untracked-files=no")) !== "";
    return edited ? `${head}, with uncommitted edits` : head;
  } catch {
    return undefined;
  }
}
