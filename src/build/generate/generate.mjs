// The sources that are generated from others; every bundle is preceded by them.
import { writeDiagnosticHelp } from "./diagnostic-help.mjs";
import { writeDocumentTypes } from "./document-types.mjs";
import { writeKindTables } from "./kind-tables.mjs";
import { compileValidators } from "./validators.mjs";

export function generateSources(root) {
  compileValidators(root);
  writeDocumentTypes(root);
  writeDiagnosticHelp(root);
  writeKindTables(root);
}
