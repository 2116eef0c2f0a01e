// The sources that are generated from others, below the folder that a process is in; every bundle is preceded by them.
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { writeApiTables } from "./api-tables.mjs";
import { writeDiagnosticHelp } from "./diagnostic-help.mjs";
import { writeDocumentTypes } from "./document-types.mjs";
import { writeKindTables } from "./kind-tables.mjs";
import { compileValidators } from "./validators.mjs";

export function generateSources() {
  const openapi = parse(readFileSync("schemas/openapi.yaml", "utf8"));
  compileValidators(openapi);
  writeApiTables(openapi);
  writeDocumentTypes();
  writeDiagnosticHelp();
  writeKindTables();
}
