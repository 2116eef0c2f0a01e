import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { listFolder } from "../../config/parse/list-folder.js";
import { quote } from "../../config/text/wording.js";
import type { ModelDescription } from "../../data-model/model-description.js";
import { withAttributeTypes } from "../../data-model/read/attribute-types.js";
import { type Diagnostic, warningOf } from "../../model/diagnostic.js";
import { nameList } from "../../util/english.js";
import { visible } from "../../util/escape.js";
import { usageError } from "../context/command-error.js";
import type { CommandContext } from "../context/context.js";
import { noteFiles } from "../documents/note-files.js";
import { exists } from "../documents/paths.js";
import { commitAt, GitError, gitIn } from "../git/git.js";
import { renamedFrom } from "../git/renames.js";
import { readTree, type Tree, treePath } from "../git/tree.js";
import { readModelIn, reportUnclear } from "../session/read-model.js";
import { modelTelling, type Session } from "../session/session.js";

/** The data model at both points, and warnings about how it was found. */
interface ComparedModels {
  readonly from: ModelDescription;
  readonly to: ModelDescription;
  readonly findings?: readonly Diagnostic[];
}

/** The points of the data model that a comparison is asked for. */
interface ModelPoints {
  readonly modelFrom?: string;
  readonly modelTo?: string;
}

/** The data model at both points: as the options say, else that of the file. */
export async function modelsAtPoints(
  session: Session,
  { modelFrom, modelTo }: ModelPoints,
): Promise<ComparedModels | undefined> {
  const { data_model, workspaces } = (await session.file()).desired;
  const findings: Diagnostic[] = [];
  const at = async (point: string | undefined, other: string | undefined) => {
    if (point === undefined) return await modelTelling(session);
    const found = await modelAt(session.context, point, await folderOf(other, data_model));
    findings.push(...found.findings);
    return withAttributeTypes(found.model, workspaces);
  };
  if (modelFrom === undefined && modelTo === undefined) {
    const model = await modelTelling(session);
    return model && { from: model, to: model };
  }
  const [from, to] = [await at(modelFrom, modelTo), await at(modelTo, modelFrom)];
  // If the file names no data model, a model that one option gives counts for both points.
  const [one, other] = [from ?? to, to ?? from];
  return one && other && { from: one, to: other, findings };
}

/** The folder that a revision is read of. */
async function folderOf(
  other: string | undefined,
  data_model: string | undefined,
): Promise<string | undefined> {
  return other !== undefined && (await exists(other)) ? other : data_model;
}

/**
 * A data model at a point: a folder, or else a git revision of `folder`. Unreadable parts are reported on
 * stderr; an unreadable model ends the command.
 */
async function modelAt(
  context: CommandContext,
  point: string,
  folder: string | undefined,
): Promise<{ readonly model: ModelDescription; readonly findings: readonly Diagnostic[] }> {
  if (await exists(point)) {
    await noteFiles(context, { read: [point] });
    return { model: await readTelling(context, point, point), findings: [] };
  }
  if (folder === undefined) {
    const detail =
      "From a git revision, orgform reads the folder that the other --model option names, or else `data_model` of the file. Name a folder.";
    throw usageError(`There is no folder ${visible(point)}`, detail);
  }
  const place = await mkdtemp(join(tmpdir(), "orgform-model-"));
  try {
    const found = await checkOut(context, point, folder, place);
    const name = `${point}:${found.folder}`;
    return { model: await readTelling(context, join(place, "model"), point, name), findings: found.findings };
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

/** Reads a folder, which messages call as git calls that of a revision: nobody finds the place where it was put. */
async function readTelling(
  context: CommandContext,
  folder: string,
  point: string,
  name = folder,
): Promise<ModelDescription> {
  const model = await readModelIn(folder);
  const named = (text: string): string => text.replaceAll(folder, name);
  const diagnostics = model.diagnostics.map((one) => ({ ...one, summary: named(one.summary) }));
  reportUnclear(context, point, { ...model, diagnostics });
  return model;
}

/** A folder of a revision, and how it was found. */
interface FoundFolder {
  readonly commit: string;
  readonly root: string;
  readonly folder: string;
  readonly findings: readonly Diagnostic[];
}

/** Writes the folder as the revision has it, through an index of its own: nothing in the repository changes. */
async function checkOut(
  context: CommandContext,
  revision: string,
  folder: string,
  place: string,
): Promise<FoundFolder> {
  try {
    const found = await findFolder(context, revision, folder);
    const git = gitIn(context, found.root, join(place, "index"));
    await git("read-tree", `${found.commit}:${found.folder}`);
    await git("checkout-index", "--all", `--prefix=${join(place, "model")}/`);
    return found;
  } catch (cause) {
    if (!(cause instanceof GitError)) throw cause;
    const { reason, says } = cause;
    const detail =
      reason === "not-run" || reason === "not-trusted"
        ? `${visible(says)}.`
        : `It is not a folder here, and not a revision in the repository of ${visible(folder)}${says === "" ? "" : ` (git says: ${visible(says)})`}. In a shallow checkout, fetch it first.`;
    throw usageError(`The data model at ${visible(revision)} cannot be read`, detail);
  }
}

/** The folder in a revision: under its own name, or else under the one that git says its files had there. */
async function findFolder(context: CommandContext, revision: string, folder: string): Promise<FoundFolder> {
  const git = gitIn(context, folder);
  const root = (await git("rev-parse", "--show-toplevel")).trim();
  const inside = (await git("rev-parse", "--show-prefix")).trim().replace(/\/$/, "");
  const commit = await commitAt(git, revision);
  const tree = await readTree(context, root, commit);
  const spot = tree.at(inside);
  const [old, ...others] =
    spot === undefined ? await oldFolders(context, { root, inside, tree }) : [spot.path];
  const summary = `The data model at ${visible(revision)} cannot be read`;
  if (old === undefined || others.length > 0) {
    const why =
      others.length === 0
        ? "git does not say that it was renamed"
        : `its files come from ${visible(nameList([old ?? "", ...others]))}`;
    throw usageError(summary, `The revision does not have ${visible(inside)}, and ${why}. Name a folder.`);
  }
  const submodule = tree.submodules.find((path) => path === old || path.startsWith(`${old}/`));
  if (submodule !== undefined || spot?.kind === "submodule") {
    const detail = `${visible(submodule ?? old)} is a submodule there, whose files are in a repository of their own. Name a folder.`;
    throw usageError(summary, detail);
  }
  const note = `The point ${revision} does not have the folder ${quote(inside)}: ${quote(old)} was read there`;
  return {
    commit,
    root,
    folder: old,
    findings: spot === undefined ? [warningOf("base-followed", note)] : [],
  };
}

/** The folders that the files of a folder were in at a commit, as git says. */
async function oldFolders(
  context: CommandContext,
  { root, inside, tree }: { readonly root: string; readonly inside: string; readonly tree: Tree },
): Promise<readonly string[]> {
  const here = new Map<string, Uint8Array>();
  for (const file of listFolder(join(root, inside), () => undefined))
    here.set(treePath(relative(root, file)), await readFile(file));
  const gone = await Promise.all(
    [...tree.files.keys()].map(async (path) =>
      /\.ya?ml$/i.test(path) && !(await exists(join(root, path))) ? [path] : [],
    ),
  );
  const renames = await renamedFrom(context, await tree.texts(gone.flat()), here);
  const folders = [...renames].map(([file, old]) => {
    const name = file.slice(inside.length);
    return old.endsWith(name) ? old.slice(0, -name.length) : dirname(old);
  });
  return [...new Set(folders)].sort();
}
