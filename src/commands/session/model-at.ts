import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, isAbsolute, join, posix } from "node:path";
import type { ModelDescription } from "../../data-model/model-description.js";
import { withAttributeTypes } from "../../data-model/read/attribute-types.js";
import { visible } from "../../util/escape.js";
import { usageError } from "../context/command-error.js";
import type { CommandContext } from "../context/context.js";
import { noteFiles } from "../documents/note-files.js";
import { exists, repositoryOf } from "../documents/paths.js";
import { GitError, gitIn } from "../git/git.js";
import { readTree, type Tree, treePathsOf } from "../git/tree.js";
import type { Base } from "./base.js";
import { baseMeaning, noRevision, unreadable } from "./base-name.js";
import { assertWhole } from "./load-desired.js";
import { readModelIn, reportUnclear } from "./read-model.js";

/**
 * The data model that the base names, as it was there; the present one where both are the same files, or where git knows
 * of it at neither side. One that cannot be read ends the command.
 */
export async function modelOfBase(
  context: CommandContext,
  { file, revision }: Base,
  now: ModelDescription | undefined,
): Promise<ModelDescription | undefined> {
  const { data_model: folder, workspaces } = file?.desired ?? {};
  if (folder === undefined || workspaces === undefined) return undefined;
  if (revision !== undefined && (await isElsewhere(context, revision, folder))) return now;
  const model =
    revision === undefined
      ? await readModelIn(folder)
      : await modelAt(context, `${revision}:${folder}`, `the base ${revision}`, undefined);
  const isSame = model.source !== undefined && model.source === now?.source;
  return isSame ? now : withAttributeTypes(model, workspaces);
}

/** Returns true if git knows of a folder neither in a revision nor now. */
async function isElsewhere(context: CommandContext, revision: string, folder: string): Promise<boolean> {
  if (isAbsolute(folder) || folder.startsWith("..")) return true;
  const git = gitIn(context, repositoryOf(".") ?? ".");
  const known = await Promise.all([git("ls-tree", revision, "--", folder), git("ls-files", "--", folder)]);
  return known.every((listed) => listed.trim() === "");
}

/**
 * A data model at a point: a folder, or else a git revision of `folder`. Unreadable parts are reported on
 * stderr; an unreadable model ends the command.
 */
export async function modelAt(
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
    const root = repositoryOf(repository) ?? repository;
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
