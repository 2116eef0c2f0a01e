import fs from "node:fs";

/** Returns true if a path exists and is visible to this process. */
export async function exists(path: string): Promise<boolean> {
  try {
    await fs.promises.stat(path);
    return true;
  } catch {
    return false;
  }
}
