import { existsSync, lstatSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { quote } from "../../config/text/wording.js";
import { type Diagnostic, finding } from "../../model/diagnostic.js";
import { groupBy } from "../../util/collections.js";
import { shellWord } from "../../util/escape.js";
import { CommandError, usageError } from "../context/command-error.js";
import type { CommandContext } from "../context/context.js";
import { realPath, repositoryOf } from "../documents/paths.js";
import { GitError, gitIn } from "./git.js";
import { foldersOf, LINK, leadsOut, SUBMODULE, treePath } from "./tree.js";

/** What the index of a repository has and the disk has not; by the way to bring it. */
interface Absent {
  readonly root: string;
  readonly path: string;
  readonly why: "sparse" | "submodule" | "deleted";
}

/** Enough to show what is not read. */
const MOST = 20;

/**
 * Ends the command where git has, at these paths or below them, a file that the run would read and the disk has not: what
 * is not read would count as deleted. Git that refuses to say ends it, too; where git is not installed, stderr says so.
 */
export async function assertAllRead(context: CommandContext, paths: readonly string[]): Promise<void> {
  const real = [...new Set(paths.map(realPath))];
  const absent: Absent[] = [];
  for (const [root, those] of groupBy(real, (path) => repositoryOf(path) ?? ""))
    if (root !== "") absent.push(...(await absentIn(context, root, those)));
  if (absent.length === 0) return;
  const shown = absent.slice(0, MOST + 1).map(problemOf);
  const summary = `And ${absent.length - MOST} more files are not here`;
  throw new CommandError(
    "error",
    shown.map((problem, i) => (i === MOST ? { ...problem, summary } : problem)),
  );
}

async function absentIn(
  context: CommandContext,
  root: string,
  paths: readonly string[],
): Promise<readonly Absent[]> {
  const wanted = paths.map((path) => treePath(relative(root, path)));
  // The nearest folder above a path that is not there may be an empty submodule.
  const above = wanted.flatMap((path, i) => (existsSync(paths[i] ?? "") ? [] : foldersOf(path)));
  const named = wanted.map((path) => path || ".");
  const listed = await gitIn(context, root)("ls-files", "-z", "-t", "-s", "--", ...named, ...above).catch(
    (error: unknown) => {
      if (!(error instanceof GitError)) throw error;
      if (error.code !== "ENOENT")
        throw usageError(
          UNASKED,
          `git: ${error.says}. What is not read would count as deleted. Mend the repository, or remove its .git.`,
        );
      context.stderr.write(`${UNASKED}: ${error.says}.\n`);
      return "";
    },
  );
  const absent: Absent[] = [];
  for (const line of listed.split("\0")) {
    const [, tag, mode, path = ""] = /^(\S) (\d+) \w+ \d\t(.+)$/s.exec(line) ?? [];
    if (mode === undefined || !wanted.some((one) => isPart(path, mode, one))) continue;
    const full = join(root, path);
    if (mode !== SUBMODULE) {
      if (lstatSync(full, { throwIfNoEntry: false }) === undefined)
        absent.push({ root, path, why: tag === "S" ? "sparse" : "deleted" });
    } else if (!existsSync(join(full, ".git"))) absent.push({ root, path, why: "submodule" });
    else absent.push(...(await absentIn(context, full, [full])));
  }
  return absent;
}

/** Returns true if a run that is about `wanted` reads a path of the index, or something in it. */
function isPart(path: string, mode: string, wanted: string): boolean {
  if (path === wanted) return true;
  const below = relative(wanted, path);
  if (leadsOut(below)) return mode === SUBMODULE && wanted.startsWith(`${path}/`);
  const isHidden = treePath(below)
    .split("/")
    .some((part) => part.startsWith("."));
  return !isHidden && (mode === LINK || mode === SUBMODULE || /\.ya?ml$/i.test(path));
}

/** The error, or where git is not installed the remark, that nobody knows what is missing here. */
const UNASKED = "orgform cannot tell whether all files that git has are here";

function problemOf({ root, path, why }: Absent): Diagnostic {
  const here = realPath(".");
  const git = root === here ? "git" : `git -C ${shellWord(relative(here, root) || ".")}`;
  const folder = dirname(path) === "." ? path : dirname(path);
  const bring = {
    sparse: `sparse-checkout add ${shellWord(folder)}`,
    submodule: `submodule update --init ${shellWord(path)}`,
    deleted: `checkout -- ${shellWord(path)}`,
  }[why];
  const words = {
    sparse: "The sparse checkout leaves it out.",
    submodule: "The submodule was not fetched.",
    deleted: "It was deleted from the disk only.",
  }[why];
  return finding(
    "file-not-found",
    `Git has ${quote(path)}, which is not here`,
    `${words} What is not read would count as deleted, with its \`limits\` and \`protect\`. To bring it: \`${git} ${bring}\`. If it is to go: \`${git} rm ${why === "sparse" ? "--sparse " : ""}${shellWord(path)}\`.`,
  );
}
