import { stat } from "node:fs/promises";

/** Whether there is anything at a path that can be looked at. */
export async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch {
    return false;
  }
}
