import { basename, dirname, join } from "node:path";
import { exists } from "../documents/exists.js";
import { makeFolder, setAside, writeOut } from "../documents/write-output.js";
import type { CommandContext } from "../session/context.js";
import { pathsOf } from "../session/load-desired.js";
import type { FileOptions } from "../session/options.js";

const fs = process.getBuiltinModule("node:fs");

/** Options that say where the receipt of a run goes. */
export interface ReceiptOptions extends FileOptions {
  /** A file; `false` for --no-receipt; by default one of its own, beside the file. */
  readonly receipt?: string | false;
  /** The receipt that an undo takes back. */
  readonly receiptFile?: string;
}

/** The file that a run's receipt goes to. */
export interface ReceiptPlace {
  readonly path: string;
  /** Nobody named it, so that it is removed again if nothing was sent. */
  readonly isDefault: boolean;
}

const FOLDER = ".orgform";

/**
 * Prepares the place of a receipt: an earlier one of the same name is kept, and the default folder is made. If something
 * cannot be written, the command ends here, before anything is sent.
 */
export async function openReceiptPlace(
  context: CommandContext,
  options: ReceiptOptions,
  startedAt: Date,
): Promise<ReceiptPlace | undefined> {
  if (options.receipt === false) return undefined;
  if (options.receipt !== undefined) {
    const earlier = await setAside(options.receipt);
    if (earlier !== undefined) context.stderr.write(`The receipt of an earlier run is now ${earlier}\n`);
    return { path: options.receipt, isDefault: false };
  }
  const folder = await folderFor(options);
  await makeFolder(join(folder, "receipts"));
  // Receipts name people, so that they do not go into the repository unless somebody decides so.
  if (!(await exists(join(folder, ".gitignore")))) await writeOut(join(folder, ".gitignore"), "*\n");
  return { path: await freeName(join(folder, "receipts"), startedAt), isDefault: true };
}

/** Beside the file; within a folder of files; for an undo without a file with the receipt that it takes back. */
async function folderFor(options: ReceiptOptions): Promise<string> {
  const [path = ""] = pathsOf(options);
  const isGiven = options.file !== undefined || options.receiptFile === undefined || (await exists(path));
  if (isGiven) {
    const found = await fs.promises.stat(path).catch(() => undefined);
    if (found?.isDirectory()) return join(path, FOLDER);
    // A file that is piped in has no folder.
    return join(found?.isFile() ? dirname(path) : "", FOLDER);
  }
  const folder = dirname(options.receiptFile ?? "");
  const isOurs = basename(folder) === "receipts" && basename(dirname(folder)) === FOLDER;
  return isOurs ? dirname(folder) : join(folder, FOLDER);
}

/** Named after the moment, with no colon in it, which some file systems and artifact stores refuse. */
async function freeName(folder: string, startedAt: Date): Promise<string> {
  const stem = startedAt.toISOString().replaceAll(":", "-");
  for (let number = 1; ; number += 1) {
    const path = join(folder, `${stem}${number === 1 ? "" : `-${number}`}.json`);
    if (!(await exists(path))) return path;
  }
}
