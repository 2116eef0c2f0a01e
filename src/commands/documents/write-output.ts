import { dirname } from "node:path";
import { errorCode } from "../../util/error-code.js";
import { type CommandError, fail } from "../session/command-error.js";
import { type CommandContext, canRedraw, isInteractive, type Look, lookOf } from "../session/context.js";
import type { CommonOptions } from "../session/options.js";

const fs = process.getBuiltinModule("node:fs");
const { statSync } = fs;

/** Prints a command's product, a long one in a pager where a person reads it, or writes it where `-o` says. */
export async function writeOutput(
  context: CommandContext,
  output: string | undefined,
  text: string,
): Promise<void> {
  if (isFile(output)) return await writeOut(output, text);
  if (await isShownInPager(context, text)) return;
  await new Promise<void>((resolve) => {
    context.stdout.write(text, () => resolve());
  });
}

/** Returns true if `-o` names something else than stdout. */
export function isFile(output: string | undefined): output is string {
  return output !== undefined && output !== "-";
}

/** The look of a command's product where it goes: without colour in a file. */
export function productLook(context: CommandContext, { output, color }: CommonOptions): Look {
  return lookOf(context, context.stdout, isFile(output) ? false : color);
}

async function isShownInPager(context: CommandContext, text: string): Promise<boolean> {
  const { stdout, env } = context;
  if (context.pager === false || !isInteractive(context) || !canRedraw(context, stdout)) return false;
  const { exceedsScreen, pagerOf, showInPager } = await import("../../tui/pager.js");
  if (!exceedsScreen(text, stdout)) return false;
  const pager = pagerOf(env);
  if (pager === undefined) return false;
  let end = () => {};
  // Ctrl-C in a pager ends a search there, and not orgform.
  const restore = context.divertInterrupt((signal) => {
    if (signal === "SIGINT") return "ignored";
    end();
    return "told";
  });
  try {
    return await showInPager(text, pager, env, (endPager) => {
      end = endPager;
    });
  } finally {
    restore();
  }
}

/**
 * Writes a file whole or not at all, readable by its owner only; a link is followed, and what it points to replaced.
 * Something else than a file, such as a pipe or `/dev/null`, is written into and not replaced.
 */
export function writeOut(path: string, text: string): Promise<void> {
  return write(path, text, { mode: 0o600 });
}

/**
 * Writes a file that is written again and again: at once, so that a run that is killed leaves what it knew, and without
 * waiting for the disk. Anything but a file is left alone; a failure is reported at the end of the run.
 */
export async function writeAtOnce(path: string, text: string): Promise<void> {
  const { default: writeFileAtomic } = await import("write-file-atomic");
  try {
    if (statSync(path).isFile()) writeFileAtomic.sync(path, text, { mode: 0o600, fsync: false });
  } catch {
    // The receipt of the whole run is written after this one.
  }
}

/**
 * Keeps a copy of a file that holds something, under the first name that is free (`receipt.json.1`), and gives that
 * name: a second run must not lose the receipt that undoes the first one.
 */
export async function setAside(path: string): Promise<string | undefined> {
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
    if (errorCode(error) !== "ENOENT" || path === "" || dirname(path) === path) throw error;
    await makeWithParents(dirname(path));
    await fs.promises.mkdir(path);
  }
}

/** Writes a file that exists whole or not at all; who may read it stays as it is. */
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
  EISDIR: (path) =>
    path === "" ? "The name is empty; a shell variable may be unset." : "It is a folder. Name a file.",
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
    `${path === "" ? '""' : path} cannot be written (${code})`,
    WAYS_OUT[code]?.(path) ?? "Check the folder, its permissions and the space on the disk.",
  );
}

/** Returns true for a file, or for nothing yet; also for a folder, because replacing it fails as it should. */
async function isReplaceable(path: string): Promise<boolean> {
  const found = await fs.promises.stat(path).catch(() => undefined);
  return found === undefined || found.isFile() || found.isDirectory();
}
