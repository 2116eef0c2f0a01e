import { diffAccess } from "../access/access-diff.js";
import { concernedMembers } from "../access/effect.js";
import { grantsOf } from "../access/grants.js";
import { mayBeOpen, outcomeOf, pairOf } from "../access/world.js";
import {
  type Address,
  ALL_USERS,
  ancestorAddress,
  groupAddress,
  matchesPattern,
  memberValueAddress,
} from "../model/address.js";
import type { DesiredState, DesiredWorkspace, PresentWorkspace } from "../model/desired-state.js";
import type { Diagnostic } from "../model/diagnostic.js";
import type { LiveState, LiveWorkspace } from "../model/live-state.js";
import type {
  AccessChange,
  Arrival,
  CountedSource,
  ExposureWindow,
  Guard,
  Plan,
  PlanWarning,
  ResourceChange,
} from "../model/plan.js";
import { CONNECTION_ATTRIBUTES } from "../model/reserved-attributes.js";
import { type DataType, RESOURCE_KINDS, type ResourceKind } from "../model/resource-kind.js";
import type { Step } from "../model/step.js";
import { count } from "../util/count.js";
import { sortedBy } from "../util/order.js";
import { type AccessPlan, accessPlanOf } from "./access-plan.js";
import { arrivalsIn, arrivingWorld, newcomersOf } from "./arrivals.js";
import { countedSources } from "./counted-sources.js";
import type { CompareWorkspace, WorkspaceDiff } from "./diff-workspace.js";
import { askExpectations, type EndState, lintEndState, predictSharedPrecedences } from "./findings.js";
import { foundedWorkspace } from "./founded.js";
import type { UnreadLoss } from "./guards.js";
import { liveWorkspaceOf, type PlanOptions } from "./inputs.js";
import { withJoined } from "./joined.js";
import { type LiveNames, liveNamesOf } from "./live-names.js";
import { lookAlikesOf } from "./look-alikes.js";
import { isSelected, selectOnly } from "./only.js";
import { withOrigins } from "./origin.js";
import { hintRenames } from "./rename-hint.js";
import { checkArrivals, checkRoster } from "./roster-checks.js";
import { stepsOf } from "./steps.js";
import { lintRuleNames } from "./unknown-names.js";
import { protectablePlaces } from "./unmatched-protection.js";
import { workspaceProblems } from "./workspace-problems.js";

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
    found === undefined && workspace.state === "present" ? foundedWorkspace(workspace.name, live) : undefined;
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
    : diffAccess(plan.universe, plan.before, plan.after, concernedMembers(plan.before, plan.writes));
  const unread = countUnread(access, plan, changes);
  const unreadLosses = isDeletion ? [] : unreadLossesOf(changes, plan);
  const arriving = arrivingWorld(plan, newcomersOf(workspace, found, changes));
  const end: EndState | undefined = isDeletion
    ? undefined
    : {
        workspace,
        isNew: found === undefined,
        arriving,
        universe: arriving.universe,
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
      ...lintRuleNames(desired, end.workspace, end.universe),
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
  { unread, universe }: AccessPlan,
  changes: readonly ResourceChange[],
): number {
  const names = new Set([...unread].map((m) => universe.members[m]));
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
  { universe, before, unread }: AccessPlan,
): readonly UnreadLoss[] {
  return changes.flatMap(({ type, change }) => {
    if (type !== "attribute" || change.after !== null) return [];
    const attribute = String(change.before?.name);
    const a = universe.attributes.indexOf(attribute);
    return [...unread].map((m) => ({
      address: memberValueAddress(universe.workspace, universe.members[m] ?? "", attribute),
      opens: mayBeOpen(outcomeOf(before, pairOf(before, m, a))),
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
