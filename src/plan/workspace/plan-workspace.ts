import { type Address, ALL_USERS, groupAddress } from "../../model/address.js";
import type { ResourceChange } from "../../model/plan/plan.js";
import type { ResourceKind } from "../../model/resource-kind.js";
import { groupBy, sortedBy } from "../../util/collections.js";
import { workspaceProblem } from "../checks/workspace-problems.js";
import type { WorkspaceChanges, WorkspaceDiff } from "../diff/diff-workspace.js";
import { judgeExpectations } from "../guards/expectations.js";
import { liveNamesOf } from "../guards/live-names.js";
import { lookAlikesOf } from "../guards/look-alikes.js";
import { watchedPeople } from "../guards/people-guards.js";
import type { WorkspacePart } from "../guards/plan-facts.js";
import type { PlanInput } from "../input/inputs.js";
import { stepsOf } from "../order/steps.js";
import { accessPlanOf } from "../people/access-plan.js";
import { whoArrives } from "../people/arrivals.js";
import { notListedIn } from "../people/not-listed.js";
import type { WorkspaceInput } from "../people/roles.js";
import { accessIn, plannedEnd } from "./workspace-access.js";

/**
 * Plans one workspace from the changes in it: different workspaces share nobody, but their steps are counted in one
 * sequence.
 */
export function planWorkspace(input: WorkspaceInput, plan: PlanInput, firstStep: number): WorkspacePart {
  const { workspace, liveWorkspace, start, diff } = input;
  const { desired, live } = plan;
  const { name } = workspace;
  const changes = plannedChanges(input, plan);
  const access = accessPlanOf(name, start, diff.match, changes);
  const end = plannedEnd(input, access);
  const watched = watchedPeople(name, liveWorkspace, live.user_id);
  return {
    ...input,
    ...accessIn(input, access, end, plan),
    ...(end ? whoArrives(input, end.moments, end.types, plan) : { arrivals: [], openedBeforeArrival: [] }),
    ...stepsOf(access, firstStep),
    names: liveNamesOf(name, liveWorkspace, diff.match),
    watched,
    counts: countKinds(diff),
    end,
    changes,
    unmanaged: liveWorkspace === undefined ? [] : sortedBy(diff.unmanaged, ({ address }) => address),
    notListed: end === undefined ? [] : notListedIn(end.view, diff.notListed, end.types, watched),
    expectations: end === undefined ? [] : judgeExpectations(desired.expect, end, plan),
    lookAlikes: lookAlikesOf(changes, liveWorkspace, live),
    idOf: identifying(input),
  };
}

/** The changes of a workspace. */
export function plannedChanges(
  { workspace, liveWorkspace, diff }: WorkspaceChanges,
  { live }: PlanInput,
): readonly ResourceChange[] {
  // A workspace that the token cannot reach is not planned.
  const isImpossible = workspaceProblem(workspace, liveWorkspace, live.token_scope)?.severity === "error";
  return sortedBy(isImpossible ? [] : diff.changes, ({ address }) => address);
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
