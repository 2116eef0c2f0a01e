import { attributeAddress } from "../../model/address.js";
import type { Diagnostic } from "../../model/diagnostic.js";
import type { ResourceChange } from "../../model/plan/plan.js";
import type { DesiredState } from "../../model/state/desired-state.js";
import { setOf } from "../../util/collections.js";
import type { ModelDescription } from "../model-description.js";
import { lintRows } from "./lint-rows.js";
import { findOpenGrants, type KnownAccess, lintDataModel } from "./model-lints.js";

/** The planned end state of one workspace, and the changes that lead to it. */
interface CheckedEnd extends KnownAccess {
  readonly workspace: { readonly name: string };
  readonly changes: readonly ResourceChange[];
}

/**
 * Findings about the data model and the planned end states of existing workspaces. Where these are not all of the file
 * (`desired` is absent), what none of them has may be in another one, so that of the model itself nothing is said.
 */
export function checkModel(
  model: ModelDescription | undefined,
  desired: DesiredState | undefined,
  ends: readonly CheckedEnd[],
): readonly Diagnostic[] {
  if (model === undefined) return [];
  return [
    ...(desired === undefined ? [] : lintDataModel(model, desired, new Set(ends.flatMap(definedIn)))),
    ...lintRows(model, ends),
    ...ends.flatMap((end) => findOpenGrants(model, end)),
  ];
}

function definedIn({ workspace, nameIndex, changes }: CheckedEnd): readonly string[] {
  const removed = setOf(
    changes.filter(({ change }) => change.after === null),
    "address",
  );
  return nameIndex.attributes.filter((name) => !removed.has(attributeAddress(workspace.name, name)));
}
