import fs, { existsSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/** Returns true if a path exists and is visible to this process. */
export async function exists(path: string): Promise<boolean> {
  try {
    await fs.promises.stat(path);
    return true;
  } catch {
    return false;
  }
}

/** The path, with the links in its existing part resolved. */
export function realPath(path: string): string {
  const full = resolve(path);
  try {
    return realpathSync(full);
  } catch {
    const folder = dirname(full);
    return folder === full ? full : join(realPath(folder), basename(full));
  }
}

/** The folder at or above a path that holds a repository's work tree, found without git. */
export function repositoryOf(path: string): string | undefined {
  const search = (folder: string): string | undefined => {
    if (existsSync(join(folder, ".git"))) return folder;
    const above = dirname(folder);
    return above === folder ? undefined : search(above);
  };
  return search(realPath(path));
}
