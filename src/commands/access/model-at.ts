import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, posix } from "node:path";
import type { ModelDescription } from "../../data-model/model-description.js";
import { withAttributeTypes } from "../../data-model/read/attribute-types.js";
import { visible } from "../../util/escape.js";
import { usageError } from "../context/command-error.js";
import type { CommandContext } from "../context/context.js";
import { noteFiles } from "../documents/note-files.js";
import { exists } from "../documents/paths.js";
import { GitError, gitIn } from "../git/git.js";
import { readTree, type Tree, treePathsOf } from "../git/tree.js";
import { baseMeaning, noRevision, unreadable } from "../session/base-name.js";
import { assertWhole } from "../session/load-desired.js";
import { readModelIn, reportUnclear } from "../session/read-model.js";
import { modelTelling, type Session } from "../session/session.js";

/** The data model at both points. */
interface ComparedModels {
  readonly from: ModelDescription;
  readonly to: ModelDescription;
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
  const at = async (option: string, point: string | undefined, other: string | undefined) => {
    if (point === undefined) return await modelTelling(session);
    const asked = `${option} ${point}`;
    const model = await modelAt(session.context, point, asked, await folderOf(other, data_model));
    return withAttributeTypes(model, workspaces);
  };
  if (modelFrom === undefined && modelTo === undefined) {
    const model = await modelTelling(session);
    return model && { from: model, to: model };
  }
  const from = await at("--model-from", modelFrom, modelTo);
  const to = await at("--model-to", modelTo, modelFrom);
  // If the file names no data model, a model that one option gives counts for both points.
  const [one, other] = [from ?? to, to ?? from];
  return one && other && { from: one, to: other };
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
  asked: string,
  folder: string | undefined,
): Promise<ModelDescription> {
  const repository = folder !== undefined && (await exists(folder)) ? folder : ".";
  const { commit, path = folder, isFile } = await baseMeaning(context, point, asked, repository);
  if (isFile) {
    await noteFiles(context, { read: [point] });
    await assertWhole(context, [point]);
    return await readTelling(context, point, point);
  }
  if (path === undefined) {
    const detail =
      "From a git revision, orgform reads the folder that the other --model option names, or else `data_model` of the file. Name a folder.";
    throw usageError(`There is no folder ${visible(point)}`, detail);
  }
  if (commit === undefined) throw await noRevision(context, point, asked);
  const place = await mkdtemp(join(tmpdir(), "orgform-model-"));
  try {
    const model = join(place, "model");
    const root = (await gitIn(context, repository)("rev-parse", "--show-toplevel")).trim();
    const tree = await readTree(context, root, commit, asked);
    const inside = path === folder ? (treePathsOf(root, path)[0] ?? "..") : path;
    const spot = await tree.at(inside);
    if (spot?.kind !== "folder") {
      const detail = `The revision has no folder ${visible(inside)}. Name one of a revision (REF:PATH), or a folder here.`;
      throw usageError(`The data model at ${visible(point)} cannot be read`, detail);
    }
    await writeFolder(tree, spot.path, model);
    return await readTelling(context, model, point, `${point}:${inside}`);
  } catch (cause) {
    throw cause instanceof GitError ? unreadable(asked, cause.says) : cause;
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

/** Writes the YAML files of a folder as a checkout has them. Links stay links: reading says of each whether it counts. */
async function writeFolder(tree: Tree, folder: string, place: string): Promise<void> {
  // Afterwards the tree has the files of submodules, too.
  await tree.below(folder, "");
  const isBelow = (path: string): boolean => folder === "" || path.startsWith(`${folder}/`);
  const texts = await tree.texts(
    [...tree.files.keys()].filter((one) => isBelow(one) && /\.ya?ml$/i.test(one)),
  );
  await mkdir(place);
  for (const path of [...tree.files.keys(), ...tree.links.keys()].filter(isBelow)) {
    const written = join(place, posix.relative(folder, path));
    const [text, target] = [texts.get(path), tree.links.get(path)];
    // The folders of a project count, whatever is in them.
    await mkdir(dirname(written), { recursive: true });
    if (text !== undefined) await writeFile(written, text);
    if (target !== undefined) await symlink(target, written);
  }
}
