import fs from "node:fs";
import { nameList } from "../../util/english.js";
import { errorCode } from "../../util/error-code.js";
import { type CommandError, fail, usageError } from "../context/command-error.js";
import type { CommandContext } from "../context/context.js";
import { noteFiles } from "../documents/note-files.js";
import { assertWritable, cannotBeWritten } from "../documents/write-output.js";

/** The page and the list of a review, which are not there yet. */
interface NewPair {
  readonly page: string;
  readonly csv: string;
  /** Writes both, readable by their owner only, or none. */
  write(html: string, csv: string): Promise<void>;
}

/**
 * The files NAME.html and NAME.csv. Ends the command where one of them exists, because what stands in it may be somebody's
 * work, or where none can be written: before a long run, and not after it.
 */
export async function newPair(context: CommandContext, out: string): Promise<NewPair> {
  if (out === "") throw usageError("--out is empty", "Name both files without their ending: --out q3.");
  const name = out.replace(/\.(html|csv)$/i, "");
  const [page, csv] = [`${name}.html`, `${name}.csv`];
  await noteFiles(context, { written: [page, csv] });
  const found = await Promise.all(
    [page, csv].map(async (path) => ((await fs.promises.lstat(path).catch(() => undefined)) ? [path] : [])),
  );
  if (found.flat().length > 0) throw alreadyThere(found.flat());
  for (const path of [page, csv]) await assertWritable(path);
  return {
    page,
    csv,
    write: (html, text) =>
      writeNew(
        new Map([
          [page, html],
          [csv, text],
        ]),
      ),
  };
}

/** Writes files that are not there yet: all of them, or none. */
async function writeNew(files: ReadonlyMap<string, string>): Promise<void> {
  const begun: string[] = [];
  for (const [path, text] of files) {
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

function alreadyThere(paths: readonly string[]): CommandError {
  const verb = paths.length === 1 ? "exists" : "exist";
  const detail =
    "A review replaces no file, because decisions may stand in it. Give another name with --out.";
  return fail("error", "output", `${nameList(paths)} ${verb} already`, detail);
}
