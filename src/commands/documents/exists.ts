const fs = process.getBuiltinModule("node:fs");

/** Whether there is anything at a path that can be looked at. */
export async function exists(path: string): Promise<boolean> {
  try {
    await fs.promises.stat(path);
    return true;
  } catch {
    return false;
  }
}
