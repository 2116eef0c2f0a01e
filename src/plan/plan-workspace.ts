import { type Address, ALL_USERS, groupAddress, matchesPattern, workspaceAddress } from "../model/address.js";
import type { ResourceChange, TouchedWorkspace } from "../model/plan/plan.js";
import type { ResourceKind } from "../model/resource-kind.js";
import { groupBy, sortedBy } from "../util/collections.js";
import { openedBeforeArrival } from "./checks/arrival-checks.js";
import { checkRoster } from "./checks/roster-checks.js";
import { workspaceProblem } from "./checks/workspace-problems.js";
import type { WorkspaceDiff } from "./diff/diff-workspace.js";
import { judgeExpectations } from "./guards/expectations.js";
import { everyAddressOf, liveNamesOf, patternsOfFile, type ServiceNames } from "./guards/live-names.js";
import { lookAlikesOf } from "./guards/look-alikes.js";
import { watchedPeople } from "./guards/people-guards.js";
import { protectablePlaces } from "./guards/unmatched-protection.js";
import type { PlanInput, PlanOptions } from "./input/inputs.js";
import { deferredResources, isSelected, namedInFile, selectChanges } from "./order/only.js";
import { stepsOf } from "./order/steps.js";
import { accessPlanOf } from "./people/access-plan.js";
import { hasJoinedIn } from "./people/has-joined.js";
import { notListedIn } from "./people/not-listed.js";
import { whoArrives } from "./who-arrives.js";
import { accessIn, endsOf } from "./workspace-access.js";
import { findingsOfWorkspace } from "./workspace-findings.js";
import type { SideLists, WorkspaceChanges, WorkspaceInput, WorkspacePart } from "./workspace-part.js";

/**
 * Plans one workspace from the changes in it: different workspaces share nobody, but their steps are counted in one
 * sequence.
 */
export function planWorkspace(input: WorkspaceInput, plan: PlanInput, firstStep: number): WorkspacePart {
  const { workspace, liveWorkspace, start, diff } = input;
  const { desired, live } = plan;
  const { all, changes } = plannedChanges(input, plan);
  const access = accessPlanOf(workspace.name, start, diff.match, changes);
  const names = liveNamesOf(workspace.name, liveWorkspace, diff.match);
  const options = withFileNames(plan.options, names);
  const { moments, end } = endsOf(input, access, options);
  const { steps, windows } = stepsOf(access, firstStep);
  const watched = watchedPeople(workspace.name, liveWorkspace, live.user_id);
  // The people whom the file does not list, and what is left to them.
  const unlisted = diff.notListed.filter(isSelected(options));
  const arrivals = end && moments ? whoArrives(input, end, moments.start, options) : [];
  const part: Omit<WorkspacePart, "findings"> = {
    ...accessIn(input, access, moments, options),
    ...sideLists(input, changes, options),
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
    hasJoined: hasJoinedIn(workspace, liveWorkspace, changes, options.base),
    openedBeforeArrival: moments === undefined ? [] : openedBeforeArrival(moments, arrivals),
    notListed: end === undefined ? [] : notListedIn(end.view, unlisted, end.types, watched),
    steps,
    windows,
    idOf: identifying(input),
    expectations: end === undefined ? [] : judgeExpectations(desired, end, options),
    lookAlikes: lookAlikesOf(changes, liveWorkspace, live),
    complete: changes.length === all.length,
    matching: matchingPatterns(input, all, plan.options),
    addresses: () => addressesIn(input, all),
    counts: countKinds(diff),
  };
  return { ...part, findings: findingsOfWorkspace(input, part, { ...plan, options }) };
}

/** The options with patterns that match what they mean by live names, too. */
function withFileNames({ only, exclude, ...options }: PlanOptions, names: ServiceNames): PlanOptions {
  const both = (patterns: readonly string[] | undefined) =>
    patterns?.flatMap((pattern) => [pattern, ...patternsOfFile(pattern, names)]);
  return { ...options, only: both(only), exclude: both(exclude) };
}

/** All changes of a workspace, and those that the run selects. */
export function plannedChanges(
  { workspace, liveWorkspace, diff }: WorkspaceChanges,
  plan: PlanInput,
): { readonly all: readonly ResourceChange[]; readonly changes: readonly ResourceChange[] } {
  // A workspace that the token cannot reach is not planned.
  const isImpossible = workspaceProblem(workspace, liveWorkspace, plan.live)?.severity === "error";
  const all = sortedBy(isImpossible ? [] : diff.changes, ({ address }) => address);
  const options = withFileNames(plan.options, liveNamesOf(workspace.name, liveWorkspace, diff.match));
  return { all, changes: selectChanges(all, options) };
}

/** The patterns of `--only` and `--exclude` that match something of a workspace, changed or not. */
function matchingPatterns(
  input: WorkspaceChanges,
  changes: readonly ResourceChange[],
  { only = [], exclude = [] }: PlanOptions,
): readonly string[] {
  const patterns = [...only, ...exclude];
  if (patterns.length === 0) return [];
  const { workspace, liveWorkspace, diff } = input;
  const everyName = everyAddressOf([liveNamesOf(workspace.name, liveWorkspace, diff.match)]);
  const addresses = addressesIn(input, changes).flatMap(everyName);
  return patterns.filter((pattern) => addresses.some((address) => matchesPattern(pattern, address)));
}

/** Everything in a workspace that a pattern can match, live or in the file. */
function addressesIn(
  { workspace, diff }: WorkspaceChanges,
  changes: readonly ResourceChange[],
): readonly Address[] {
  const things = [...diff.liveByAddress.values(), ...changes, ...diff.deferred, ...namedInFile(workspace)];
  return things.map(({ address }) => address);
}

function sideLists(
  { workspace, liveWorkspace, diff }: WorkspaceChanges,
  changes: readonly ResourceChange[],
  { today, ...selection }: PlanOptions,
): SideLists {
  const isChosen = isSelected(selection);
  const unmanaged = liveWorkspace === undefined ? [] : diff.unmanaged;
  return {
    rosterFindings: (by) =>
      liveWorkspace === undefined || workspace.state === "absent"
        ? []
        : checkRoster(workspace.name, liveWorkspace, by, today),
    unmanaged: sortedBy(unmanaged, ({ address }) => address).filter(isChosen),
    deferred: deferredResources(diff.deferred.filter(isChosen), diff.changes, changes),
    unsupported: diff.unsupported.filter(isChosen),
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
