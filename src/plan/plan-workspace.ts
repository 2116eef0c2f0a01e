import { type Address, ALL_USERS, groupAddress, memberAddress, workspaceAddress } from "../model/address.js";
import type { NotListed, ResourceChange, TouchedWorkspace } from "../model/plan/plan.js";
import type { ResourceKind } from "../model/resource-kind.js";
import { groupBy, sortedBy } from "../util/collections.js";
import { checkRoster } from "./checks/roster-checks.js";
import { workspaceProblem } from "./checks/workspace-problems.js";
import { baseOf } from "./diff/declared.js";
import type { WorkspaceDiff } from "./diff/diff-workspace.js";
import { editsOf, type JudgedEdit } from "./edits/edits.js";
import { judgeExpectations } from "./guards/expectations.js";
import { liveNamesOf } from "./guards/live-names.js";
import { lookAlikesOf } from "./guards/look-alikes.js";
import { watchedPeople } from "./guards/people-guards.js";
import { protectablePlaces } from "./guards/unmatched-protection.js";
import type { BaseFacts, PlanInput } from "./input/inputs.js";
import { stepsOf } from "./order/steps.js";
import { accessPlanOf } from "./people/access-plan.js";
import { whoArrives } from "./people/arrivals.js";
import { hasJoinedIn } from "./people/has-joined.js";
import { notListedIn } from "./people/not-listed.js";
import { accessIn, endsOf } from "./workspace-access.js";
import { findingsOfWorkspace } from "./workspace-findings.js";
import type { SideLists, WorkspaceChanges, WorkspaceInput, WorkspacePart } from "./workspace-part.js";

/**
 * Plans one workspace from the changes in it: different workspaces share nobody, but their steps are counted in one
 * sequence.
 */
export function planWorkspace(input: WorkspaceInput, plan: PlanInput, firstStep: number): WorkspacePart {
  const { workspace, liveWorkspace, start, diff } = input;
  const { desired, live, base, options } = plan;
  const changes = plannedChanges(input, plan);
  const access = accessPlanOf(workspace.name, start, diff.match, changes);
  const names = liveNamesOf(workspace.name, liveWorkspace, diff.match);
  const { moments, end } = endsOf(input, access);
  const { steps, windows } = stepsOf(access, firstStep);
  const watched = watchedPeople(workspace.name, liveWorkspace, live.user_id);
  const notListed = end === undefined ? [] : notListedIn(end.view, diff.notListed, end.types, watched);
  const part: Omit<WorkspacePart, "findings"> = {
    ...accessIn({ input, plan: access, moments }, plan),
    edits: editedIn(input, changes, notListed, base),
    ...sideLists(input, options.today),
    workspace: workspace.name,
    names,
    touched: changes.length === 0 ? [] : touchedWorkspace(input),
    watched,
    places: protectablePlaces(workspace, liveWorkspace, names),
    end,
    moments,
    changes,
    unchanged: diff.unchanged,
    ...(end && moments
      ? whoArrives(input, moments, end.types, plan)
      : { arrivals: [], openedBeforeArrival: [] }),
    hasJoined: hasJoinedIn(workspace, liveWorkspace, changes, base?.desired),
    notListed,
    steps,
    windows,
    idOf: identifying(input),
    expectations: end === undefined ? [] : judgeExpectations(desired.expect, end, plan),
    lookAlikes: lookAlikesOf(changes, liveWorkspace, live),
    counts: countKinds(diff),
  };
  return { ...part, findings: findingsOfWorkspace(input, part, plan) };
}

/** The edits of what the files manage in a workspace. */
function editedIn(
  { workspace, diff }: WorkspaceInput,
  changes: readonly ResourceChange[],
  notListed: readonly NotListed[],
  base: BaseFacts | undefined,
): readonly JudgedEdit[] {
  if (base === undefined || workspace.state === "absent") return [];
  const isWhole = ({ change }: ResourceChange): boolean => ["create", "delete"].includes(change.actions[0]);
  const leaving = notListed.map(({ member }) => memberAddress(workspace.name, member));
  const shown = [...changes, ...diff.deferred].map(({ address }) => address);
  return editsOf(baseOf(base.desired, workspace), workspace, {
    planned: new Set([...shown, ...leaving]),
    whole: new Set(changes.filter(isWhole).map(({ address }) => address)),
    liveByAddress: diff.liveByAddress,
  });
}

/** The changes of a workspace. */
export function plannedChanges(
  { workspace, liveWorkspace, diff }: WorkspaceChanges,
  { live }: PlanInput,
): readonly ResourceChange[] {
  // A workspace that the token cannot reach is not planned.
  const isImpossible = workspaceProblem(workspace, liveWorkspace, live)?.severity === "error";
  return sortedBy(isImpossible ? [] : diff.changes, ({ address }) => address);
}

function sideLists(
  { workspace, liveWorkspace, diff: { unmanaged, deferred, unsupported } }: WorkspaceChanges,
  today: string | undefined,
): SideLists {
  return {
    rosterFindings: (by) =>
      liveWorkspace === undefined || workspace.state === "absent"
        ? []
        : checkRoster(workspace.name, liveWorkspace, by, today),
    unmanaged: liveWorkspace === undefined ? [] : sortedBy(unmanaged, ({ address }) => address),
    deferred,
    unsupported,
  };
}

function touchedWorkspace({ workspace, liveWorkspace }: WorkspaceChanges): readonly TouchedWorkspace[] {
  if (liveWorkspace === undefined) return [];
  const { id, name } = liveWorkspace;
  return [{ address: workspaceAddress(workspace.name), id, name }];
}

/** Finds the ids of what exists; the built-in group is no resource of its own, but values belong to it. */
function identifying({ workspace, liveWorkspace, diff }: WorkspaceChanges): WorkspacePart["idOf"] {
  const builtIn = liveWorkspace === undefined ? undefined : diff.match?.byName.get(ALL_USERS);
  const builtInAddress = groupAddress(workspace.name, ALL_USERS);
  return (address: Address): string | undefined =>
    (address === builtInAddress ? builtIn : diff.liveByAddress.get(address))?.id;
}

/** The number of live things of each kind. */
function countKinds({ liveByAddress }: WorkspaceDiff): ReadonlyMap<ResourceKind, number> {
  const byKind = groupBy(liveByAddress.values(), ({ kind }) => kind);
  return new Map([...byKind].map(([kind, things]) => [kind, things.length]));
}
