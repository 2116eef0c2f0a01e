import type { CommandContext } from "../context/context.js";

/**
 * Notes more files that a run reads or writes, which its options do not name, such as the list of people that the file
 * names. Ends the run where it would write over a file that it reads.
 */
export async function noteFiles(
  { files }: CommandContext,
  { read = [], written = [] }: { readonly read?: readonly string[]; readonly written?: readonly string[] },
): Promise<void> {
  for (const path of read) files.read.add(path);
  for (const path of written) files.written.add(path);
  if (files.written.size === 0) return;
  const { assertNoOutputConflicts } = await import("./output-conflicts.js");
  assertNoOutputConflicts([...files.read], [...files.written]);
}
