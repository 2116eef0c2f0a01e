import { usageError } from "../context/command-error.js";
import type { CommandContext } from "../context/context.js";
import { assertNew } from "../documents/new-files.js";
import { noteFiles } from "../documents/note-files.js";

/** The paths NAME.html and NAME.csv; an existing one ends the command. */
export async function newPair(context: CommandContext, out: string): Promise<readonly [string, string]> {
  if (out === "") throw usageError("--out is empty", "Name both files without their ending: --out q3.");
  const name = out.replace(/\.(html|csv)$/i, "");
  const pair = [`${name}.html`, `${name}.csv`] as const;
  await noteFiles(context, { written: pair });
  await assertNew(pair);
  return pair;
}
