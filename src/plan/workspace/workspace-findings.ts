import { ancestorAddress, workspaceAddress } from "../../model/address.js";
import type { Diagnostic } from "../../model/diagnostic.js";
import { asFindings, type PlanFinding } from "../../model/plan/finding.js";
import type { Unmanaged } from "../../model/plan/plan.js";
import type { DesiredState } from "../../model/state/desired-state.js";
import type { LiveState } from "../../model/state/live-state.js";
import { setOf, sortedBy } from "../../util/collections.js";
import { lintOpenArrivals, lintWiderArrivals } from "../checks/arrival-checks.js";
import { type EndState, lintEndState, predictSharedPrecedences } from "../checks/end-state.js";
import { askForMembers, hintMisspelt } from "../checks/misspelt-names.js";
import { hintNewAddresses, hintRenames } from "../checks/rename-hint.js";
import { checkArrivals, checkRoster } from "../checks/roster-checks.js";
import { connectionWarnings, valuesAlike } from "../checks/value-checks.js";
import { workspaceProblem } from "../checks/workspace-problems.js";
import { lookAlikeErrors } from "../guards/creations.js";
import { undecidedWarnings } from "../guards/expectations.js";
import type { WorkspacePart } from "../guards/plan-facts.js";
import { lintRuleAttributes } from "../guards/unknown-names.js";
import { isSame, type NamedWorkspace, type PlanInput } from "../input/inputs.js";
import { leftOverInvites, overriddenValues } from "../people/by-sign-in.js";
import { rolesUnlimited } from "../people/known-roles.js";
import { unlistedUnread, unreadWarning } from "../people/unread-values.js";

/** Everything that is to be said of one planned workspace, other than by guards. */
export function findingsOfWorkspace(
  part: WorkspacePart,
  { desired, live, elsewhere, options }: PlanInput,
): readonly PlanFinding[] {
  const { workspace, liveWorkspace, diff, changes, end, arrivals, lookAlikes } = part;
  const problem = workspaceProblem(workspace, liveWorkspace, live.token_scope);
  const renames = hintRenames(changes, part.unmanaged, diff.liveByAddress.values());
  // What a guard refuses needs no hint, nor does what has one.
  const told = setOf([...lookAlikes, ...renames], "address");
  const unlike = changes.filter(({ address }) => !told.has(address));
  const ofFile = [
    ...askForMembers(diff.diagnostics, changes, liveWorkspace),
    ...renames,
    ...hintMisspelt(unlike, workspace, [...part.unmanaged, ...unmanagedWorkspaces(live, elsewhere)]),
    ...lookAlikeErrors(lookAlikes, options.allow),
  ];
  const checks = [
    ...checkRoster(workspace, liveWorkspace, desired.checks, options.today),
    ...checkArrivals(arrivals, desired.checks),
  ];
  return [
    ...asFindings("file", ofFile),
    // A group that is renamed otherwise hides the values of its new self, which need no more precedence.
    ...(end ? findingsAtEnd(end, part, desired) : []).filter(
      ({ code, address = "" }) => code !== "value-shadowed" || !told.has(ancestorAddress(address, 3)),
    ),
    ...asFindings(problem?.severity === "error" ? "file" : "plan", problem === undefined ? [] : [problem]),
    ...asFindings("plan", end === undefined ? [] : aboutPeople(end, part)),
    ...asFindings("check", checks),
  ];
}

function findingsAtEnd(
  end: EndState,
  { arrivals, expectations }: WorkspacePart,
  { expect }: DesiredState,
): readonly PlanFinding[] {
  return [
    ...asFindings("file", [
      ...lintEndState(end),
      ...lintOpenArrivals(end.moments, arrivals),
      ...lintRuleAttributes(expect, end),
    ]),
    ...asFindings("plan", [
      ...predictSharedPrecedences(end),
      ...connectionWarnings(end.changes),
      ...undecidedWarnings(expectations),
    ]),
  ];
}

function aboutPeople(end: EndState, part: WorkspacePart): readonly Diagnostic[] {
  const { workspace, moments } = end;
  const { liveWorkspace, diff, roles, changes, arrivals } = part;
  return [
    ...part.undeclared,
    ...rolesUnlimited(workspace, moments.start, roles.unlimited),
    ...lintWiderArrivals(moments, arrivals),
    ...hintNewAddresses(arrivals, workspace, diff.liveByAddress.values()),
    ...valuesAlike(changes, workspace, diff.liveByAddress.values()),
    ...leftOverInvites(workspace, liveWorkspace),
    ...overriddenValues(workspace, end.view, end.types, changes),
    ...unreadWarning(workspace.name, part),
    ...unlistedUnread(workspace.name, part.notListed, liveWorkspace),
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
