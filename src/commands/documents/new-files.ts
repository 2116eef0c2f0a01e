import fs from "node:fs";
import { errorCode } from "../../util/error-code.js";
import { nameList } from "../../util/name-list.js";
import { fail } from "../context/command-error.js";
import { assertWritable, cannotBeWritten } from "./write-output.js";

/**
 * Ends the command where one of these files exists, because what stands in it may be somebody's work, or where none can be
 * written: before a long run, and not after it.
 */
export async function assertNew(paths: readonly string[]): Promise<void> {
  const found = await Promise.all(
    paths.map(async (path) => ((await fs.promises.lstat(path).catch(() => undefined)) ? [path] : [])),
  );
  const taken = found.flat();
  if (taken.length > 0) throw alreadyThere(taken);
  for (const path of paths) await assertWritable(path);
}

/** Writes files that are not there yet, readable by their owner only: all of them, or none. */
export async function writeNew(
  files: readonly { readonly path: string; readonly text: string }[],
): Promise<void> {
  const begun: string[] = [];
  for (const { path, text } of files) {
    try {
      const file = await fs.promises.open(path, "wx", 0o600);
      begun.push(path);
      await file.writeFile(text).finally(() => file.close());
    } catch (error) {
      for (const one of begun) await fs.promises.rm(one, { force: true });
      throw errorCode(error) === "EEXIST" ? alreadyThere([path]) : cannotBeWritten(path, error);
    }
  }
}

function alreadyThere(paths: readonly string[]) {
  const verb = paths.length === 1 ? "exists" : "exist";
  const detail =
    "A review replaces no file, because decisions may stand in it. Give another name with --out.";
  return fail("error", "output", `${nameList(paths)} ${verb} already`, detail);
}
