import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { compact } from "../../util/collections.js";
import { nameList } from "../../util/english.js";
import { errorCode } from "../../util/error-code.js";
import { isRecord } from "../../util/record.js";
import { usageError } from "../context/command-error.js";
import type { CommandContext } from "../context/context.js";

/** Runs git and gives what it prints; rejects with a {@link GitError}. */
export type Git = (...args: readonly string[]) => Promise<string>;

type Env = Pick<CommandContext, "env">;

const run = promisify(execFile);
const MOST_BYTES = 256 * 1024 * 1024;

/** Git in a folder, whatever the environment says of the repository around a hook; its errors are in English. */
export function gitIn(context: Env, folder: string): Git {
  return async (...args) => (await runGit(context, folder, args)).stdout.toString("utf8");
}

/** Variables that say which repository is meant, and how paths are: a folder and a path always mean themselves. */
const ELSEWHERE = /^GIT_(DIR|WORK_TREE|COMMON_DIR|INDEX_FILE|OBJECT_DIRECTORY|PREFIX|\w+_PATHSPECS)$/i;
const SETTINGS = {
  LC_ALL: "C",
  GIT_LITERAL_PATHSPECS: "1",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_NO_REPLACE_OBJECTS: "1",
};

async function runGit(
  { env }: Env,
  folder: string,
  args: readonly string[],
  input?: string,
): Promise<{ readonly stdout: Buffer; readonly stderr: Buffer }> {
  const kept = Object.entries(env).filter(([name]) => !ELSEWHERE.test(name));
  // The repository's own file monitor is a program: a query must not start it. A replacement that somebody pushes would
  // stand in the place of a base.
  const running = run("git", ["-C", folder, "-c", "core.fsmonitor=false", ...args], {
    env: { ...Object.fromEntries(kept), ...SETTINGS },
    maxBuffer: MOST_BYTES,
    encoding: "buffer",
  });
  // A git that ends before it has read all says why itself.
  running.child.stdin?.on("error", () => undefined).end(input);
  return await running.catch((cause: unknown) => {
    throw gitError(cause);
  });
}

/**
 * The commit that a revision names, or nothing. It ends the command for what pipelines give where they know none, and for
 * a name that more than one ref has: whoever may push a tag could stand in the place of a branch. `asked` is the option in
 * messages.
 */
export async function commitAt(
  context: Env,
  folder: string,
  revision: string,
  asked: string,
): Promise<string | undefined> {
  if (/^(?:0{7,64})?$/.test(revision)) {
    const detail =
      "It is empty, or git's null id: an undefined variable of the pipeline? A pipeline gives it where it knows no commit before: in a run that was started by hand or on a schedule, and for a new branch. Name the last applied commit.";
    throw usageError(`${asked} names no revision`, detail);
  }
  // An option-like revision must not become an option of git.
  const parse = ["-c", "core.warnAmbiguousRefs=true", "rev-parse", "--verify", "--end-of-options"];
  try {
    const { stdout, stderr } = await runGit(context, folder, [...parse, `${revision}^{commit}`]);
    const commit = stdout.toString("utf8").trim();
    if (/^warning: refname .* is ambiguous/m.test(stderr.toString("utf8")))
      await assertOneRef(gitIn(context, folder), revision, asked, commit);
    return commit;
  } catch (error) {
    if (error instanceof GitError && error.says === "fatal: Needed a single revision") return undefined;
    throw error;
  }
}

/** A full name means itself, whatever else ends with it. */
async function assertOneRef(git: Git, revision: string, asked: string, commit: string): Promise<void> {
  const [name = ""] = /^[^~^@]+/.exec(revision) ?? [];
  const full = ["", "refs/", "refs/tags/", "refs/heads/", "refs/remotes/"].map((place) => place + name);
  const listed = (await git("for-each-ref", "--format=%(refname)", ...full)).split("\n");
  const refs = full.filter((ref) => listed.includes(ref));
  if (name === "" || name === "HEAD" || refs.includes(name)) return;
  const all = refs.length > 1 ? refs : [...refs, commit];
  const detail = `A tag can have the name of a branch, and whoever pushes one would choose what is compared. Write one of them in full, such as ${all.at(-1) ?? ""}.`;
  throw usageError(`${asked} is more than one revision: ${nameList(all)}`, detail);
}

/** A content of a repository: its id in git, and its path, by which git finds its filters. */
interface BlobName {
  readonly id: string;
  readonly path: string;
}

/**
 * Contents of a repository in one run of git, in the order of their names: as a checkout has them, after git's filters,
 * or plain.
 */
export async function readBlobs(
  context: Env,
  root: string,
  names: readonly BlobName[],
  how: "filtered" | "plain" = "filtered",
): Promise<readonly Buffer[]> {
  if (names.length === 0) return [];
  // Git says the size before the filters, so that a mark which no content can know tells where each begins.
  const mark = crypto.randomUUID();
  const isFiltered = how === "filtered";
  const input = names.map(({ id, path }) =>
    isFiltered ? `${id} ${path.replaceAll("\n", " ")}\n` : `${id}\n`,
  );
  const batch = ["cat-file", `--batch=${mark}`, ...(isFiltered ? ["--filters"] : [])];
  const { stdout } = await runGit(context, root, batch, input.join(""));
  const begins: number[] = [];
  for (let at = stdout.indexOf(mark); at >= 0; at = stdout.indexOf(mark, at + mark.length)) begins.push(at);
  // A clone without some contents says in a line of another form that they are missing.
  if (begins.length !== names.length) throw new GitError("refused", "fatal: contents are missing");
  return begins.map((at, i) => stdout.subarray(at + mark.length + 1, (begins[i + 1] ?? stdout.length) - 1));
}

/** A failure of git. */
export class GitError extends Error {
  override readonly name = "GitError";
  /** Why git gave nothing: it could not be run, it does not read the checkout of another user, or it refused. */
  readonly reason: "not-run" | "not-trusted" | "refused";
  /** One sentence without a full stop. */
  readonly says: string;
  /** Its exit code, or the system's code where it could not be run. */
  readonly code: string;

  constructor(reason: GitError["reason"], says: string, code = "") {
    super(says);
    this.reason = reason;
    this.says = says;
    this.code = code;
  }
}

function gitError(cause: unknown): GitError {
  const stderr = isRecord(cause) ? cause.stderr : undefined;
  const code = errorCode(cause);
  const lines = compact(
    String(stderr ?? "")
      .split("\n")
      .map((line) => line.trim()),
  );
  if (code === "ENOENT") return new GitError("not-run", "git is not installed, or not on PATH", code);
  if (/^E[A-Z]+$/.test(code)) return new GitError("not-run", `git cannot be run (${code})`, code);
  if (lines.some((line) => line.includes("dubious ownership"))) {
    const command = lines.find((line) => line.startsWith("git config"));
    const way = command === undefined ? "" : `. If you trust it: \`${command}\``;
    const says = `git does not read this checkout, because it belongs to another user${way}`;
    return new GitError("not-trusted", says, code);
  }
  const says = lines.find((line) => /^(fatal|error):/.test(line)) ?? lines.at(-1) ?? "";
  return new GitError("refused", says, code);
}
