import fs from "node:fs";
import { dirname } from "node:path";
import { sandboxNotes } from "../../report/words/as-of.js";
import { errorCode } from "../../util/error-code.js";
import { visible } from "../../util/escape.js";
import { type CommandError, fail } from "../context/command-error.js";
import { type CommandContext, type OutputStyle, outputStyleOf, sandboxOf } from "../context/context.js";
import type { CommonOptions } from "../context/options.js";

/**
 * Prints a command's product, a text or pieces of one, or writes it where `--out` says; then stderr names the file, and
 * `rest` ends the sentence.
 */
export async function writeOutput(
  context: CommandContext,
  output: string | undefined,
  product: string | Iterable<string>,
  rest = ".",
): Promise<void> {
  const pieces = typeof product === "string" ? [product] : product;
  const { stdout, stderr } = context;
  if (isFile(output)) {
    await writeOut(output, [...pieces].join(""));
    stderr.write(`Wrote ${visible(output)}${rest}\n`);
    return;
  }
  for (const piece of pieces) {
    await new Promise<void>((resolve) => {
      stdout.write(piece, () => resolve());
    });
    // Its reader went away.
    if (!stdout.writable) return;
  }
}

/** Returns true if `--out` names something else than stdout. */
export function isFile(output: string | undefined): output is string {
  return output !== undefined && output !== "-";
}

/** The style of a command's product where it goes: in a file without colour, and with the sandbox that it is from. */
export function productStyle(
  context: CommandContext,
  { out, color, full = false }: CommonOptions,
): OutputStyle {
  if (!isFile(out)) return { ...outputStyleOf(context, context.stdout, color), full };
  const closing = sandboxNotes(sandboxOf(context));
  return { ...outputStyleOf(context, context.stdout, false), full, closing };
}

/** The style of a list: only a terminal gets a text in short; a pipe or a file has every line, to be searched. */
export function listStyle(
  context: CommandContext,
  options: CommonOptions & { readonly format?: string },
): OutputStyle {
  const style = productStyle(context, options);
  const isSearched = isFile(options.out) || style.isTerminal !== true;
  return (options.format ?? "text") === "text" && isSearched ? { ...style, full: true } : style;
}

/**
 * Writes a file atomically, readable by its owner only; a link is followed, and its target replaced. A pipe,
 * or a device such as `/dev/null`, is written into and not replaced.
 */
export function writeOut(path: string, text: string): Promise<void> {
  return write(path, text, { mode: 0o600 });
}

/** Ends the command where a product could not be written at its end: before a long run, and not after it. */
export async function assertWritable(path: string): Promise<void> {
  try {
    const found = await fs.promises.stat(path).catch(() => undefined);
    if (found?.isDirectory()) throw Object.assign(new Error("a folder"), { code: "EISDIR" });
    // A file is replaced, which its folder has to allow; a pipe or a device is written into.
    const isReplaced = found === undefined || found.isFile();
    await fs.promises.access(isReplaced ? dirname(path) : path, fs.constants.W_OK);
  } catch (error) {
    throw cannotBeWritten(path, error);
  }
}

/** Makes a folder and the folders above it, where they are missing. */
export async function makeFolder(path: string): Promise<void> {
  try {
    await makeWithParents(path);
  } catch (error) {
    throw cannotBeWritten(path, error);
  }
}

/** Node's own `recursive` never ends below /proc. */
async function makeWithParents(path: string): Promise<void> {
  try {
    await fs.promises.mkdir(path);
  } catch (error) {
    if ((await fs.promises.stat(path).catch(() => undefined))?.isDirectory()) return;
    if (errorCode(error) !== "ENOENT" || dirname(path) === path) throw error;
    await makeWithParents(dirname(path));
    await fs.promises.mkdir(path);
  }
}

/** Writes an existing file atomically and keeps its permissions. */
export function rewrite(path: string, text: string): Promise<void> {
  return write(path, text, {});
}

async function write(path: string, text: string, options: { readonly mode?: number }): Promise<void> {
  try {
    if (!(await isReplaceable(path))) return await fs.promises.writeFile(path, text);
    const { default: writeFileAtomic } = await import("write-file-atomic");
    await writeFileAtomic(path, text, options);
  } catch (error) {
    throw cannotBeWritten(path, error);
  }
}

/** The advice for each code of the system. */
const WAYS_OUT: Readonly<Record<string, (path: string) => string>> = {
  ENOENT: (path) => `There is no folder ${dirname(path)}. Create it, or name another file.`,
  ENOTDIR: (path) => `${dirname(path)} is a file and not a folder. Name another file.`,
  EISDIR: () => "It is a folder. Name a file.",
  EACCES: () => "You may not write there. Change the permissions, or name another file.",
  EPERM: () => "You may not write there. Change the permissions, or name another file.",
  EROFS: () => "The file system is read-only. Name another file.",
  ENOSPC: () => "The disk is full. Free some space, or name a file on another one.",
};

/** The error of a product that cannot be written. */
export function cannotBeWritten(path: string, error: unknown): CommandError {
  const code = errorCode(error) || "unknown";
  return fail(
    "error",
    "output",
    `${path} cannot be written (${code})`,
    WAYS_OUT[code]?.(path) ?? "Check the folder, its permissions and the space on the disk.",
  );
}

/** Returns true for a file, or for nothing yet; also for a folder, because replacing it fails as it should. */
async function isReplaceable(path: string): Promise<boolean> {
  const found = await fs.promises.stat(path).catch(() => undefined);
  return found === undefined || found.isFile() || found.isDirectory();
}
