import fs from "node:fs";

/** Returns true if there is something at a path, as far as this process may see. */
export async function exists(path: string): Promise<boolean> {
  try {
    await fs.promises.stat(path);
    return true;
  } catch {
    return false;
  }
}
