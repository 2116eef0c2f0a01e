import { suggestPattern } from "../config/text/near-pattern.js";
import { quote } from "../config/text/wording.js";
import { lintObjects } from "../data-model/answer/data-expectations.js";
import { checkModel } from "../data-model/lint/check-model.js";
import { ancestorAddress, memberAddress, workspaceAddress } from "../model/address.js";
import { type Diagnostic, sortDiagnostics } from "../model/diagnostic.js";
import { asFindings, findingsFrom, type PlanFinding } from "../model/plan/finding.js";
import type { Arrival, Unmanaged } from "../model/plan/plan.js";
import { serviceWarning } from "../model/service-warning.js";
import type { LiveState } from "../model/state/live-state.js";
import { sortedBy } from "../util/collections.js";
import { lintCutAddresses } from "./checks/change-checks.js";
import { workspacesOfTwoNames } from "./checks/workspace-problems.js";
import { lintRuleGroups } from "./guards/unknown-names.js";
import { unmatchedProtection } from "./guards/unmatched-protection.js";
import { withFileFindings } from "./input/file-facts.js";
import type { PlanInput } from "./input/inputs.js";
import type { WorkspaceChanges, WorkspacePart } from "./workspace-part.js";

/** Everything that is to be said of a plan, other than by guards: first of the file, sorted by place. */
export function findingsOfPlan(
  workspaceChanges: readonly WorkspaceChanges[],
  parts: readonly WorkspacePart[],
  { desired, live, options }: PlanInput,
): readonly PlanFinding[] {
  const ends = parts.flatMap(({ end }) => end ?? []);
  const places = parts.flatMap((part) => part.places);
  const ofParts = parts.flatMap((part) => part.findings);
  const aboutFile = [
    ...workspacesOfTwoNames(workspaceChanges),
    ...matchingNothing("--only", options.only, parts, live),
    ...matchingNothing("--exclude", options.exclude, parts, live),
    ...unmatchedProtection(desired.protect, places, live),
    ...lintObjects(desired, options.dataModel),
    ...lintRuleGroups(desired, ends),
    ...lintCutAddresses(parts.flatMap(strangersIn), options.file),
    ...findingsFrom({ findings: ofParts }, "file"),
  ];
  return [
    ...asFindings("file", withFileFindings(sortDiagnostics(aboutFile), options.file)),
    ...ofParts.filter(({ from }) => from !== "file"),
    ...asFindings("check", [
      ...checkModel(options.dataModel, desired, ends),
      ...(options.file?.checks ?? []),
    ]),
    ...asFindings("service", (live.service_warnings ?? []).map(serviceWarning)),
  ];
}

/** The people who arrive and are nobody yet: no member, and without an invite. */
const strangersIn = ({ arrivals, idOf }: WorkspacePart): readonly Arrival[] =>
  arrivals.filter(({ workspace, member }) => idOf(memberAddress(workspace, member)) === undefined);

/**
 * The patterns that match nothing, as findings. A pattern for any workspace may match nothing in some; one
 * that names its workspace is a mistake.
 */
function matchingNothing(
  flag: string,
  patterns: readonly string[] = [],
  parts: readonly WorkspacePart[],
  live: LiveState,
): Diagnostic[] {
  const addresses = () => parts.flatMap((part) => part.addresses());
  const unmanaged = unmanagedWorkspaces(live).map(({ address }) => address);
  const matching = new Set(parts.flatMap((part) => part.matching));
  return patterns
    .filter((pattern) => !matching.has(pattern))
    .map((pattern) => {
      const workspace = ancestorAddress(pattern, 1);
      const isUnmanaged = unmanaged.includes(workspace);
      const suggestion = isUnmanaged ? undefined : suggestPattern(pattern, addresses());
      const asked = suggestion === undefined ? "" : `Did you mean ${quote(suggestion)}? `;
      const why = isUnmanaged
        ? "The workspace exists, but the file does not list it, so nothing in it is planned. Name its file with --file, or list it under `workspaces`."
        : "Nothing in the file or the organization matches. Copy an address from a plan.";
      return {
        severity: workspace.includes("*") ? "warning" : "error",
        code: "usage",
        summary: `${flag} ${pattern} matches nothing${isUnmanaged ? " that the file manages" : ""}`,
        detail: asked + why,
      };
    });
}

/** The workspaces that exist and that the file does not list. */
export function unmanagedWorkspaces(live: LiveState): readonly Unmanaged[] {
  const addresses = live.unmanaged_workspaces.map(({ name }) => workspaceAddress(name));
  return sortedBy(addresses, (address) => address).map((address) => ({ address, type: "workspace" }));
}
