import { parseConfig } from "../../config/config.js";
import type { Source } from "../../config/parse/source.js";
import type { ListReader } from "../../config/people/list/list-file.js";
import { reportDiagnostics } from "../documents/report-diagnostics.js";
import { CommandError } from "../session/command-error.js";
import type { CommandContext } from "../session/context.js";
import type { CommonOptions } from "../session/options.js";

/**
 * Reads files that were made from the live organization before anybody gets them. A tie is the organization's own
 * trouble and is only told; any other error means that a file cannot say what lives, and ends the command.
 */
export function parseExport(
  context: CommandContext,
  options: CommonOptions,
  sources: readonly Source[],
  readList?: ListReader,
): void {
  const { diagnostics } = parseConfig(sources, {}, readList);
  const unsayable = diagnostics.filter(({ severity, code }) => severity === "error" && code !== "tie");
  if (unsayable.length > 0) throw new CommandError("error", unsayable);
  reportDiagnostics(context, options, diagnostics);
}
