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
  const { stdout, stderr } = context;
  if (isFile(output)) {
    await writeOut(output, product);
    stderr.write(`Wrote ${visible(output)}${rest}\n`);
    return;
  }
  for (const block of inBlocks(product)) {
    await new Promise<void>((resolve) => {
      stdout.write(block, () => resolve());
    });
    // Its reader went away.
    if (!stdout.writable) return;
  }
}

/** The pieces of a text, many in one write: a long list is never one text, and a write for each entry takes its time. */
function* inBlocks(product: string | Iterable<string>): Generator<string> {
  if (typeof product === "string") return yield product;
  let block = "";
  for (const piece of product) {
    block += piece;
    if (block.length < 65_536) continue;
    yield block;
    block = "";
  }
  yield block;
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
export function writeOut(path: string, product: string | Iterable<string>): Promise<void> {
  return write(path, product, { mode: 0o600 });
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

async function write(
  path: string,
  product: string | Iterable<string>,
  options: { readonly mode?: number },
): Promise<void> {
  try {
    if (!(await isReplaceable(path))) return await fs.promises.writeFile(path, inBlocks(product));
    if (typeof product !== "string") return await writePieces(path, product, options);
    const { default: writeFileAtomic } = await import("write-file-atomic");
    await writeFileAtomic(path, product, options);
  } catch (error) {
    throw cannotBeWritten(path, error);
  }
}

/** Replaces a file by one that was written beside it: the library for this takes whole texts only. */
async function writePieces(
  path: string,
  pieces: Iterable<string>,
  options: { readonly mode?: number },
): Promise<void> {
  const target = await fs.promises.realpath(path).catch(() => path);
  const beside = `${target}.${crypto.randomUUID()}`;
  try {
    await fs.promises.writeFile(beside, inBlocks(pieces), { ...options, flag: "wx", flush: true });
    await fs.promises.rename(beside, target);
  } catch (error) {
    await fs.promises.rm(beside, { force: true });
    throw error;
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
