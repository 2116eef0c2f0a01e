import { ancestorAddress } from "../model/address.js";
import { asFindings, type PlanFinding } from "../model/plan/finding.js";
import type { Moments } from "../model/plan/view.js";
import { lintOpenArrivals, lintWiderArrivals } from "./checks/arrival-checks.js";
import { connectionWarnings } from "./checks/change-checks.js";
import { type EndState, lintEndState, predictSharedPrecedences } from "./checks/findings.js";
import { askForMembers, hintMisspelt } from "./checks/misspelt-creations.js";
import { hintNewAddresses, hintRenames } from "./checks/rename-hint.js";
import { checkArrivals } from "./checks/roster-checks.js";
import { valuesAlike } from "./checks/values-alike.js";
import { workspaceProblem } from "./checks/workspace-problems.js";
import { undecidedWarnings } from "./guards/expectations.js";
import { lookAlikeErrors } from "./guards/look-alikes.js";
import { lintRuleAttributes } from "./guards/unknown-names.js";
import type { PlanInput, Rules } from "./input/inputs.js";
import { leftOverInvites, overriddenValues } from "./people/by-sign-in.js";
import { rolesUnlimited } from "./people/roles.js";
import { unlistedUnread, unreadWarning } from "./people/unread-values.js";
import { unmanagedWorkspaces } from "./plan-findings.js";
import type { WorkspaceInput, WorkspacePart } from "./workspace-part.js";

/** Everything that is to be said of one planned workspace, other than by guards. */
export function findingsOfWorkspace(
  input: WorkspaceInput,
  part: Omit<WorkspacePart, "findings">,
  { desired, live, elsewhere, options }: PlanInput,
): readonly PlanFinding[] {
  const { workspace, liveWorkspace, diff, roles } = input;
  const { changes, end, moments, arrivals, notListed, lookAlikes, undeclared } = part;
  const problem = workspaceProblem(workspace, liveWorkspace, live);
  const renames = hintRenames(changes, part.unmanaged, diff.liveByAddress.values());
  // What a guard refuses needs no hint, nor does what has one.
  const told = new Set([...lookAlikes, ...renames].map(({ address }) => address));
  const unlike = changes.filter(({ address }) => !told.has(address));
  const ofFile = [
    ...askForMembers(diff.diagnostics, changes, liveWorkspace),
    ...renames,
    ...hintMisspelt(unlike, workspace, [...part.unmanaged, ...unmanagedWorkspaces(live, elsewhere)]),
    ...lookAlikeErrors(lookAlikes, options.allow),
  ];
  const checks = [...part.rosterFindings(desired.checks), ...checkArrivals(arrivals, desired.checks)];
  return [
    ...asFindings("file", ofFile),
    // A group that is renamed otherwise hides the values of its new self, which need no more precedence.
    ...(end && moments ? findingsAtEnd(end, moments, part, desired) : []).filter(
      ({ code, address = "" }) => code !== "value-shadowed" || !told.has(ancestorAddress(address, 3)),
    ),
    ...asFindings(problem?.severity === "error" ? "file" : "plan", problem === undefined ? [] : [problem]),
    ...asFindings("plan", [
      ...undeclared,
      ...(moments === undefined
        ? []
        : [
            ...rolesUnlimited(workspace, moments.start, roles.unlimited),
            ...lintWiderArrivals(moments, arrivals),
          ]),
      ...hintNewAddresses(arrivals, workspace, diff.liveByAddress.values()),
      ...valuesAlike(changes, workspace, diff.liveByAddress.values()),
      ...(end === undefined
        ? []
        : [
            ...leftOverInvites(end.workspace, liveWorkspace),
            ...overriddenValues(end.workspace, end.view, end.types, changes),
          ]),
      ...unreadWarning(workspace.name, part),
      ...unlistedUnread(workspace.name, notListed, liveWorkspace),
    ]),
    ...asFindings("check", checks),
  ];
}

function findingsAtEnd(
  end: EndState,
  moments: Moments,
  { arrivals, expectations }: Pick<WorkspacePart, "arrivals" | "expectations">,
  rules: Rules,
): readonly PlanFinding[] {
  return [
    ...asFindings("file", [
      ...lintEndState(end),
      ...lintOpenArrivals(moments, arrivals),
      ...lintRuleAttributes(rules, end),
    ]),
    ...asFindings("plan", [
      ...predictSharedPrecedences(end),
      ...connectionWarnings(end.changes),
      ...undecidedWarnings(expectations),
    ]),
  ];
}
