import { dataReaderOf } from "../access/data/people-data.js";
import { diffAccess } from "../access/values/access-diff.js";
import { concernedMembers } from "../access/values/effect.js";
import { grantsOf } from "../access/values/grants.js";
import { type Address, ALL_USERS, groupAddress, matchesPattern, workspaceAddress } from "../model/address.js";
import { type Diagnostic, warningOf } from "../model/diagnostic.js";
import type { Arrival, ResourceChange, TouchedWorkspace } from "../model/plan/plan.js";
import type { Step } from "../model/plan/step.js";
import type { DataType, ResourceKind } from "../model/resource-kind.js";
import { type DesiredWorkspace, type PresentWorkspace, presentIn } from "../model/state/desired-state.js";
import type { LiveState, LiveWorkspace } from "../model/state/live-state.js";
import { CONNECTION_ATTRIBUTES } from "../model/state/reserved-attributes.js";
import { groupBy } from "../util/group-by.js";
import { sortedBy } from "../util/order.js";
import { askExpectations } from "./checks/expectations.js";
import { type EndState, lintEndState, predictSharedPrecedences } from "./checks/findings.js";
import { lookAlikesOf } from "./checks/look-alikes.js";
import { hintRenames } from "./checks/rename-hint.js";
import { checkArrivals, checkRoster } from "./checks/roster-checks.js";
import { workspaceProblem } from "./checks/workspace-problems.js";
import type { WorkspaceDiff } from "./diff/diff-workspace.js";
import { liveNamesOf } from "./guards/live-names.js";
import { watchedPeople } from "./guards/people-guards.js";
import { lintRuleAttributes } from "./guards/unknown-names.js";
import { protectablePlaces } from "./guards/unmatched-protection.js";
import type { PlanOptions, Rules } from "./inputs.js";
import { countedSources } from "./order/counted-sources.js";
import { selectAwaited } from "./order/joiners.js";
import { deferredBeside, isSelected, namedInFile, selectOnly } from "./order/only.js";
import { stepsOf } from "./order/steps.js";
import { type AccessPlan, accessPlanOf } from "./people/access-plan.js";
import { arrivalsIn, arrivingAccessOf, newcomersOf } from "./people/arrivals.js";
import { judgeAccess } from "./people/people-changes.js";
import { countUnread, unreadLossesOf, unreadWarning } from "./people/unread-values.js";

/** One workspace with everything that is to change in it, however that was found out. */
export interface WorkspaceChanges {
  /** As the file, or a receipt, wants it. */
  readonly workspace: DesiredWorkspace;
  readonly liveWorkspace: LiveWorkspace | undefined;
  /** As found, or as it will be the moment it is created; nothing where there is and will be none. */
  readonly start: LiveWorkspace | undefined;
  readonly diff: WorkspaceDiff;
}

/** What planning one workspace brings to the plan. */
export type WorkspacePart = ReturnType<typeof planWorkspace>;

/**
 * Plans one workspace from the changes in it: different workspaces share nobody, but their steps are counted in one
 * sequence. `rules` are those of the file.
 */
export function planWorkspace(
  given: WorkspaceChanges,
  rules: Rules,
  live: LiveState,
  options: PlanOptions,
  firstStep: number,
) {
  const { workspace, liveWorkspace, start, diff } = given;
  const { only = [] } = options;
  const problem = workspaceProblem(workspace, liveWorkspace, live);
  const isImpossible = problem?.severity === "error";
  // What the token cannot reach is not planned.
  const all = sortedBy(isImpossible ? [] : diff.changes, ({ address }) => address);
  const changes = selectAwaited(selectOnly(all, only), options);
  const plan = accessPlanOf(workspace.name, start, diff.match, changes);
  const names = liveNamesOf(workspace.name, liveWorkspace, diff.match);
  const access = workspace.state === "absent" ? NO_ACCESS : accessIn(plan, changes, options);
  const end = endStateOf(given, plan, changes);
  const { steps, windows } = stepsOf(changes, plan, firstStep);
  const findings = end === undefined ? NO_FINDINGS : findingsOf(rules, end, steps, options);
  const lookAlikes = lookAlikesOf(changes, liveWorkspace, live, options.allow);
  /** Patterns of `--only` that match something of the workspace, changed or not. */
  const matching = only.filter((pattern) =>
    [...diff.liveByAddress.values(), ...all, ...diff.deferred, ...namedInFile(workspace)].some(
      ({ address }) => matchesPattern(pattern, address),
    ),
  );
  const isLookedAt = only.length === 0 || matching.length > 0;
  const arrivals = end === undefined || !isLookedAt ? [] : arrivalsIn(end, end.types);
  return {
    ...access,
    ...tellBeside(given, changes, arrivals, rules, options),
    workspace: workspace.name,
    names,
    touched: changes.length === 0 ? [] : touchedWorkspace(given),
    watched: watchedPeople(workspace.name, liveWorkspace, live.user_id),
    /** Addresses that `protect` may protect. */
    places: protectablePlaces(workspace, liveWorkspace, names),
    /** Undefined for a workspace that is archived. */
    end,
    changes,
    unchanged: diff.unchanged,
    arrivals,
    steps,
    windows,
    idOf: identifying(given),
    guards: [...findings.guards, ...lookAlikes.guards],
    warnings: [
      ...findings.warnings,
      ...(problem === undefined || isImpossible ? [] : [problem]),
      ...unreadWarning(workspace.name, access),
    ],
    diagnostics: [
      ...diff.diagnostics,
      ...hintRenames(changes),
      ...lookAlikes.diagnostics,
      ...findings.diagnostics,
      ...(isImpossible ? [problem] : []),
    ],
    complete: changes.length === all.length,
    matching,
    counts: countKinds(diff),
  };
}

/** Everything that is told beside the changes, as far as `--only` selects it. */
function tellBeside(
  { workspace, liveWorkspace, diff }: WorkspaceChanges,
  changes: readonly ResourceChange[],
  arrivals: readonly Arrival[],
  { checks }: Rules,
  { only, today }: PlanOptions,
) {
  const isChosen = isSelected(only);
  const rosterFindings = (by: Rules["checks"]) =>
    liveWorkspace === undefined || workspace.state === "absent"
      ? []
      : checkRoster(workspace.name, liveWorkspace, by, today);
  const unmanaged = liveWorkspace === undefined ? [] : diff.unmanaged;
  return {
    rosterFindings,
    checks: [...rosterFindings(checks), ...checkArrivals(arrivals, checks)].filter(isChosen),
    unmanaged: sortedBy(unmanaged, ({ address }) => address).filter(isChosen),
    deferred: deferredBeside(diff.deferred.filter(isChosen), diff.changes, changes),
    unsupported: diff.unsupported.filter(isChosen),
  };
}

function touchedWorkspace({ workspace, liveWorkspace }: WorkspaceChanges): readonly TouchedWorkspace[] {
  if (liveWorkspace === undefined) return [];
  const { id, name } = liveWorkspace;
  return [{ address: workspaceAddress(workspace.name), id, name }];
}

/** Nobody has looked at who is where after an archive. */
const NO_ACCESS: ReturnType<typeof accessIn> = {
  access: [],
  people: [],
  unread: 0,
  unreadLosses: [],
  countedSources: [],
};

/** The people whose access changes, and how much of that is not known. */
function accessIn(plan: AccessPlan, changes: readonly ResourceChange[], { dataModel }: PlanOptions) {
  const { nameIndex, before, after, writes } = plan;
  const access = diffAccess(nameIndex, before, after, concernedMembers(before, writes));
  const judged = judgeAccess(access, plan, dataModel && dataReaderOf(dataModel));
  return {
    access: grantsOf(judged.access, dataModel?.grants ?? []),
    people: judged.people,
    /** Affected members whose own values were not read. */
    unread: countUnread(access, plan, changes),
    /** Own values that would go with their attribute, if they are there: nobody has looked. */
    unreadLosses: unreadLossesOf(changes, plan),
    countedSources: countedSources(plan),
  };
}

/** What the changes make of a workspace, unless it is archived. */
function endStateOf(
  { workspace, liveWorkspace }: WorkspaceChanges,
  plan: AccessPlan,
  changes: readonly ResourceChange[],
): EndState | undefined {
  if (workspace.state === "absent") return undefined;
  return {
    ...arrivingAccessOf(plan, newcomersOf(workspace, liveWorkspace, changes)),
    workspace,
    isNew: liveWorkspace === undefined,
    before: plan.before,
    unread: plan.unread,
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
  const types = new Map((liveWorkspace?.attributes ?? []).map(({ name, data_type }) => [name, data_type]));
  for (const { type, change } of changes)
    if (type === "attribute" && change.after === null) types.delete(String(change.before?.name));
  for (const { name, data_type } of presentIn(workspace.attributes)) types.set(name, data_type);
  return types;
}

/** Finds the ids of what exists; the built-in group is no resource of its own, but values belong to it. */
function identifying({ workspace, liveWorkspace, diff }: WorkspaceChanges) {
  const builtIn = liveWorkspace === undefined ? undefined : diff.match?.byName.get(ALL_USERS);
  const builtInAddress = groupAddress(workspace.name, ALL_USERS);
  return (address: Address): string | undefined =>
    (address === builtInAddress ? builtIn : diff.liveByAddress.get(address))?.id;
}

const NO_FINDINGS: ReturnType<typeof findingsOf> = { diagnostics: [], guards: [], warnings: [] };

function findingsOf(rules: Rules, end: EndState, steps: readonly Step[], options: PlanOptions) {
  const { guards, warnings } = askExpectations(rules, end, options);
  return {
    diagnostics: [
      ...lintEndState(end).map((diagnostic) =>
        // What lived before may come back with whatever ties it had.
        options.purpose === "undo" && diagnostic.code === "tie"
          ? { ...diagnostic, severity: "warning" as const }
          : diagnostic,
      ),
      ...lintRuleAttributes(rules, end),
    ],
    guards,
    warnings: [...predictSharedPrecedences(end, steps), ...connectionWarnings(end.changes), ...warnings],
  };
}

function connectionWarnings(changes: readonly ResourceChange[]): Diagnostic[] {
  return changes.flatMap(({ address, type, change: { before, after } }) => {
    const attribute = String((after ?? before)?.attribute ?? "");
    if ((type !== "group_value" && type !== "member_value") || !CONNECTION_ATTRIBUTES.has(attribute))
      return [];
    const message = `${attribute} switches the warehouse connection that these people's queries use`;
    return [warningOf("reserved-attribute", message, address)];
  });
}

/** How many things of each kind exist. */
function countKinds({ liveByAddress }: WorkspaceDiff): ReadonlyMap<ResourceKind, number> {
  const byKind = groupBy(liveByAddress.values(), ({ kind }) => kind);
  return new Map([...byKind].map(([kind, things]) => [kind, things.length]));
}
