import { execFile } from "node:child_process";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { errorCode } from "../../util/error-code.js";
import { isRecord } from "../../util/record.js";
import type { CommandContext } from "../context/context.js";
import { exists } from "../documents/paths.js";

/** Runs git and gives what it prints; rejects with a {@link GitError}. */
export type Git = (...args: readonly string[]) => Promise<string>;

type Env = Pick<CommandContext, "env">;

const run = promisify(execFile);
const MOST_BYTES = 256 * 1024 * 1024;

/** Git in a folder, with the command's environment and another index where one is given; its errors are in English. */
export function gitIn(context: Env, folder: string, index?: string): Git {
  const env = index === undefined ? context.env : { ...context.env, GIT_INDEX_FILE: index };
  return async (...args) => (await runGit({ env }, folder, args)).toString("utf8");
}

async function runGit(
  { env }: Env,
  folder: string,
  args: readonly string[],
  input?: string,
): Promise<Buffer> {
  // The repository's own file monitor is a program: a query must not start it.
  const running = run("git", ["-C", folder, "-c", "core.fsmonitor=false", ...args], {
    env: { ...env, LC_ALL: "C", GIT_OPTIONAL_LOCKS: "0" },
    maxBuffer: MOST_BYTES,
    encoding: "buffer",
  });
  // A git that ends before it has read all says why itself.
  running.child.stdin?.on("error", () => undefined).end(input);
  return await running.then(
    ({ stdout }) => stdout,
    (cause: unknown) => {
      throw gitError(cause);
    },
  );
}

/** The commit that a revision names; rejects where it names none. */
export async function commitAt(git: Git, revision: string): Promise<string> {
  // An option-like revision must not become an option of git.
  const id = await git("rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`);
  return id.trim();
}

/** The contents of files of a repository, by the ids that git gives them, in one run of git. */
export async function readBlobs(
  context: Env,
  root: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Buffer>> {
  const contents = new Map<string, Buffer>();
  if (ids.length === 0) return contents;
  const input = ids.map((id) => `${id}\n`).join("");
  const printed = await runGit(context, root, ["cat-file", "--batch"], input);
  let at = 0;
  for (const id of ids) {
    // `<id> blob <size>`, the content, a line end; `<id> missing` in a clone that lacks it.
    const end = printed.indexOf("\n", at);
    const [, type, size] = printed.toString("latin1", at, end).split(" ");
    if (type !== "blob") throw new GitError("refused", { says: `fatal: there is no content of ${id}` });
    contents.set(id, printed.subarray(end + 1, end + 1 + Number(size)));
    at = end + 2 + Number(size);
  }
  return contents;
}

/**
 * The reason why git gave nothing: it could not be run, it does not read the checkout of another user, there is no
 * repository; or it was asked, and refused.
 */
type GitReason = "not-run" | "not-trusted" | "outside" | "refused";

/** A failure of git. */
export class GitError extends Error {
  override readonly name = "GitError";
  readonly reason: GitReason;
  /** One sentence without a full stop. */
  readonly says: string;
  /** Its exit code, or the system's code where it could not be run. */
  readonly code: string;
  /** The output in spite of the failure. */
  readonly printed: string;

  constructor(reason: GitReason, { says = "", code = "", printed = "" }) {
    super(says);
    this.reason = reason;
    this.says = says;
    this.code = code;
    this.printed = printed;
  }
}

function gitError(cause: unknown): GitError {
  const { stderr, stdout } = isRecord(cause) ? cause : {};
  const code = errorCode(cause);
  const printed = String(stdout ?? "");
  const lines = String(stderr ?? "")
    .split("\n")
    .flatMap((line) => line.trim() || []);
  const has = (text: string) => lines.some((line) => line.includes(text));
  if (code === "ENOENT")
    return new GitError("not-run", { code, says: "git is not installed, or not on PATH" });
  if (/^E[A-Z]+$/.test(code)) return new GitError("not-run", { code, says: `git cannot be run (${code})` });
  if (has("dubious ownership")) {
    const command = lines.find((line) => line.startsWith("git config"));
    const way = command === undefined ? "" : `. If you trust it: \`${command}\``;
    const says = `git does not read this checkout, because it belongs to another user${way}`;
    return new GitError("not-trusted", { code, says });
  }
  const says = lines.find((line) => /^(fatal|error):/.test(line)) ?? lines.at(-1) ?? "";
  return new GitError(has("not a git repository") ? "outside" : "refused", { code, says, printed });
}

/** Returns true if a folder, or one above it, looks like a checkout, checked without git. */
export async function isCheckout(folder: string): Promise<boolean> {
  if (await exists(join(folder, ".git"))) return true;
  const above = dirname(folder);
  return above !== folder && (await isCheckout(above));
}
