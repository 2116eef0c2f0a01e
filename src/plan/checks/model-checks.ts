import type { ModelDescription } from "../../access/data/model-description.js";
import { findOpenGrants, lintDataModel } from "../../access/data/model-lints.js";
import { attributeAddress } from "../../model/address.js";
import type { Diagnostic } from "../../model/diagnostic.js";
import type { DesiredState } from "../../model/state/desired-state.js";
import type { EndState } from "./findings.js";

/** What the data model and the planned end states of all existing workspaces say about each other. */
export function checkModel(
  model: ModelDescription | undefined,
  desired: DesiredState,
  ends: readonly EndState[],
): readonly Diagnostic[] {
  if (model === undefined) return [];
  return [
    ...lintDataModel(model, desired, new Set(ends.flatMap(definedIn))),
    ...ends.flatMap((end) => findOpenGrants(model, end)),
  ];
}

function definedIn({ workspace, nameIndex, changes }: EndState): readonly string[] {
  const removed = new Set(
    changes.filter(({ change }) => change.after === null).map(({ address }) => address),
  );
  return nameIndex.attributes.filter((name) => !removed.has(attributeAddress(workspace.name, name)));
}
