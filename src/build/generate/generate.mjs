// The sources that are made from others: whatever bundles the sources makes these first.
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
