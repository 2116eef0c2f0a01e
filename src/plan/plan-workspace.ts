import { diffAccess } from "../access/values/access-diff.js";
import { mayBeOpen, memberAttributeOf, outcomeOf } from "../access/values/access-state.js";
import { concernedMembers } from "../access/values/effect.js";
import { grantsOf } from "../access/values/grants.js";
import {
  type Address,
  ALL_USERS,
  ancestorAddress,
  groupAddress,
  matchesPattern,
  memberValueAddress,
} from "../model/address.js";
import type { Diagnostic } from "../model/diagnostic.js";
import type {
  AccessChange,
  Arrival,
  CountedSource,
  ExposureWindow,
  Guard,
  Plan,
  PlanWarning,
  ResourceChange,
} from "../model/plan/plan.js";
import type { Step } from "../model/plan/step.js";
import { type DataType, RESOURCE_KINDS, type ResourceKind } from "../model/resource-kind.js";
import type { DesiredState, DesiredWorkspace, PresentWorkspace } from "../model/state/desired-state.js";
import type { LiveState, LiveWorkspace } from "../model/state/live-state.js";
import { CONNECTION_ATTRIBUTES } from "../model/state/reserved-attributes.js";
import { count } from "../util/count.js";
import { sortedBy } from "../util/order.js";
import { askExpectations, type EndState, lintEndState, predictSharedPrecedences } from "./checks/findings.js";
import { lookAlikesOf } from "./checks/look-alikes.js";
import { hintRenames } from "./checks/rename-hint.js";
import { checkArrivals, checkRoster } from "./checks/roster-checks.js";
import { workspaceProblems } from "./checks/workspace-problems.js";
import type { CompareWorkspace, WorkspaceDiff } from "./diff/diff-workspace.js";
import { withJoined } from "./diff/joined.js";
import { workspaceAtCreation } from "./diff/new-workspace.js";
import { withOrigins } from "./diff/origin.js";
import type { UnreadLoss } from "./guards/guards.js";
import { type LiveNames, liveNamesOf } from "./guards/live-names.js";
import { lintRuleNames } from "./guards/unknown-names.js";
import { protectablePlaces } from "./guards/unmatched-protection.js";
import { liveWorkspaceOf, type PlanOptions } from "./inputs.js";
import { countedSources } from "./order/counted-sources.js";
import { isSelected, selectOnly } from "./order/only.js";
import { stepsOf } from "./order/steps.js";
import { type AccessPlan, accessPlanOf } from "./people/access-plan.js";
import { arrivalsIn, arrivingWorld, newcomersOf } from "./people/arrivals.js";

/** What planning one workspace brings to the plan. */
export type WorkspacePart = Omit<WorkspaceDiff, "found" | "match"> & {
  /** Affected members whose own values were not read. */
  readonly unread: number;
  /** Own values that would go with their attribute, if they are there: nobody has looked. */
  readonly unreadLosses: readonly UnreadLoss[];
  readonly access: readonly AccessChange[];
  readonly arrivals: readonly Arrival[];
  readonly steps: readonly Step[];
  readonly windows: readonly ExposureWindow[];
  readonly identities: readonly (readonly [Address, string])[];
  readonly countedSources: readonly CountedSource[];
  readonly guards: readonly Guard[];
  readonly warnings: readonly PlanWarning[];
  readonly checks: Plan["checks"];
  readonly complete: boolean;
  /** Those patterns of `--only` that match something of the workspace, changed or not. */
  readonly matching: readonly string[];
  readonly counts: ReadonlyMap<ResourceKind, number>;
  readonly workspace: string;
  readonly names: LiveNames;
  /** Where `protect` may have something to protect. */
  readonly places: readonly Address[];
  /** Unless it is archived. */
  readonly end: EndState | undefined;
};

/**
 * Plans one workspace of the file (or of the base, when the file dropped it): different workspaces share nobody, but
 * their steps are counted in one sequence.
 */
export function planWorkspace(
  workspace: DesiredWorkspace,
  desired: DesiredState,
  live: LiveState,
  options: PlanOptions,
  firstStep: number,
  compare: CompareWorkspace,
): WorkspacePart {
  const found = liveWorkspaceOf(live, workspace);
  const founded =
    found === undefined && workspace.state === "present"
      ? workspaceAtCreation(workspace.name, live)
      : undefined;
  const diff = compare(workspace, found, founded);
  const problems = workspaceProblems(workspace, found, live);
  // What the token cannot reach is not planned.
  const possible = problems.diagnostics.length > 0 ? [] : diff.changes;
  const known = withJoined(workspace, withOrigins(workspace, possible, desired, options.base), diff);
  const all = sortedBy(known, ({ address }) => address);
  const changes = selectOnly(all, options.only);
  const plan = accessPlanOf(workspace.name, found ?? founded, diff.match, changes);
  const names = liveNamesOf(workspace.name, found, diff.match);
  const isDeletion = workspace.state === "absent";
  const { steps, windows } = stepsOf(changes, plan, firstStep);
  const access = isDeletion
    ? []
    : diffAccess(plan.nameIndex, plan.before, plan.after, concernedMembers(plan.before, plan.writes));
  const unread = countUnread(access, plan, changes);
  const unreadLosses = isDeletion ? [] : unreadLossesOf(changes, plan);
  const arriving = arrivingWorld(plan, newcomersOf(workspace, found, changes));
  const end: EndState | undefined = isDeletion
    ? undefined
    : {
        workspace,
        isNew: found === undefined,
        arriving,
        nameIndex: arriving.nameIndex,
        before: plan.before,
        state: arriving.state,
        unread: plan.unread,
        changes,
        types: typesAfter(workspace, found, changes),
      };
  const findings = end === undefined ? NO_FINDINGS : findingsOf(desired, end, steps, options);
  const lookAlikes = lookAlikesOf(changes, found, live, options.allow);
  const isChosen = isSelected(options.only);
  const matching = (options.only ?? []).filter((pattern) =>
    [...diff.found.keys(), ...all.map(({ address }) => address)].some((address) =>
      matchesPattern(pattern, address),
    ),
  );
  const isLookedAt = options.only === undefined || options.only.length === 0 || matching.length > 0;
  const arrivals = end === undefined || !isLookedAt ? [] : arrivalsIn(arriving, end.types);
  return {
    workspace: workspace.name,
    names,
    places: protectablePlaces(workspace, found, names),
    end,
    changes,
    unchanged: diff.unchanged,
    access: grantsOf(access, options.dataModel?.grants ?? []),
    arrivals,
    steps,
    windows,
    identities: [
      ...[...diff.found.values()].map(({ address, id }) => [address, id] as const),
      ...(found === undefined ? [] : builtInGroup(workspace.name, diff)),
    ],
    countedSources: isDeletion ? [] : countedSources(plan),
    guards: [...findings.guards, ...lookAlikes.guards],
    unread,
    unreadLosses,
    warnings: [
      ...findings.warnings,
      ...problems.warnings,
      ...unreadWarning(workspace.name, Math.max(unread, countOwners(unreadLosses))),
    ],
    checks: [
      ...(isDeletion || found === undefined
        ? []
        : checkRoster(workspace.name, found, desired.checks, options.today)),
      ...checkArrivals(arrivals, desired.checks),
    ].filter(isChosen),
    unmanaged: found === undefined ? [] : sortedBy(diff.unmanaged, ({ address }) => address).filter(isChosen),
    deferred: diff.deferred.filter(isChosen),
    unsupported: diff.unsupported.filter(isChosen),
    diagnostics: [
      ...diff.diagnostics,
      ...hintRenames(changes),
      ...lookAlikes.diagnostics,
      ...findings.diagnostics,
      ...problems.diagnostics,
    ],
    complete: changes.length === all.length,
    matching,
    counts: countKinds(diff),
  };
}

/** The data types of the definitions that will exist. */
function typesAfter(
  workspace: PresentWorkspace,
  found: LiveWorkspace | undefined,
  changes: readonly ResourceChange[],
): ReadonlyMap<string, DataType> {
  const types = new Map((found?.attributes ?? []).map(({ name, data_type }) => [name, data_type]));
  for (const { type, change } of changes)
    if (type === "attribute" && change.after === null) types.delete(String(change.before?.name));
  for (const attribute of workspace.attributes ?? [])
    if (attribute.state === "present") types.set(attribute.name, attribute.data_type);
  return types;
}

/** No resource of its own, but values hang on it. */
function builtInGroup(workspace: string, { match }: WorkspaceDiff): readonly (readonly [Address, string])[] {
  const group = match?.byName.get(ALL_USERS);
  return group === undefined ? [] : [[groupAddress(workspace, ALL_USERS), group.id]];
}

const NO_FINDINGS = { diagnostics: [], guards: [], warnings: [] };

function findingsOf(
  desired: DesiredState,
  end: EndState,
  steps: readonly Step[],
  options: PlanOptions,
): { diagnostics: readonly Diagnostic[]; guards: readonly Guard[]; warnings: readonly PlanWarning[] } {
  const { guards, warnings } = askExpectations(desired, end, options);
  return {
    diagnostics: [
      ...lintEndState(end).map((found) =>
        options.restores && found.code === "tie" ? { ...found, severity: "warning" as const } : found,
      ),
      ...lintRuleNames(desired, end.workspace, end.nameIndex),
    ],
    guards,
    warnings: [...predictSharedPrecedences(end, steps), ...connectionWarnings(end.changes), ...warnings],
  };
}

function connectionWarnings(changes: readonly ResourceChange[]): PlanWarning[] {
  return changes.flatMap(({ address, type, change: { before, after } }) => {
    const attribute = String((after ?? before)?.attribute ?? "");
    if ((type !== "group_value" && type !== "member_value") || !CONNECTION_ATTRIBUTES.has(attribute))
      return [];
    const message = `${attribute} switches the warehouse connection that these people's queries use`;
    return [{ code: "reserved-attribute", message, address } as const];
  });
}

/**
 * Members whose access changes and whose own values were not read: for them the diff shows the worst case. Of an
 * attribute that is only created nobody can have a value yet.
 */
function countUnread(
  access: readonly AccessChange[],
  { unread, nameIndex }: AccessPlan,
  changes: readonly ResourceChange[],
): number {
  const names = new Set([...unread].map((m) => nameIndex.members[m]));
  const created = new Set(
    changes.flatMap(({ type, change: { before, after } }) =>
      type === "attribute" && before === null ? [String(after?.name)] : [],
    ),
  );
  const affected = access.filter(({ member, attribute }) => names.has(member) && !created.has(attribute));
  return new Set(affected.map(({ member }) => member)).size;
}

/** An own value that is not read counts as none, which is the worst case unless it is to go. */
function unreadLossesOf(
  changes: readonly ResourceChange[],
  { nameIndex, before, unread }: AccessPlan,
): readonly UnreadLoss[] {
  return changes.flatMap(({ type, change }) => {
    if (type !== "attribute" || change.after !== null) return [];
    const attribute = String(change.before?.name);
    const a = nameIndex.attributes.indexOf(attribute);
    return [...unread].map((m) => ({
      address: memberValueAddress(nameIndex.workspace, nameIndex.members[m] ?? "", attribute),
      opens: mayBeOpen(outcomeOf(before, memberAttributeOf(before, m, a))),
    }));
  });
}

const countOwners = (losses: readonly UnreadLoss[]): number =>
  new Set(losses.map(({ address }) => ancestorAddress(address, 3))).size;

function unreadWarning(workspace: string, affected: number): PlanWarning[] {
  if (affected === 0) return [];
  const message = `own values of ${count(affected, "affected member")} of ${workspace} were not read: the worst case, that they have none, is shown. Raise --access-reads to read them`;
  return [{ code: "own-values-unread", message }];
}

function countKinds({ found }: WorkspaceDiff): ReadonlyMap<ResourceKind, number> {
  const counts = new Map<ResourceKind, number>(RESOURCE_KINDS.map((kind) => [kind, 0]));
  for (const { kind } of found.values()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}
