import { dirname, relative } from "node:path";

/** Where a project that has orgform as a dependency keeps the schema. */
const SCHEMA = "node_modules/orgform/schemas/orgform.schema.json";

/** The schema's place as an editor needs it: relative to the file that names it. */
export function schemaFor(file: string): string {
  const path = relative(dirname(file), SCHEMA).replaceAll("\\", "/");
  return path.startsWith(".") ? path : `./${path}`;
}
