import type { ReadModel } from "../../config/model-files/read-model.js";
import { withAttributeTypes } from "../../data-model/read/attribute-types.js";
import { hasErrors } from "../../model/diagnostic.js";
import type { DesiredState } from "../../model/state/desired-state.js";
import { count } from "../../util/english.js";
import { visible } from "../../util/escape.js";
import { CommandError } from "../context/command-error.js";
import type { CommandContext } from "../context/context.js";

/** The data model that a file names, where there is a file and it names one. */
export async function readModel(file: DesiredState | undefined): Promise<ReadModel | undefined> {
  if (file?.data_model === undefined) return undefined;
  return withAttributeTypes(await readModelIn(file.data_model), file.workspaces);
}

/**
 * The data model in a folder; one that cannot be read ends the command. One that the query engine refuses does not: what
 * was an error to `validate` is a warning, and every answer about the model is unclear.
 */
export async function readModelIn(folder: string): Promise<ReadModel> {
  const { readDataModel } = await import("../../config/model-files/read-model.js");
  const model = await readDataModel(folder);
  const diagnostics = model.diagnostics.map((one) =>
    one.code === "model-refused" ? { ...one, severity: "warning" as const } : one,
  );
  if (hasErrors(diagnostics)) throw new CommandError("error", diagnostics);
  return { ...model, diagnostics };
}

/** Findings that leave answers unclear; the others are for `validate`. */
const UNCLEAR: ReadonlySet<string> = new Set([
  "model-unreadable",
  "model-unread",
  "model-refused",
  "model-duplicate",
]);

/** Says on stderr that a data model leaves answers unclear: what lists people has no place for its findings. */
export function reportUnclear(context: CommandContext, name: string, { diagnostics }: ReadModel): void {
  const [first, ...others] = diagnostics.filter(({ code }) => UNCLEAR.has(code));
  if (first === undefined) return;
  const places = count(others.length + 1, "place");
  context.stderr.write(
    `The data model ${visible(name)} cannot be understood in ${places}: ${visible(first.summary)}. Answers that depend on it are unclear.\n`,
  );
}
