import { lintExpectations } from "../../access/values/offline-expectations.js";
import type { Config } from "../../config/config.js";
import { readDataModel } from "../../config/model-files/read-model.js";
import { locateDiagnostics } from "../../config/text/location.js";
import { lintObjects } from "../../data-model/answer/data-expectations.js";
import { lintRows } from "../../data-model/lint/lint-rows.js";
import { lintDataModel } from "../../data-model/lint/model-lints.js";
import { withAttributeTypes } from "../../data-model/read/attribute-types.js";
import type { Diagnostic } from "../../model/diagnostic.js";
import type { DesiredState } from "../../model/state/desired-state.js";

/** Findings about the expectations and the data model of a file that need no live organization. */
export async function findingsOfRules(config: Config, desired: DesiredState): Promise<readonly Diagnostic[]> {
  const ofExpectations = lintExpectations(desired);
  if (desired.data_model === undefined)
    return locateDiagnostics(config, [...ofExpectations, ...lintObjects(desired, undefined)]);
  const model = withAttributeTypes(await readDataModel(desired.data_model), desired.workspaces);
  const ofModel = [...lintDataModel(model, desired), ...lintRows(model, []), ...lintObjects(desired, model)];
  return [
    ...locateDiagnostics(config, ofExpectations),
    ...model.diagnostics,
    ...locateDiagnostics(config, ofModel),
  ];
}
