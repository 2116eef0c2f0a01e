import { differencesOf, peopleIn, valueDifferences } from "../../access/difference.js";
import { concernedMembers } from "../../access/values/effect.js";
import { lintUndeclaredDenials } from "../../access/values/lints.js";
import { type Address, ALL_USERS, groupAddress } from "../../model/address.js";
import type { PersonChange, ResourceChange } from "../../model/plan/plan.js";
import type { DataType } from "../../model/resource-kind.js";
import { contentsOf } from "../../model/state/contents.js";
import type { PresentWorkspace } from "../../model/state/desired-state.js";
import { dataTypesIn, type LiveWorkspace, membersOf } from "../../model/state/live-state.js";
import { dataTypeOf } from "../../model/state/resource.js";
import { groupBy, sortedBy } from "../../util/collections.js";
import type { EndState } from "../checks/end-state.js";
import { workspaceProblem } from "../checks/workspace-problems.js";
import type { WorkspaceChanges } from "../diff/diff-workspace.js";
import { effectOf } from "../diff/resource-change.js";
import { adoptedIn } from "../edits/edits.js";
import { lookAlikesOf } from "../guards/creations.js";
import { judgeExpectations } from "../guards/expectations.js";
import { liveNamesOf } from "../guards/live-names.js";
import { movesIn } from "../guards/moves.js";
import { watchedPeople } from "../guards/people-guards.js";
import type { EndPart, WatchedPerson, WorkspacePart } from "../guards/plan-facts.js";
import { type Facts, isOtherModel, type PlanInput } from "../input/inputs.js";
import { countedSources, stepsOf } from "../order/steps.js";
import { type AccessPlan, accessPlanOf } from "../people/access-plan.js";
import { whoArrives } from "../people/arrivals.js";
import type { WorkspaceInput } from "../people/known-roles.js";
import { momentsOf } from "../people/moments.js";
import { notListedIn } from "../people/not-listed.js";
import { readingsFrom } from "../people/readings.js";
import { countUnread, unreadLossesOf } from "../people/unread-values.js";

/**
 * Plans one workspace from the changes in it: different workspaces share nobody, but their steps are counted in one
 * sequence.
 */
export function planWorkspace(input: PlannedWorkspace, plan: PlanInput, firstStep: number): WorkspacePart {
  const { workspace, liveWorkspace, start, diff, changes } = input;
  const { live } = plan;
  const { name } = workspace;
  const access = accessPlanOf(name, start, diff.match, changes);
  const end = plannedEnd(input, access);
  const watched = watchedPeople(name, liveWorkspace, live.user_id);
  return {
    ...input,
    ...(end ? atEnd(input, access, end, watched, plan) : { ...NOTHING_AFTER, people: movedBy(input) }),
    ...stepsOf(access, firstStep),
    names: liveNamesOf(name, liveWorkspace, diff.match),
    watched,
    byKind: groupBy(diff.liveByAddress.values(), ({ kind }) => kind),
    end,
    unmanaged: liveWorkspace === undefined ? [] : sortedBy(diff.unmanaged, ({ address }) => address),
    lookAlikes: lookAlikesOf(changes, liveWorkspace, live),
    idOf: identifying(input),
  };
}

/** A workspace with the changes that are planned in it, sorted. */
type PlannedWorkspace = WorkspaceInput & Pick<WorkspacePart, "changes">;

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

/** The plan does not compute what is after a workspace is archived. */
const NOTHING_AFTER: Omit<EndPart, "people"> = {
  access: [],
  adopted: [],
  arrivals: [],
  openedBeforeArrival: [],
  notListed: [],
  expectations: [],
  undeclared: [],
  unread: 0,
  unreadLosses: [],
  countedSources: [],
  moves: new Set(),
};

/** The people whom an archive moves into another workspace: nobody says which, and so what they will see there. */
const movedBy = ({ workspace, liveWorkspace }: WorkspaceInput): readonly PersonChange[] =>
  sortedBy(membersOf(liveWorkspace), ({ email }) => email).map(({ email: member }) => ({
    workspace: workspace.name,
    member,
    verdict: "unclear",
    reason: "archive",
  }));

/** The people of a workspace whose access its changes alter, from its start to the planned moment, and who arrives. */
function atEnd(
  input: WorkspaceInput,
  plan: AccessPlan,
  end: EndState,
  watched: readonly WatchedPerson[],
  facts: Facts,
): EndPart {
  const { workspace, roles, diff } = input;
  const { desired, dataModel } = facts;
  const { start, planned } = end.moments;
  const { changes, nameIndex, before, writes } = plan;
  const concerned = new Set([...concernedMembers(before, writes)].map((m) => nameIndex.members[m] ?? ""));
  // A member is an organization admin once an invite to another workspace is accepted.
  for (const member of roles.admins.arriving.keys())
    if (start.members.includes(member)) concerned.add(member);
  const readings = readingsFrom(workspace, start, facts);
  const differences = differencesOf(
    start,
    planned,
    readings,
    isOtherModel(facts) ? start.members : concerned,
  ).filter(({ values, role, verdict }) => values.length > 0 || role !== undefined || verdict !== "same");
  const access = valueDifferences(differences);
  const people = peopleIn(differences);
  const adopted = adoptedIn(input, end.moments, { changes, readings });
  return {
    ...whoArrives(input, end.moments, end.types, facts),
    notListed: notListedIn(end.view, diff.notListed, end.types, watched),
    expectations: judgeExpectations(desired.expect, end, facts),
    access,
    people: [...people, ...peopleIn(adopted).map((one) => ({ ...one, adopted: true as const }))],
    adopted: valueDifferences(adopted),
    undeclared: dataModel === undefined ? lintUndeclaredDenials(access, readings[0].denials) : [],
    unread: countUnread(access, changes, start),
    unreadLosses: unreadLossesOf(changes, start),
    countedSources: countedSources(plan),
    moves: movesIn(plan),
  };
}

/** The end state of a workspace, with everybody in it who arrives; undefined for one that is archived. */
function plannedEnd(input: WorkspaceInput, plan: AccessPlan): EndState | undefined {
  const { workspace, liveWorkspace, roles } = input;
  const { changes, before, unread } = plan;
  if (workspace.state === "absent") return undefined;
  const arrived = momentsOf(input, plan);
  return {
    ...arrived,
    view: arrived.moments.planned,
    workspace,
    isNew: liveWorkspace === undefined,
    roles,
    before,
    unread,
    changes,
    types: typesAfter(workspace, liveWorkspace, changes),
  };
}

/** The data types of the definitions that will exist. */
function typesAfter(
  workspace: PresentWorkspace,
  liveWorkspace: LiveWorkspace | undefined,
  changes: readonly ResourceChange[],
): ReadonlyMap<string, DataType> {
  const types = new Map(dataTypesIn(liveWorkspace));
  for (const change of changes) {
    const effect = effectOf(change);
    if (effect?.on === "attribute-deletion") types.delete(effect.attribute);
  }
  for (const one of contentsOf(workspace).of("attribute")) types.set(one.name, dataTypeOf(one));
  return types;
}
