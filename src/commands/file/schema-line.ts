import { existsSync } from "node:fs";
import { dirname, relative } from "node:path";
import { SCHEMA_ADDRESS } from "../../config/text/file-schema.js";

/** The schema's path in a project that has orgform as a dependency. */
const SCHEMA = "node_modules/orgform/schemas/orgform.schema.json";

/**
 * The schema's place as an editor needs it: relative to the file that names it where the project has orgform as a
 * dependency, and otherwise its public address, because an editor that finds no schema checks nothing.
 */
export function schemaFor(file: string): string {
  if (!existsSync(SCHEMA)) return SCHEMA_ADDRESS;
  const path = relative(dirname(file), SCHEMA).replaceAll("\\", "/");
  return path.startsWith(".") ? path : `./${path}`;
}
