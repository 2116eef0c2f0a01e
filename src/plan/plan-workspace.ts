import { differencesOf, peopleIn, valueDifferences } from "../access/difference.js";
import { concernedMembers } from "../access/values/effect.js";
import { dataJudge } from "../data-model/answer/people-data.js";
import { type Address, ALL_USERS, groupAddress, matchesPattern, workspaceAddress } from "../model/address.js";
import type { Diagnostic } from "../model/diagnostic.js";
import { asFindings, type PlanFinding } from "../model/plan/finding.js";
import type { Arrival, NotListed, ResourceChange, TouchedWorkspace } from "../model/plan/plan.js";
import type { Moments } from "../model/plan/view.js";
import type { ResourceKind } from "../model/resource-kind.js";
import type { DesiredWorkspace } from "../model/state/desired-state.js";
import type { LiveState, LiveWorkspace } from "../model/state/live-state.js";
import { groupBy } from "../util/group-by.js";
import { sortedBy } from "../util/order.js";
import { connectionWarnings } from "./checks/change-checks.js";
import {
  type EndState,
  lintEndState,
  lintUndo,
  predictSharedPrecedences,
  typesAfter,
} from "./checks/findings.js";
import { hintNewAddresses, hintRenames } from "./checks/rename-hint.js";
import { checkArrivals, checkRoster } from "./checks/roster-checks.js";
import { valuesAlike } from "./checks/values-alike.js";
import { workspaceProblem } from "./checks/workspace-problems.js";
import type { WorkspaceDiff } from "./diff/diff-workspace.js";
import { judgeExpectations, undecidedWarnings } from "./guards/expectations.js";
import { liveNamesOf } from "./guards/live-names.js";
import { lookAlikeErrors, lookAlikesOf } from "./guards/look-alikes.js";
import { movesIn } from "./guards/moves.js";
import { watchedPeople } from "./guards/people-guards.js";
import type { JudgedExpectation, WatchedPerson } from "./guards/plan-facts.js";
import { lintRuleAttributes } from "./guards/unknown-names.js";
import { protectablePlaces } from "./guards/unmatched-protection.js";
import type { PlanOptions, Rules } from "./input/inputs.js";
import { countedSources } from "./order/counted-sources.js";
import { deferredResources, isSelected, namedInFile, selectChanges, selectOrigins } from "./order/only.js";
import { onePersonAtATime, stepsOf } from "./order/steps.js";
import { type AccessPlan, accessPlanOf } from "./people/access-plan.js";
import { arrivingAccessOf, newcomersOf } from "./people/arrivals.js";
import { lintSignIn } from "./people/by-sign-in.js";
import { judgeFrom, lintUndeclaredDenials } from "./people/denials.js";
import { type BothSides, momentsOf } from "./people/moments.js";
import { notListedIn } from "./people/not-listed.js";
import { rolesUnlimited } from "./people/roles.js";
import { countUnread, unlistedUnread, unreadLossesOf, unreadWarning } from "./people/unread-values.js";
import { selectedNewcomers, whoArrives } from "./who-arrives.js";
import type { AccessPart, SideLists, WorkspacePart } from "./workspace-part.js";

/** One workspace with everything that is to change in it, however that was found out. */
export interface WorkspaceChanges {
  /** The desired workspace, from the file or a receipt. */
  readonly workspace: DesiredWorkspace;
  readonly liveWorkspace: LiveWorkspace | undefined;
  /** The workspace as read, or as it will be when created; `undefined` if there is and will be none. */
  readonly start: LiveWorkspace | undefined;
  readonly diff: WorkspaceDiff;
  /** About people who have joined. */
  readonly joinedFindings?: readonly Diagnostic[];
}

/**
 * Plans one workspace from the changes in it: different workspaces share nobody, but their steps are counted in one
 * sequence. `rules` are those of the file.
 */
export function planWorkspace(
  input: WorkspaceChanges & Pick<BothSides, "roles">,
  rules: Rules,
  live: LiveState,
  options: PlanOptions,
  firstStep: number,
): WorkspacePart {
  const { workspace, liveWorkspace, start, diff } = input;
  const { only = [], exclude = [], origins } = options;
  const problem = workspaceProblem(workspace, liveWorkspace, live);
  const isImpossible = problem?.severity === "error";
  const { all, changes } = plannedChanges(input, live, options);
  const plan = accessPlanOf(workspace.name, start, diff.match, changes);
  const names = liveNamesOf(workspace.name, liveWorkspace, diff.match);
  const { moments, end } = endsOf(input, plan, changes, options);
  const access = moments === undefined ? NO_ACCESS : accessIn(plan, moments, changes, input, options);
  const { steps, windows } = stepsOf(changes, plan, firstStep);
  const expectations = end === undefined ? [] : judgeExpectations(rules, end, options);
  const lookAlikes = lookAlikesOf(changes, liveWorkspace, live);
  const matching = [...only, ...exclude].filter((pattern) =>
    [...diff.liveByAddress.values(), ...all, ...diff.deferred, ...namedInFile(workspace)].some(
      ({ address }) => matchesPattern(pattern, address),
    ),
  );
  const arrivals = end && moments ? whoArrives(input, end, moments.start, options) : [];
  const watched = watchedPeople(workspace.name, liveWorkspace, live.user_id);
  const notListed = end === undefined ? [] : leftIn(input, end, watched, options);
  const { checks, ...lists } = sideLists(input, changes, arrivals, rules, options);
  return {
    ...access,
    ...lists,
    workspace: workspace.name,
    names,
    touched: changes.length === 0 ? [] : touchedWorkspace(input),
    watched,
    places: protectablePlaces(workspace, liveWorkspace, names),
    end,
    moments,
    changes,
    unchanged: diff.unchanged,
    arrivals,
    notListed,
    steps: origins ? onePersonAtATime(steps) : steps,
    windows,
    idOf: identifying(input),
    expectations,
    lookAlikes,
    findings: [
      ...asFindings("file", [...diff.diagnostics, ...hintRenames(changes)]),
      ...asFindings("file", lookAlikeErrors(lookAlikes, options.allow)),
      ...asFindings("plan", input.joinedFindings ?? []),
      ...(end === undefined ? [] : findingsAtEnd(rules, end, expectations, options)),
      ...asFindings(isImpossible ? "file" : "plan", problem === undefined ? [] : [problem]),
      ...asFindings("plan", [
        ...access.undeclared,
        ...(moments === undefined ? [] : rolesUnlimited(workspace, moments.start, input.roles.unlimited)),
        ...hintNewAddresses(arrivals, workspace, diff.liveByAddress.values()),
        ...valuesAlike(changes, diff.liveByAddress.values()),
        ...signInFindings(input, end, options),
        ...unreadWarning(workspace.name, access),
        ...unlistedUnread(workspace.name, notListed, liveWorkspace),
      ]),
      ...asFindings("check", checks),
    ],
    complete: changes.length === all.length,
    matching,
    counts: countKinds(diff),
  };
}

/** All changes of a workspace, and those that the run selects. */
export function plannedChanges(
  { workspace, liveWorkspace, diff }: WorkspaceChanges,
  live: LiveState,
  options: PlanOptions,
): { readonly all: readonly ResourceChange[]; readonly changes: readonly ResourceChange[] } {
  // A workspace that the token cannot reach is not planned.
  const isImpossible = workspaceProblem(workspace, liveWorkspace, live)?.severity === "error";
  const all = sortedBy(isImpossible ? [] : diff.changes, ({ address }) => address);
  const { origins } = options;
  return { all, changes: origins ? selectOrigins(all, origins, options) : selectChanges(all, options) };
}

function sideLists(
  { workspace, liveWorkspace, diff }: WorkspaceChanges,
  changes: readonly ResourceChange[],
  arrivals: readonly Arrival[],
  { checks }: Rules,
  { today, ...selection }: PlanOptions,
): SideLists & { readonly checks: readonly Diagnostic[] } {
  const isChosen = isSelected(selection);
  const rosterFindings = (by: Rules["checks"]) =>
    liveWorkspace === undefined || workspace.state === "absent"
      ? []
      : checkRoster(workspace.name, liveWorkspace, by, today);
  const unmanaged = liveWorkspace === undefined ? [] : diff.unmanaged;
  return {
    rosterFindings,
    checks: [...rosterFindings(checks), ...checkArrivals(arrivals, checks)].filter(isChosen),
    unmanaged: sortedBy(unmanaged, ({ address }) => address).filter(isChosen),
    deferred: deferredResources(diff.deferred.filter(isChosen), diff.changes, changes),
    unsupported: diff.unsupported.filter(isChosen),
  };
}

function signInFindings(
  { liveWorkspace }: WorkspaceChanges,
  end: EndState | undefined,
  selection: PlanOptions,
): readonly Diagnostic[] {
  if (end === undefined) return [];
  return lintSignIn(end.workspace, liveWorkspace, end.view, end.types).filter(isSelected(selection));
}

/** The people whom the file does not list, and what is left to them. */
function leftIn(
  { diff }: WorkspaceChanges,
  end: EndState,
  watched: readonly WatchedPerson[],
  selection: PlanOptions,
): readonly NotListed[] {
  return notListedIn(end.view, diff.notListed.filter(isSelected(selection)), end.types, watched);
}

function touchedWorkspace({ workspace, liveWorkspace }: WorkspaceChanges): readonly TouchedWorkspace[] {
  if (liveWorkspace === undefined) return [];
  const { id, name } = liveWorkspace;
  return [{ address: workspaceAddress(workspace.name), id, name }];
}

/** The plan does not compute access after a workspace is archived. */
const NO_ACCESS: AccessPart = {
  access: [],
  people: [],
  undeclared: [],
  unread: 0,
  unreadLosses: [],
  countedSources: [],
  moves: new Set(),
};

function accessIn(
  plan: AccessPlan,
  { start, planned }: Moments,
  changes: readonly ResourceChange[],
  { workspace, roles }: Pick<BothSides, "workspace" | "roles">,
  { dataModel, ...options }: PlanOptions,
): AccessPart {
  const { nameIndex, before, writes } = plan;
  const concerned = new Set([...concernedMembers(before, writes)].map((m) => nameIndex.members[m] ?? ""));
  // A member is an organization admin once an invite to another workspace is accepted.
  for (const member of roles.admins.arriving.keys())
    if (start.members.includes(member)) concerned.add(member);
  const judge = judgeFrom(workspace, start, dataModel && dataJudge(dataModel), options);
  const differences = differencesOf(start, planned, judge, concerned).filter(
    ({ values, role }) => values.length > 0 || role !== undefined,
  );
  const access = valueDifferences(differences);
  return {
    access,
    people: peopleIn(differences),
    undeclared: dataModel === undefined ? lintUndeclaredDenials(access, judge.denials) : [],
    unread: countUnread(access, plan, changes),
    unreadLosses: unreadLossesOf(changes, plan),
    countedSources: countedSources(plan),
    moves: movesIn(plan),
  };
}

/**
 * The moments around the changes with everybody who arrives, and the end state with those whose arrival the plan approves:
 * a part of a run says nothing of the others. Both are undefined for a workspace that is archived.
 */
function endsOf(
  input: WorkspaceChanges & Pick<BothSides, "roles">,
  plan: AccessPlan,
  changes: readonly ResourceChange[],
  options: PlanOptions,
): Pick<WorkspacePart, "moments" | "end"> {
  const { workspace, liveWorkspace, start, diff } = input;
  if (workspace.state === "absent") return { moments: undefined, end: undefined };
  const everybody = arrivingAccessOf(
    plan,
    newcomersOf(workspace, start, changes, input.roles.admins.arriving),
  );
  const moments = momentsOf(input, plan, changes, everybody);
  const { only = [], exclude = [] } = options;
  const isPart = only.length + exclude.length > 0;
  const arriving = isPart ? arrivingAccessOf(plan, selectedNewcomers(input, changes, options)) : everybody;
  const end: EndState = {
    ...arriving,
    view: isPart ? momentsOf(input, plan, changes, arriving).planned : moments.planned,
    workspace,
    isNew: liveWorkspace === undefined,
    roles: input.roles,
    before: plan.before,
    unread: plan.unread,
    changes,
    isPart: changes.length < diff.changes.length,
    types: typesAfter(workspace, liveWorkspace, changes),
  };
  return { moments, end };
}

/** Finds the ids of what exists; the built-in group is no resource of its own, but values belong to it. */
function identifying({ workspace, liveWorkspace, diff }: WorkspaceChanges): WorkspacePart["idOf"] {
  const builtIn = liveWorkspace === undefined ? undefined : diff.match?.byName.get(ALL_USERS);
  const builtInAddress = groupAddress(workspace.name, ALL_USERS);
  return (address: Address): string | undefined =>
    (address === builtInAddress ? builtIn : diff.liveByAddress.get(address))?.id;
}

function findingsAtEnd(
  rules: Rules,
  end: EndState,
  expectations: readonly JudgedExpectation[],
  options: PlanOptions,
): readonly PlanFinding[] {
  const lints = options.purpose === "undo" ? lintUndo(end) : lintEndState(end);
  return [
    ...asFindings("file", [...lints, ...lintRuleAttributes(rules, end)]),
    ...asFindings("plan", [
      ...predictSharedPrecedences(end),
      ...connectionWarnings(end.changes),
      ...undecidedWarnings(expectations),
    ]),
  ];
}

/** The number of live things of each kind. */
function countKinds({ liveByAddress }: WorkspaceDiff): ReadonlyMap<ResourceKind, number> {
  const byKind = groupBy(liveByAddress.values(), ({ kind }) => kind);
  return new Map([...byKind].map(([kind, things]) => [kind, things.length]));
}
