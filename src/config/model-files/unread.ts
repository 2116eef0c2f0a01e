import type { Where } from "../text/file-diagnostic.js";
import { type FileDiagnostic, fileFinding } from "../text/file-diagnostic.js";

/** The finding about a part of the data model that the query engine reads and orgform does not. */
export function notRead(what: string, advice: string, where: Where = {}): FileDiagnostic {
  const detail = `The query engine reads it, and orgform does not know what it says about access: answers that depend on it are unclear. ${advice}`;
  return fileFinding(
    "model-unread",
    `orgform does not read a part of the data model: ${what}`,
    detail,
    where,
  );
}
