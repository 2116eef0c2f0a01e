import { execFile, execFileSync } from "node:child_process";
import { errorCode } from "../../util/error-code.js";
import { isRecord } from "../../util/record.js";
import type { CommandContext } from "../context/context.js";

/** Runs git and gives what it prints; rejects with an error that {@link gitFailure} reads. */
export type Git = (...args: readonly string[]) => Promise<string>;

const { promisify } = process.getBuiltinModule("node:util");

const run = promisify(execFile);
const MOST_BYTES = 256 * 1024 * 1024;

/** Git with the command's environment and some more variables; it prints its errors in English. */
export function gitOf(
  { env }: Pick<CommandContext, "env">,
  more: Readonly<Record<string, string>> = {},
): Git {
  return async (...args) => {
    const { stdout } = await run("git", args, {
      env: { ...env, LC_ALL: "C", ...more },
      maxBuffer: MOST_BYTES,
    });
    return stdout;
  };
}

/** The commit that a revision names; rejects where it names none. */
export async function commitAt(git: Git, revision: string): Promise<string> {
  // An option-like revision must not become an option of git.
  const id = await git("rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`);
  return id.trim();
}

/** A file of a commit, at once, because lists are read where nothing waits. Throws what {@link gitFailure} reads. */
export function readBlob(root: string, commit: string, file: string, maxBuffer: number): Buffer {
  return execFileSync("git", ["-C", root, "cat-file", "blob", `${commit}:${file}`], {
    maxBuffer,
    stdio: ["ignore", "pipe", "ignore"],
  });
}

/** A failure of git: its exit code, or the system's code where it could not be run, and the last line that it printed. */
export function gitFailure(error: unknown): {
  readonly code: string;
  readonly says: string;
  readonly isOutside: boolean;
} {
  const printed = isRecord(error) ? String(error.stderr ?? "").trim() : "";
  return {
    code: errorCode(error),
    says: printed.split("\n").at(-1) ?? "",
    isOutside: printed.includes("not a git repository"),
  };
}
