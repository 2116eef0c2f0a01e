import { execFile } from "node:child_process";
import { dirname, relative } from "node:path";
import type { CommandContext } from "./context.js";

const { promisify } = process.getBuiltinModule("node:util");

const run = promisify(execFile);
const HASH_LENGTH = 12;
const yesOrNo = [() => true, () => false] as const;

/**
 * The commit that files were taken from, shortened, and whether anything in the repository was edited since. Nothing
 * where there is no git, no repository or no commit yet: it is told for information and decides nothing.
 */
export async function commitOfFiles(
  { env }: Pick<CommandContext, "env">,
  files: readonly string[],
): Promise<string | undefined> {
  const [first] = files;
  if (first === undefined) return undefined;
  const folder = dirname(first);
  // The repository's own file monitor is a program: looking must start none.
  const git = async (...args: string[]): Promise<string> => {
    const given = ["-C", folder, "-c", "core.fsmonitor=false", ...args];
    const { stdout } = await run("git", given, { env: { ...env, GIT_OPTIONAL_LOCKS: "0" } });
    return stdout.trim();
  };
  try {
    const head = (await git("rev-parse", "--verify", "HEAD")).slice(0, HASH_LENGTH);
    const paths = files.map((file) => relative(folder, file));
    const areTracked = await git("ls-files", "--error-unmatch", "--", ...paths).then(...yesOrNo);
    const edited = !areTracked || (await git("status", "--porcelain", "--untracked-files=no")) !== "";
    return edited ? `${head}, with uncommitted edits` : head;
  } catch {
    return undefined;
  }
}
