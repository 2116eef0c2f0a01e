import fs from "node:fs";
import { rm } from "node:fs/promises";
import type { Diagnostic } from "../../model/diagnostic.js";
import { CommandError } from "../context/command-error.js";
import { cannotBeWritten } from "../documents/write-output.js";
import type { ReceiptPlace } from "./receipt-place.js";

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
