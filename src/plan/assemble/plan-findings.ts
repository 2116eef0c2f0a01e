import { lintObjects } from "../../data-model/answer/data-expectations.js";
import { checkModel } from "../../data-model/lint/check-model.js";
import { sortDiagnostics } from "../../model/diagnostic.js";
import { asFindings, findingsFrom, type PlanFinding } from "../../model/plan/finding.js";
import { serviceWarning } from "../../model/service-warning.js";
import { lintCutAddresses } from "../checks/change-checks.js";
import { workspacesOfTwoNames } from "../checks/workspace-problems.js";
import { createdAgainErrors } from "../guards/created-again.js";
import type { WorkspacePart } from "../guards/plan-facts.js";
import { lintRuleGroups } from "../guards/unknown-names.js";
import { protectablePlaces, unmatchedProtection } from "../guards/unmatched-protection.js";
import { withFileFindings } from "../input/file-facts.js";
import type { PlanInput } from "../input/inputs.js";
import { lintKeys } from "../input/keys.js";
import { findingsOfWorkspace } from "../workspace/workspace-findings.js";

/** Everything that is to be said of a plan, other than by guards: first of the file, sorted by place. */
export function findingsOfPlan(parts: readonly WorkspacePart[], input: PlanInput): readonly PlanFinding[] {
  const { desired, live, base, file, dataModel, elsewhere = [], options } = input;
  const ends = parts.flatMap(({ end }) => end ?? []);
  const places = parts.flatMap(({ workspace, liveWorkspace, names }) =>
    protectablePlaces(workspace, liveWorkspace, names),
  );
  const ofParts = parts.flatMap((part) => findingsOfWorkspace(part, input));
  const aboutFile = [
    ...workspacesOfTwoNames(parts),
    ...lintKeys(base?.desired, desired, live),
    ...createdAgainErrors(
      parts.flatMap(({ changes }) => changes),
      input,
    ),
    ...unmatchedProtection(desired.protect, places, [...live.unmanaged_workspaces, ...elsewhere]),
    ...lintObjects(desired, dataModel),
    ...lintRuleGroups(desired.expect, ends),
    ...parts.flatMap(({ arrivals, idOf }) => lintCutAddresses(arrivals, idOf, file)),
    ...findingsFrom({ findings: ofParts }, "file"),
  ];
  return [
    ...asFindings("file", withFileFindings(sortDiagnostics(aboutFile), file)),
    ...ofParts.filter(({ from }) => from !== "file"),
    ...asFindings("check", [
      ...checkModel(dataModel, options.workspaces === undefined ? desired : undefined, ends),
      ...(file?.checks ?? []),
    ]),
    ...asFindings("service", (live.service_warnings ?? []).map(serviceWarning)),
  ];
}
