import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * Returns true if a test that needs the packages of a folder with a lock of its own is left out: they are not installed,
 * and this is not continuous integration, which installs them all.
 */
export const isLeftOut = (folder: string): boolean =>
  process.env.ORGFORM_WHOLE === undefined &&
  !existsSync(fileURLToPath(new URL(`../../${folder}/node_modules`, import.meta.url)));
