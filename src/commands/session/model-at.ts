import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ModelDescription } from "../../access/data/model-description.js";
import { count } from "../../util/count.js";
import { visible } from "../../util/escape.js";
import { exists } from "../documents/exists.js";
import { usageError } from "./command-error.js";
import type { CommandContext } from "./context.js";
import { readModelIn } from "./read-model.js";

const { promisify } = process.getBuiltinModule("node:util");

const run = promisify(execFile);

/**
 * A data model at a point: a folder, or else a git revision of `folder`. What cannot be read of it is told on stderr; a
 * model that cannot be read at all ends the command.
 */
export async function modelAt(
  context: CommandContext,
  point: string,
  folder: string | undefined,
): Promise<ModelDescription> {
  if (await exists(point)) return await readTelling(context, point, point);
  if (folder === undefined) {
    const detail =
      "Of a revision, orgform reads the folder that the other --model option names, or else `data_model` of the file. Name a folder.";
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

async function readTelling(
  context: CommandContext,
  folder: string,
  point: string,
): Promise<ModelDescription> {
  const model = await readModelIn(folder);
  if (model.diagnostics.length > 0) {
    const places = count(model.diagnostics.length, "place");
    context.stderr.write(
      `The data model ${visible(point)} cannot be understood in ${places}: ${visible(model.diagnostics[0]?.summary ?? "")}. Answers that depend on it are unclear.\n`,
    );
  }
  return model;
}

/** Writes the folder as the revision has it, through an index of its own: nothing in the repository changes. */
async function checkOut(
  { env }: CommandContext,
  revision: string,
  folder: string,
  place: string,
): Promise<void> {
  const git = async (...args: string[]): Promise<string> => {
    const { stdout } = await run("git", ["-C", folder, ...args], {
      env: { ...env, LC_ALL: "C", GIT_INDEX_FILE: join(place, "index") },
    });
    return stdout.trim();
  };
  try {
    const root = await git("rev-parse", "--show-toplevel");
    const inside = await git("rev-parse", "--show-prefix");
    // An option-like revision must not become an option of git.
    const commit = await git("rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`);
    await git("-C", root, "read-tree", `${commit}:${inside.replace(/\/$/, "")}`);
    await git("-C", root, "checkout-index", "--all", `--prefix=${join(place, "model")}/`);
  } catch (cause) {
    const said = cause instanceof Error && "stderr" in cause ? String(cause.stderr).trim() : "";
    const detail = `It is no folder here, and no revision in the repository of ${visible(folder)} that has that folder${said === "" ? "" : ` (git says: ${visible(said.split("\n").at(-1) ?? "")})`}. In a shallow checkout, fetch it first.`;
    throw usageError(`The data model at ${visible(revision)} cannot be read`, detail);
  }
}
