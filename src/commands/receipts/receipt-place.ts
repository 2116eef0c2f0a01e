import fs from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { dirname, join } from "node:path";
import { errorCode } from "../../util/error-code.js";
import { visible } from "../../util/escape.js";
import { fail } from "../context/command-error.js";
import type { CommandContext } from "../context/context.js";
import { pathsOf } from "../context/default-file.js";
import type { SharedOptions } from "../context/options.js";
import { exists } from "../documents/paths.js";
import { cannotBeWritten, makeFolder, setAside, writeOut } from "../documents/write-output.js";

/** The open, empty file that a run's receipt goes to. */
export interface ReceiptPlace {
  readonly path: string;
  readonly handle: FileHandle;
}

const FOLDER = ".orgform";
const OWNER_ONLY = 0o600;

/**
 * Opens the file of a receipt: an earlier one of the same name is kept, and the default folder is made. If something
 * cannot be written, the command ends here, before anything is sent.
 */
export async function openReceiptPlace(
  context: CommandContext,
  options: SharedOptions,
  startedAt: Date,
): Promise<ReceiptPlace> {
  if (typeof options.receipt === "string") {
    const earlier = await setAside(options.receipt);
    if (earlier !== undefined)
      context.stderr.write(`The receipt of an earlier run is now ${visible(earlier)}\n`);
    const handle = await openFile(options.receipt);
    if ((await handle.stat()).isFile()) await handle.chmod(OWNER_ONLY);
    return { path: options.receipt, handle };
  }
  const folder = await defaultFolder(options);
  await makeFolder(folder);
  // Receipts name people, so that they do not go into the repository unless somebody decides so.
  const ignore = join(dirname(folder), ".gitignore");
  if (!(await exists(ignore))) await writeOut(ignore, "*\n");
  return await openNew(folder, startedAt);
}

/**
 * The folder of receipts next to the file, or in a folder of files.
 *
 * @throws CommandError where it is a link, which a repository could lead anywhere.
 */
async function defaultFolder(options: SharedOptions): Promise<string> {
  const parent = join(await folderOfFile(options), FOLDER);
  const folder = join(parent, "receipts");
  for (const path of [parent, folder]) {
    const found = await fs.promises.lstat(path).catch(() => undefined);
    if (!found?.isSymbolicLink()) continue;
    const detail =
      "Receipts hold people and their values, and a link in a repository can lead anywhere. Replace it by a folder, or name a file with --receipt.";
    throw fail("error", "output", `${visible(path)} is a link`, detail);
  }
  return folder;
}

/** The folder that the file stands in, or that is the file. */
async function folderOfFile(options: SharedOptions): Promise<string> {
  const [path = ""] = pathsOf(options);
  const found = await fs.promises.stat(path).catch(() => undefined);
  if (found?.isDirectory()) return path;
  // A file that is piped in has no folder.
  return found?.isFile() ? dirname(path) : "";
}

/** Named after the moment, with no colon in it, which some file systems and artifact stores refuse. */
async function openNew(folder: string, startedAt: Date): Promise<ReceiptPlace> {
  const stem = startedAt.toISOString().replaceAll(":", "-");
  for (let number = 1; ; number += 1) {
    const path = join(folder, `${stem}${number === 1 ? "" : `-${number}`}.jsonl`);
    try {
      return { path, handle: await fs.promises.open(path, "wx", OWNER_ONLY) };
    } catch (error) {
      // Another run of the same moment has it.
      if (errorCode(error) !== "EEXIST") throw cannotBeWritten(path, error);
    }
  }
}

/** A pipe opens once somebody reads from it; the rest of the program goes on until then. */
async function openFile(path: string): Promise<FileHandle> {
  try {
    return await fs.promises.open(path, "w", OWNER_ONLY);
  } catch (error) {
    throw cannotBeWritten(path, error);
  }
}
