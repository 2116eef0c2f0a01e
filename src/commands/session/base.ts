import { isDeepStrictEqual } from "node:util";
import type { ValidFile } from "../../config/config.js";
import type { VariableValues } from "../../config/substitute/variables.js";
import { quote } from "../../config/text/wording.js";
import type { Address } from "../../model/address.js";
import { type Diagnostic, finding } from "../../model/diagnostic.js";
import type { DesiredState } from "../../model/state/desired-state.js";
import { onlyInBase } from "../../plan/diff/declared.js";
import { count } from "../../util/english.js";
import { usageError } from "../context/command-error.js";
import type { CommandContext } from "../context/context.js";
import { pathsOf } from "../context/default-file.js";
import type { SharedOptions } from "../context/options.js";
import { repositoryOf } from "../documents/paths.js";
import { type Git, GitError, gitIn } from "../git/git.js";
import { baseMeaning, FETCH_ALL, isShallow, noRevision, unreadable } from "./base-name.js";
import { loadPaths, validFile, variablesOf } from "./load-desired.js";
import { assertNotMoved, readVersion, type VersionQuestion } from "./read-version.js";

/** The file as it was, and how it was found. */
export interface Base {
  /** The file in the base; absent if the base does not have it. */
  readonly file?: ValidFile;
  /** The revision that it was read in; absent for a file. */
  readonly revision?: string;
  /** Warnings: what is new, and what the branch lacks. */
  readonly findings: readonly Diagnostic[];
  /** The files that the base lacks, by their paths in the repository. */
  readonly newFiles?: readonly string[];
  /** Lists of which no earlier version is known: they were read from the disk for both. */
  readonly fromDisk?: readonly string[];
  /** Where HEAD does not contain the base: its further commits, and what only they did. */
  readonly ahead?: { readonly commits: number; readonly addresses: readonly Address[] };
}

/** The run that a base is read for. */
interface BaseQuestion {
  readonly base: string;
  readonly options: SharedOptions;
  /** The files as they are now. */
  readonly now: ValidFile;
  /** The name of the base in messages about it, and as their subject. */
  readonly asked?: string;
  readonly called?: string;
  /** Names that may stand in its place, beside revisions and files. */
  readonly others?: readonly string[];
  /** True if what the base has and the file has not counts as removed by an edit. */
  readonly isBeforeEdit?: boolean;
}

/**
 * The file as it was: `base` is a git revision at which the same paths are read, or else a file or folder, or one of a
 * revision (`REF:PATH`). A name that is both is an error: the change itself could have added the file, and chosen what it
 * is compared with.
 */
export async function loadBase(context: CommandContext, question: BaseQuestion): Promise<Base> {
  const { base, options, now, asked = `--base ${base === "" ? '""' : base}` } = question;
  const { called = `The base ${base}` } = question;
  const values = asEnvironment(variablesOf(context, options));
  const { commit, path, isFile } = await baseMeaning(context, base, asked);
  if (isFile) {
    const file = validFile(await loadPaths(context, [base], values, options));
    const fromDisk = file.inputs.filter((path) => now.people?.files.includes(path));
    return { findings: [], file, fromDisk };
  }
  if (commit === undefined) throw await noRevision(context, base, asked, question.others);
  if (path !== undefined && pathsOf(options).length > 1)
    throw usageError(`${asked} is one file, and the run reads several`, "Name a revision alone, or one -f.");
  try {
    const git = gitIn(context, ".");
    const root = repositoryOf(".") ?? ".";
    const name = path === undefined ? base : base.slice(0, -path.length - 1);
    const version: VersionQuestion = { context, options, values, now, root, commit, name, asked, path };
    const read = await readVersion(version);
    const { file, missing, newFiles, fromDisk } = read;
    if (path !== undefined && missing.length > 0)
      throw usageError(`${asked} is nothing`, `The revision ${name} has no ${quote(path)}.`);
    assertNotMoved(read, { ...version, called });
    const fresh = newFiles.map((one) =>
      finding(
        "new-file",
        `${called} has nothing of ${quote(one)}`,
        "All of it counts as new and nothing as removed, and no earlier limits or `protect` apply to it.",
      ),
    );
    const found = { ...(file && { file }), revision: name, findings: fresh, newFiles, fromDisk };
    const commits = question.isBeforeEdit ? Number(await git("rev-list", "--count", `HEAD..${commit}`)) : 0;
    if (commits === 0) return found;
    if (await isShallow(context)) throw tooShort(asked);
    return await withoutOthers(git, found, { ...version, commits, called });
  } catch (cause) {
    throw cause instanceof GitError ? unreadable(asked, cause.says) : cause;
  }
}

const tooShort = (asked: string) =>
  usageError(
    `The history here is too short to tell whether HEAD contains ${asked}`,
    `What only the base has would count as removed by this edit. Fetch the history: \`${FETCH_ALL}\`.`,
  );

/** A base that HEAD does not contain: its things are those of the commit at which the two went apart. */
async function withoutOthers(
  git: Git,
  found: Base,
  question: VersionQuestion & { readonly commits: number; readonly called: string },
): Promise<Base> {
  const { asked, called, commit, commits, name, now } = question;
  const fork = await git("merge-base", "HEAD", commit).catch(() => "");
  const id = fork.trim();
  if (id === "")
    throw usageError(`HEAD and ${asked} have no history in common`, "Name a base that HEAD contains.");
  const earlier = (await readVersion({ ...question, commit: id, name: id.slice(0, 12) })).file;
  const desired = found.file?.desired;
  const addresses =
    desired === undefined || earlier === undefined
      ? []
      : onlyInBase({ now: now.desired, base: desired, fork: earlier.desired });
  const warning = finding(
    "base-ahead",
    `${called} has ${count(commits, "commit")} that this branch does not have`,
    `What only these did is no part of this edit. Plan the result of the merge (\`git merge ${name}\`), or name a base that HEAD contains: --base ${id.slice(0, 12)}. An apply needs --allow base-ahead.`,
  );
  const workspaces = earlier?.desired.workspaces;
  return {
    ...found,
    ...(found.file &&
      desired &&
      workspaces && { file: { ...found.file, desired: { ...desired, workspaces } } }),
    findings: [...found.findings, warning],
    ahead: { commits, addresses },
  };
}

/** Returns true if two versions of a file say the same. */
export function isSameState(one: DesiredState, other: DesiredState): boolean {
  // The folder of the model is a path from where the run began.
  return isDeepStrictEqual({ ...one, data_model: "" }, { ...other, data_model: "" });
}

/** Variables as the environment gives them: a variable that the base does not declare is not an error there. */
function asEnvironment({ variables = {}, environment = {} }: VariableValues): VariableValues {
  const prefixed = Object.entries(variables).map(([name, value]) => [`ORGFORM_VAR_${name}`, value]);
  return { environment: { ...environment, ...Object.fromEntries(prefixed) } };
}
