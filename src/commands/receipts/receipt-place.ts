import fs from "node:fs";
import { type FileHandle, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Diagnostic } from "../../model/diagnostic.js";
import { errorCode } from "../../util/error-code.js";
import { visible } from "../../util/escape.js";
import { CommandError, fail } from "../context/command-error.js";
import type { CommandContext } from "../context/context.js";
import { pathsOf } from "../context/default-file.js";
import type { SharedOptions } from "../context/options.js";
import { exists } from "../documents/paths.js";
import { cannotBeWritten, makeFolder, writeOut } from "../documents/write-output.js";

/** The open, empty file that a run's receipt goes to. */
interface ReceiptPlace {
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
export async function folderOfFile(options: SharedOptions): Promise<string> {
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

/** A receipt that is being written: a line for each event of its run. */
export interface ReceiptFile {
  readonly path: string;
  /**
   * Adds a line synchronously, so that it is kept if the process is killed; returns false from the first
   * failure on.
   */
  append(line: string): boolean;
  /** The errors since a line could not be added. */
  readonly problems: readonly Diagnostic[];
  /** Makes sure that the lines are on the disk: some file systems say only then that it is full. */
  settle(): void;
  close(): Promise<void>;
}

/** Begins a receipt: its first line is on the disk before anything is sent. If that fails, the command ends here. */
export async function beginReceipt({ path, handle }: ReceiptPlace, firstLine: string): Promise<ReceiptFile> {
  const problems: Diagnostic[] = [];
  const isFile = (await handle.stat()).isFile();
  let length = 0;
  const attempt = (write: () => unknown): boolean => {
    if (problems.length > 0) return false;
    try {
      write();
      return true;
    } catch (error) {
      problems.push(...cannotBeWritten(path, error).diagnostics);
      return false;
    }
  };
  const append = (line: string): boolean => {
    const bytes = Buffer.from(`${line}\n`);
    const isWritten = attempt(() => writeWhole(handle.fd, bytes));
    if (isWritten) length += bytes.length;
    else if (isFile) cutTo(handle.fd, length);
    return isWritten;
  };
  const settle = (): void => void attempt(() => isFile && fs.fsyncSync(handle.fd));
  append(firstLine);
  settle();
  if (problems.length > 0) {
    await handle.close();
    // Nothing was sent, and half a line is no receipt.
    if (isFile) await rm(path, { force: true });
    throw new CommandError("error", problems);
  }
  return {
    path,
    problems,
    append,
    settle,
    close: () => handle.close(),
  };
}

/** A full disk or a pipe may take a part of a text. */
function writeWhole(fd: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += fs.writeSync(fd, bytes, at);
}

/** Removes a partly written line: a receipt has complete lines only. A disk may refuse that, too. */
function cutTo(fd: number, length: number): void {
  try {
    fs.ftruncateSync(fd, length);
  } catch {
    // A failed cut is reported as a line that could not be written.
  }
}

/**
 * Keeps a copy of a file that holds something, under the first name that is free (`receipt.jsonl.1`), and gives that
 * name: a second run must not lose what the first one did.
 */
async function setAside(path: string): Promise<string | undefined> {
  const found = await fs.promises.stat(path).catch(() => undefined);
  if (!found?.isFile() || found.size === 0) return undefined;
  for (let number = 1; ; number += 1) {
    const aside = `${path}.${number}`;
    try {
      await fs.promises.copyFile(path, aside, fs.promises.constants.COPYFILE_EXCL);
      return aside;
    } catch (error) {
      if (errorCode(error) !== "EEXIST") throw cannotBeWritten(aside, error);
    }
  }
}
