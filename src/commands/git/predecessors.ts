import { posix } from "node:path";
import { type Outline, outlineOf } from "../../config/parse/outline.js";
import type { Source } from "../../config/text/source.js";
import { groupBy } from "../../util/collections.js";
import type { CommandContext } from "../context/context.js";
import { FILE_NAMES } from "../context/default-file.js";
import { GitError, gitIn } from "./git.js";
import { renamedFrom } from "./renames.js";
import type { Tree } from "./tree.js";

/** A file that a run reads, and that a commit does not have under that name; without `text` it does not exist. */
export interface MissingFile {
  readonly path: string;
  readonly text?: string;
}

/** The question which files of a commit were what the missing ones are. */
interface PredecessorQuestion {
  readonly context: Pick<CommandContext, "env">;
  readonly tree: Tree;
  readonly root: string;
  readonly commit: string;
  readonly organization: string;
  readonly missing: readonly MissingFile[];
  /** Files of the commit that are read under the names of the run. */
  readonly read: ReadonlySet<string>;
  /** Returns true if the checkout has no file of its own at a path of the commit any more. */
  readonly isGone: (path: string) => boolean;
}

/** The answer. Paths are those of the commit and the checkout. */
export interface Predecessors {
  /** Files that stand for a missing one, and are read with the others. */
  readonly followed: ReadonlyMap<string, readonly string[]>;
  /** Files of the organization that nothing reads, each with the file for which it may have to be read. */
  readonly unread: ReadonlyMap<string, string>;
  /** Missing files for which the commit has nothing. */
  readonly fresh: readonly string[];
}

/**
 * Finds the former names of missing files. A file of the same organization stands for a missing one if it is
 * the other default name, or if it is gone from the checkout and git says that it was renamed, or both
 * declare a thing in common: the parts of a file that was split, and the whole of those that were merged.
 *
 * What does not stand for one, and may, is `unread`: a file of the organization that is gone; one that is
 * still there and has a thing in common with a missing file of which nothing else is known; every one if
 * nothing is read at all. A file without an organization belongs to that of the nearest folder of which the
 * files name one.
 */
export async function findPredecessors(asked: PredecessorQuestion): Promise<Predecessors> {
  const { context, missing, read, isGone } = asked;
  const candidates = withoutCopies(candidatesOf(await filesOfFormat(asked), asked.organization), read);
  const gone = candidates.filter(({ path }) => isGone(path));
  const here = missing.flatMap(({ path, text }) => (text === undefined ? [] : [[path, text] as const]));
  const renames = await renamedFrom(
    context,
    new Map(gone.map(({ path, text }) => [path, text])),
    new Map(here),
  );
  const outlines = new Map(here.map(([path, text]) => [path, outlineOf({ filename: path, text })]));
  const isCommon = (path: string, candidate: Candidate) =>
    haveInCommon(outlines.get(path), candidate.outline);
  const replaces = (path: string, candidate: Candidate): boolean =>
    isOtherDefault(path, candidate.path) ||
    (gone.includes(candidate) && (renames.get(path) === candidate.path || isCommon(path, candidate)));

  const followed = new Map(
    missing.flatMap(({ path }): [string, readonly string[]][] => {
      const found = candidates.filter((one) => replaces(path, one)).map((one) => one.path);
      return found.length === 0 ? [] : [[path, found]];
    }),
  );
  const all = new Set([...read, ...[...followed.values()].flat()]);
  const unknown = missing.flatMap(({ path }) =>
    followed.has(path) || candidates.some((one) => read.has(one.path) && isCommon(path, one)) ? [] : [path],
  );
  const [first = ""] = unknown.length === 0 ? missing.map(({ path }) => path) : unknown;
  const unread = new Map<string, string>();
  for (const candidate of candidates) {
    if (all.has(candidate.path)) continue;
    const related = unknown.find((path) => isCommon(path, candidate));
    const mayCount = candidate.isOurs && (gone.includes(candidate) || all.size === 0);
    if (related !== undefined || mayCount) unread.set(candidate.path, related ?? first);
  }
  return { followed, unread, fresh: unknown.sort() };
}

/** A file of our format that may be of the organization. */
interface Candidate {
  readonly path: string;
  readonly text: string;
  readonly outline: Outline | "broken";
  /** True if it certainly is. */
  readonly isOurs: boolean;
}

type FormatFile = Omit<Candidate, "isOurs">;

/** The commit's files of our format: YAML, and those that end as a missing one does. */
async function filesOfFormat({ context, tree, root, commit, missing, read }: PredecessorQuestion) {
  const endings = new Set([".yaml", ".yml", ...missing.map(({ path }) => posix.extname(path))]);
  const isNamed = (path: string) => read.has(path) || endings.has(posix.extname(path).toLowerCase());
  const pattern = `version["']?[[:space:]]*:`;
  const search = [
    "grep",
    "--no-color",
    "--no-recurse-submodules",
    "--full-name",
    "-laz",
    "-E",
    "-e",
    pattern,
  ];
  const found = await gitIn(context, root)(...search, commit, "--").catch((error: unknown) => {
    if (error instanceof GitError && error.code === "1") return "";
    throw error;
  });
  const paths = found
    .split("\0")
    .map((line) => line.slice(commit.length + 1))
    .filter((path) => path !== "" && isNamed(path));
  const texts = await tree.texts(paths);
  return [...texts].flatMap(([path, bytes]): FormatFile[] => {
    const source: Source = { filename: path, text: bytes.toString("utf8") };
    const outline = outlineOf(source);
    return outline === undefined ? [] : [{ path, text: source.text, outline }];
  });
}

/** The files that are of the organization, or may be. */
function candidatesOf(files: readonly FormatFile[], organization: string): readonly Candidate[] {
  const inFolder = groupBy(files, ({ path }) => posix.dirname(path));
  const idsIn = (folder: string): readonly string[] =>
    (inFolder.get(folder) ?? []).flatMap(({ outline }) => namedBy(outline) ?? []);
  const nearest = (folder: string): readonly string[] => {
    const ids = idsIn(folder);
    return ids.length > 0 || folder === "." ? ids : nearest(posix.dirname(folder));
  };
  return files.flatMap((file): Candidate[] => {
    const { path, text, outline } = file;
    if (outline === "broken") return text.includes(organization) ? [{ ...file, isOurs: true }] : [];
    const id = namedBy(outline);
    // Templates alone may be for several organizations, wherever they are.
    const isShared = [...outline.declares].every((name) => !name.startsWith(WORKSPACES));
    const folder = posix.dirname(path);
    const ids = id === undefined ? (isShared ? idsIn(folder) : nearest(folder)) : [id];
    const isOurs = ids.length > 0 && ids.every((one) => one === organization);
    const maybe = ids.length === 0 || ids.some((one) => one === organization || one.includes("${"));
    return isOurs || maybe ? [{ ...file, isOurs }] : [];
  });
}

/**
 * The candidates without copies, such as examples: a workspace is in one file only, so a file with one that
 * is read already is a copy.
 */
function withoutCopies(candidates: readonly Candidate[], read: ReadonlySet<string>): readonly Candidate[] {
  const workspacesOf = ({ outline }: Candidate) =>
    outline === "broken" ? [] : [...outline.declares].filter((name) => name.startsWith(WORKSPACES));
  const known = new Set(candidates.filter(({ path }) => read.has(path)).flatMap(workspacesOf));
  return candidates.filter((one) => read.has(one.path) || !workspacesOf(one).some((name) => known.has(name)));
}

const WORKSPACES = "workspaces/";

const namedBy = (outline: Outline | "broken"): string | undefined =>
  outline === "broken" ? undefined : outline.organization;

/** Returns true if two files declare a workspace or template in common or, where one declares none, another key. */
function haveInCommon(one: Outline | "broken" | undefined, other: Outline | "broken"): boolean {
  if (one === undefined || one === "broken" || other === "broken") return false;
  const share = (a: ReadonlySet<string>, b: ReadonlySet<string>) => [...a].some((name) => b.has(name));
  const isBare = one.declares.size === 0 || other.declares.size === 0;
  return share(one.declares, other.declares) || (isBare && share(one.keys, other.keys));
}

function isOtherDefault(path: string, other: string): boolean {
  const [name, otherName] = [posix.basename(path), posix.basename(other)];
  const areDefault = [name, otherName].every((one) => FILE_NAMES.some((known) => known === one));
  return areDefault && name !== otherName && posix.dirname(path) === posix.dirname(other);
}
