import fs from "node:fs";
import { nameList } from "../../util/english.js";
import { errorCode } from "../../util/error-code.js";
import { type CommandError, fail, usageError } from "../context/command-error.js";
import type { CommandContext } from "../context/context.js";
import { noteFiles } from "../documents/note-files.js";
import { assertWritable, cannotBeWritten } from "../documents/write-output.js";

/** The page of a review, its list, and the snapshot that both are of. */
type ReviewTexts = Readonly<Record<"html" | "csv" | "json", string>>;

/** The files of a review, which are not there yet. */
interface ReviewFiles {
  readonly paths: readonly string[];
  /** Writes all of them, readable by their owner only, or none. */
  write(texts: ReviewTexts): Promise<void>;
}

const ENDINGS = ["html", "csv", "json"] as const;

/**
 * The files NAME.html, NAME.csv and NAME.json. Ends the command where one of them exists, because what stands in it may be
 * somebody's work, or where none can be written: before a long run, and not after it.
 */
export async function reviewFiles(context: CommandContext, out: string): Promise<ReviewFiles> {
  if (out === "") throw usageError("--out is empty", "Name the files without their ending: --out q3.");
  const name = out.replace(/\.(html|csv|json)$/i, "");
  const files = ENDINGS.map((ending) => ({ ending, path: `${name}.${ending}` }));
  const paths = files.map(({ path }) => path);
  await noteFiles(context, { written: paths });
  const found = await Promise.all(
    paths.map(async (path) => ((await fs.promises.lstat(path).catch(() => undefined)) ? [path] : [])),
  );
  if (found.flat().length > 0) throw alreadyThere(found.flat());
  for (const path of paths) await assertWritable(path);
  return {
    paths,
    async write(texts) {
      const begun: string[] = [];
      for (const { ending, path } of files) {
        try {
          const file = await fs.promises.open(path, "wx", 0o600);
          begun.push(path);
          await file.writeFile(texts[ending]).finally(() => file.close());
        } catch (error) {
          for (const one of begun) await fs.promises.rm(one, { force: true });
          throw errorCode(error) === "EEXIST" ? alreadyThere([path]) : cannotBeWritten(path, error);
        }
      }
    },
  };
}

function alreadyThere(paths: readonly string[]): CommandError {
  const verb = paths.length === 1 ? "exists" : "exist";
  const detail =
    "A review replaces no file, because decisions may stand in it. Give another name with --out.";
  return fail("error", "output", `${nameList(paths)} ${verb} already`, detail);
}
