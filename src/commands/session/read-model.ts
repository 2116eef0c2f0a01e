import type { ReadModel } from "../../config/data-model/read-model.js";
import { hasErrors } from "../../model/diagnostic.js";
import type { DesiredState } from "../../model/state/desired-state.js";
import { CommandError } from "./command-error.js";

/** The data model that a file names, where there is a file and it names one. */
export async function readModel(
  file: Pick<DesiredState, "data_model"> | undefined,
): Promise<ReadModel | undefined> {
  return file?.data_model === undefined ? undefined : await readModelIn(file.data_model);
}

/** The data model in a folder; one that cannot be read ends the command. */
export async function readModelIn(folder: string): Promise<ReadModel> {
  const { readDataModel } = await import("../../config/data-model/read-model.js");
  const model = await readDataModel(folder);
  if (hasErrors(model.diagnostics)) throw new CommandError("error", model.diagnostics);
  return model;
}
