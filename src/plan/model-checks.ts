import { type DataModel, findOpenGrants, lintDataModel } from "../access/data-model.js";
import { attributeAddress } from "../model/address.js";
import type { DesiredState } from "../model/desired-state.js";
import type { CheckFinding } from "../model/plan.js";
import type { EndState } from "./findings.js";

/** What the data model and the planned end states of all existing workspaces say about each other. */
export function checkModel(
  model: DataModel | undefined,
  desired: DesiredState,
  ends: readonly EndState[],
): readonly CheckFinding[] {
  if (model === undefined) return [];
  const lints = lintDataModel(model, desired, new Set(ends.flatMap(definedIn)));
  return [
    ...lints.map(({ code, severity, summary, detail, address }) => ({
      code,
      severity,
      message: summary,
      detail,
      ...(address === undefined ? {} : { address }),
    })),
    ...ends.flatMap(({ universe, state, unread }) => findOpenGrants(model, universe, state, unread)),
  ];
}

function definedIn({ workspace, universe, changes }: EndState): readonly string[] {
  const removed = new Set(
    changes.filter(({ change }) => change.after === null).map(({ address }) => address),
  );
  return universe.attributes.filter((name) => !removed.has(attributeAddress(workspace.name, name)));
}
