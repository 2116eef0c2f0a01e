import { parseConfig } from "../../config/config.js";
import { CommandError } from "../context/command-error.js";
import type { CommandContext } from "../context/context.js";
import { defaultFile } from "../context/default-file.js";
import type { FileOptions } from "../context/options.js";
import { exists } from "../documents/exists.js";
import { readSnapshot } from "../documents/read-snapshot.js";
import { type LoadedFile, loadDesired } from "../session/load-desired.js";

/**
 * The file of a question. Where there is none, a question to snapshots is about all of their workspaces: it takes
 * a file that lists these and says nothing of what is in them.
 */
export async function loadDesiredOrSnapshots(
  context: CommandContext,
  options: FileOptions,
  snapshots: readonly string[],
): Promise<LoadedFile> {
  const [filename] = snapshots;
  if (filename === undefined || options.file !== undefined || (await exists(defaultFile())))
    return await loadDesired(context, options);
  const read = await Promise.all(snapshots.map((path) => readSnapshot(path)));
  const names = read.flatMap(({ workspaces }) => workspaces.map(({ name }) => name));
  const text = JSON.stringify({
    version: 1,
    organization: { id: read[0]?.organization.id },
    workspaces: Object.fromEntries(names.map((name) => [name, {}])),
  });
  const config = parseConfig([{ filename, text }], {});
  if (config.desired === null) throw new CommandError("error", config.diagnostics);
  return { desired: config.desired, config, diagnostics: config.diagnostics };
}
