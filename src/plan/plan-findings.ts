import { lintObjects } from "../data-model/answer/data-expectations.js";
import { checkModel } from "../data-model/lint/check-model.js";
import { workspaceAddress } from "../model/address.js";
import { sortDiagnostics } from "../model/diagnostic.js";
import { asFindings, findingsFrom, type PlanFinding } from "../model/plan/finding.js";
import type { Unmanaged } from "../model/plan/plan.js";
import { serviceWarning } from "../model/service-warning.js";
import type { LiveState } from "../model/state/live-state.js";
import { sortedBy } from "../util/collections.js";
import { lintCutAddresses } from "./checks/change-checks.js";
import { workspacesOfTwoNames } from "./checks/workspace-problems.js";
import { createdAgainErrors } from "./guards/created-again.js";
import { lintRuleGroups } from "./guards/unknown-names.js";
import { unmatchedProtection } from "./guards/unmatched-protection.js";
import { withFileFindings } from "./input/file-facts.js";
import { isSame, type NamedWorkspace, type PlanInput } from "./input/inputs.js";
import { lintKeys } from "./input/keys.js";
import type { WorkspaceChanges, WorkspacePart } from "./workspace-part.js";

/** Everything that is to be said of a plan, other than by guards: first of the file, sorted by place. */
export function findingsOfPlan(
  workspaceChanges: readonly WorkspaceChanges[],
  parts: readonly WorkspacePart[],
  input: PlanInput,
): readonly PlanFinding[] {
  const { desired, live, base, file, dataModel, elsewhere = [], options } = input;
  const ends = parts.flatMap(({ end }) => end ?? []);
  const places = parts.flatMap((part) => part.places);
  const ofParts = parts.flatMap((part) => part.findings);
  const aboutFile = [
    ...workspacesOfTwoNames(workspaceChanges),
    ...lintKeys(base?.desired, desired, live),
    ...createdAgainErrors(
      parts.flatMap(({ changes }) => changes),
      input,
    ),
    ...unmatchedProtection(desired.protect, places, [...live.unmanaged_workspaces, ...elsewhere]),
    ...lintObjects(desired, dataModel),
    ...lintRuleGroups(desired, ends),
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

/** The workspaces that exist and that the file does not list, as far as the run is of them. */
export function unmanagedWorkspaces(
  live: LiveState,
  elsewhere: readonly NamedWorkspace[] = [],
): readonly Unmanaged[] {
  const addresses = live.unmanaged_workspaces
    .filter((one) => !elsewhere.some((other) => isSame(other, one)))
    .map(({ name }) => workspaceAddress(name));
  return sortedBy(addresses, (address) => address).map((address) => ({ address, type: "workspace" }));
}
