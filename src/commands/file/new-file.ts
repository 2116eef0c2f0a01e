import { existsSync } from "node:fs";
import { dirname, relative } from "node:path";
import { parseConfig } from "../../config/config.js";
import type { ListFiles } from "../../config/people/list/list-file.js";
import { SCHEMA_ADDRESS } from "../../config/text/file-schema.js";
import type { Source } from "../../config/text/source.js";
import type { ServiceTarget } from "../../model/state/desired-state.js";
import { CommandError } from "../context/command-error.js";
import type { CommandContext } from "../context/context.js";
import type { CommonOptions, SharedOptions } from "../context/options.js";
import { reportDiagnostics } from "../documents/report-diagnostics.js";

/**
 * Checks files that were made from the live organization before they are written. A tie exists in the organization
 * itself and is only reported; any other error means that a file cannot describe what exists, and ends the command.
 */
export function parseExport(
  context: CommandContext,
  options: CommonOptions,
  sources: readonly Source[],
  lists?: ListFiles,
): void {
  const { diagnostics } = parseConfig(sources, {}, lists && { lists });
  const unsayable = diagnostics.filter(({ severity, code }) => severity === "error" && code !== "tie");
  if (unsayable.length > 0) throw new CommandError("error", unsayable);
  reportDiagnostics(context, options, diagnostics);
}

/** The `service` of a new file: it comes from the command line or the known file, and not from the environment. */
export function serviceToWrite(
  { region, baseUrl, sandbox }: SharedOptions,
  known: ServiceTarget = {},
): ServiceTarget {
  if (sandbox !== undefined) return known;
  if (baseUrl) return { base_url: baseUrl };
  return region === undefined ? known : { region };
}

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
