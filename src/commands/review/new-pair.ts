import type { CommandContext } from "../context/context.js";
import { assertNew } from "../documents/new-files.js";
import { noteFiles } from "../documents/note-files.js";

/** The page and the list of a name, none of which is there yet. */
export async function newPair(context: CommandContext, out: string): Promise<readonly [string, string]> {
  const name = out.replace(/\.(html|csv)$/i, "");
  const pair = [`${name}.html`, `${name}.csv`] as const;
  await noteFiles(context, { written: pair });
  await assertNew(pair);
  return pair;
}
