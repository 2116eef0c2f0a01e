import { parseConfig } from "../../config/config.js";
import type { ListFiles } from "../../config/people/list/list-file.js";
import type { Source } from "../../config/text/source.js";
import { CommandError } from "../context/command-error.js";
import type { CommandContext } from "../context/context.js";
import type { CommonOptions } from "../context/options.js";
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
