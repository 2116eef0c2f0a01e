import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { CommandContext } from "../context/context.js";
import { GitError, gitIn } from "./git.js";

/** The contents of files, by path. */
type RenameSide = ReadonlyMap<string, string | Uint8Array>;

/**
 * The files of `gone` that git takes some of `here` for, renamed: new path → old path. Git compares the contents
 * themselves, so that it does not matter whether somebody has added or committed them.
 */
export async function renamedFrom(
  context: Pick<CommandContext, "env">,
  gone: RenameSide,
  here: RenameSide,
): Promise<ReadonlyMap<string, string>> {
  if (gone.size === 0 || here.size === 0) return new Map();
  const place = await mkdtemp(join(tmpdir(), "orgform-renames-"));
  try {
    const [before, after] = [await writeAll(place, "a", gone), await writeAll(place, "b", here)];
    const git = gitIn(context, place);
    const diff = ["diff", "--no-index", "--no-ext-diff", "--no-color", "--name-status", "-M", "-l0", "-z"];
    // It ends with 1 where there are differences.
    const output = await git(...diff, "a", "b").catch((error: unknown) => {
      if (error instanceof GitError && error.code === "1") return error.printed;
      throw error;
    });
    const words = output.split("\0");
    const pairs = words.flatMap((word, i): [string, string][] => {
      const [old, now] = [before.get(words[i + 1] ?? ""), after.get(words[i + 2] ?? "")];
      return /^R\d+$/.test(word) && old !== undefined && now !== undefined ? [[now, old]] : [];
    });
    return new Map(pairs);
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

/** Writes contents into a folder, each into one of its own so that only its name counts: written path → path. */
async function writeAll(
  place: string,
  side: "a" | "b",
  contents: RenameSide,
): Promise<ReadonlyMap<string, string>> {
  const written = new Map<string, string>();
  for (const [path, content] of contents) {
    const own = `${side}/${side}${written.size}`;
    await mkdir(join(place, own), { recursive: true });
    await writeFile(join(place, own, basename(path)), content);
    written.set(`${own}/${basename(path)}`, path);
  }
  return written;
}
