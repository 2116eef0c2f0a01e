import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ModelDescription } from "../../data-model/model-description.js";
import { count } from "../../util/count.js";
import { visible } from "../../util/escape.js";
import { usageError } from "../context/command-error.js";
import type { CommandContext } from "../context/context.js";
import { exists } from "../documents/exists.js";
import { noteFiles } from "../documents/note-files.js";
import { commitAt, type Git, gitFailure, gitOf } from "../session/git.js";
import { readModelIn } from "../session/read-model.js";

/**
 * A data model at a point: a folder, or else a git revision of `folder`. What cannot be read of it is told on stderr; a
 * model that cannot be read at all ends the command.
 */
export async function modelAt(
  context: CommandContext,
  point: string,
  folder: string | undefined,
): Promise<ModelDescription> {
  if (await exists(point)) {
    await noteFiles(context, { read: [point] });
    return await readTelling(context, point, point);
  }
  if (folder === undefined) {
    const detail =
      "From a git revision, orgform reads the folder that the other --model option names, or else `data_model` of the file. Name a folder.";
    throw usageError(`There is no folder ${visible(point)}`, detail);
  }
  const place = await mkdtemp(join(tmpdir(), "orgform-model-"));
  try {
    await checkOut(context, point, folder, place);
    return await readTelling(context, join(place, "model"), point);
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

/** Findings that leave answers unclear; the others are for `validate`. */
const UNCLEAR: ReadonlySet<string> = new Set(["model-unreadable", "model-refused", "model-duplicate"]);

async function readTelling(
  context: CommandContext,
  folder: string,
  point: string,
): Promise<ModelDescription> {
  const model = await readModelIn(folder);
  const unclear = model.diagnostics.filter(({ code }) => UNCLEAR.has(code));
  if (unclear.length > 0) {
    const places = count(unclear.length, "place");
    context.stderr.write(
      `The data model ${visible(point)} cannot be understood in ${places}: ${visible(unclear[0]?.summary ?? "")}. Answers that depend on it are unclear.\n`,
    );
  }
  return model;
}

/** Writes the folder as the revision has it, through an index of its own: nothing in the repository changes. */
async function checkOut(
  context: CommandContext,
  revision: string,
  folder: string,
  place: string,
): Promise<void> {
  const plain = gitOf(context, { GIT_INDEX_FILE: join(place, "index") });
  const git: Git = (...args) => plain("-C", folder, ...args);
  try {
    const root = (await git("rev-parse", "--show-toplevel")).trim();
    const inside = (await git("rev-parse", "--show-prefix")).trim();
    const commit = await commitAt(git, revision);
    await git("-C", root, "read-tree", `${commit}:${inside.replace(/\/$/, "")}`);
    await git("-C", root, "checkout-index", "--all", `--prefix=${join(place, "model")}/`);
  } catch (cause) {
    const { says } = gitFailure(cause);
    const detail = `It is not a folder here, and not a revision in the repository of ${visible(folder)} that has that folder${says === "" ? "" : ` (git says: ${visible(says)})`}. In a shallow checkout, fetch it first.`;
    throw usageError(`The data model at ${visible(revision)} cannot be read`, detail);
  }
}
