import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A folder that is gone when the test is over. */
export interface Folder {
  readonly path: (name: string) => string;
  read(name: string): Promise<string>;
  /** Writes a file and gives its path. */
  write(name: string, text: string): Promise<string>;
}

export async function openFolder(): Promise<Folder> {
  const root = await mkdtemp(join(tmpdir(), "orgform-"));
  onTestFinished(() => rm(root, { recursive: true }));
  const path = (name: string) => join(root, name);
  return {
    path,
    read: (name) => readFile(path(name), "utf8"),
    async write(name, text) {
      await writeFile(path(name), text);
      return path(name);
    },
  };
}
