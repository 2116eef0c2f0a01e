import { lintObjects } from "../access/data/data-expectations.js";
import { quote, suggest } from "../config/validate/wording.js";
import { KINDS } from "../kinds/registry.js";
import {
  type Address,
  ancestorAddress,
  memberAddress,
  workspaceAddress,
  workspaceOf,
} from "../model/address.js";
import { type Diagnostic, sortDiagnostics } from "../model/diagnostic.js";
import type { CountedSource, Plan, ResourceChange, TouchedWorkspace, Unmanaged } from "../model/plan/plan.js";
import type { Step } from "../model/plan/step.js";
import { RESOURCE_KINDS, type ResourceKind } from "../model/resource-kind.js";
import type { DesiredState, Expectation } from "../model/state/desired-state.js";
import type { LiveState } from "../model/state/live-state.js";
import { sortedBy } from "../util/order.js";
import { askExpectations } from "./checks/expectations.js";
import type { EndState } from "./checks/findings.js";
import { checkModel } from "./checks/model-checks.js";
import { checkArrivals, checkRoster } from "./checks/roster-checks.js";
import { workspacesOfTwoNames } from "./checks/workspace-problems.js";
import { type ApprovedContent, planDigest } from "./digest.js";
import { withFileFindings } from "./file-facts.js";
import { askGuards, type GuardedPlan } from "./guards/guards.js";
import { watchedPeople } from "./guards/people-guards.js";
import { type RuleJudge, rulesChanged } from "./guards/rules-changed.js";
import { lintGroupPatterns } from "./guards/unknown-names.js";
import { unmatchedProtection } from "./guards/unmatched-protection.js";
import type { PlanOptions, Rules } from "./inputs.js";
import { isSelected } from "./order/only.js";
import { countRows, namingRow, withRows } from "./people/list-rows.js";
import { planWorkspace, type WorkspaceChanges, type WorkspacePart } from "./plan-workspace.js";
import { summarize } from "./summary.js";
import { verdictOf } from "./verdict.js";

/**
 * Makes the plan out of the changes in each workspace: whose access changes, in which order the writes go, what the
 * guards say, and the digest. `warnings` are about the changes as a whole. Pure, and byte-identical for the same changes.
 */
export function assemblePlan(
  given: readonly WorkspaceChanges[],
  desired: DesiredState,
  live: LiveState,
  options: PlanOptions,
  warnings: readonly Diagnostic[] = [],
): Plan {
  const parts = planWorkspaces(given, desired, live, options);
  const unmanaged = [
    // What lives beside is no matter of an undo.
    ...(options.purpose === "undo" ? [] : unmanagedWorkspaces(live).filter(isSelected(options.only))),
    ...parts.flatMap((part) => part.unmanaged),
  ];
  const approved = approvedContent(given, parts, desired, live, options);
  const { resource_changes: changes, access_changes, arrivals } = approved;
  const people = parts.flatMap((part) => part.people);
  const unchanged = parts.flatMap((part) => part.unchanged);
  const facts = {
    ...approved,
    resource_changes: options.showUnchanged
      ? sortedBy([...changes, ...unchanged], ({ address }) => address)
      : changes,
    people,
    ...executionOf(parts),
    unmanaged,
    unsupported: sortedBy(
      parts.flatMap((part) => part.unsupported.map((one) => namingRow(one, options))),
      ({ address, field }) => `${address} ${field}`,
    ),
    warnings: [...warnings, ...parts.flatMap((part) => part.warnings)],
    checks: checksOf(parts, desired, options),
    diagnostics: diagnosticsOf(given, parts, desired, live, options),
    summary: summarize(changes, unchanged.length, unmanaged.length, access_changes, people, arrivals),
  };
  const verdict = verdictOf(facts, options);
  return {
    format_version: "1.0",
    orgform_version: options.orgformVersion,
    ...facts,
    ...verdict,
    complete: !verdict.errored && parts.every((part) => part.complete),
    deferred: sortedBy(
      parts.flatMap((part) => part.deferred.map((one) => namingRow(one, options))),
      ({ address }) => address,
    ),
    ...countRows(options),
    reads: { requests: live.requests, own_values_unread: parts.reduce((sum, part) => sum + part.unread, 0) },
    plan_digest: planDigest(approved),
  };
}

/** What was found of the roster, the data model and the files, in this order. */
function checksOf(parts: readonly WorkspacePart[], desired: DesiredState, options: PlanOptions) {
  const ends = parts.flatMap(({ end }) => end ?? []);
  return [
    ...parts.flatMap((part) => part.checks),
    ...checkModel(options.dataModel, desired, ends),
    ...(options.file?.checks ?? []),
  ];
}

/** Steps are counted in one sequence. */
function planWorkspaces(
  given: readonly WorkspaceChanges[],
  rules: Rules,
  live: LiveState,
  options: PlanOptions,
): readonly WorkspacePart[] {
  const parts: WorkspacePart[] = [];
  let firstStep = 1;
  for (const workspace of given) {
    const part = planWorkspace(workspace, rules, live, options, firstStep);
    parts.push(part);
    firstStep += part.steps.length;
  }
  return parts;
}

/** As much of the plan as an approval covers. */
function approvedContent(
  given: readonly WorkspaceChanges[],
  parts: readonly WorkspacePart[],
  rules: Rules,
  live: LiveState,
  options: PlanOptions,
): ApprovedContent {
  const changes = parts.flatMap((part) => part.changes);
  const resource_changes = withRows(changes, options);
  const access_changes = parts.flatMap((part) => part.access);
  const guarded: GuardedPlan = {
    changes: resource_changes,
    access: access_changes,
    verdicts: parts.flatMap((part) => part.people),
    arrivals: parts.flatMap((part) => part.arrivals),
    windows: parts.flatMap((part) => part.windows),
    checks: parts.flatMap((part) => part.checks),
    unread: parts.flatMap((part) => part.unreadLosses),
    live: countLive(parts),
    groups: countGroups(parts),
    names: parts.map(({ names }) => names),
    people: given.flatMap(({ workspace, liveWorkspace }) =>
      watchedPeople(workspace.name, liveWorkspace, live.user_id),
    ),
  };
  return {
    organization: { id: live.organization.id, name: live.organization.name },
    workspaces: touchedWorkspaces(given, resource_changes),
    resource_changes,
    access_changes,
    arrivals: parts.flatMap((part) => part.arrivals),
    guards: [...askGuards(guarded, rules, options), ...parts.flatMap((part) => part.guards)],
    rules_changed: rulesChanged(rules, options.base, judgeOf(given, parts, options)),
  };
}

/** What carrying the plan out takes, and what it shows on the way. */
function executionOf(
  parts: readonly WorkspacePart[],
): Pick<Plan, "steps" | "exposure" | "identities" | "counted_sources"> {
  const steps = parts.flatMap((part) => part.steps);
  const windows = parts.flatMap((part) => part.windows);
  const counted_sources = parts.flatMap((part) => part.countedSources);
  const touched = addressesIn(steps, counted_sources);
  return {
    steps,
    exposure: { verdict: windows.length > 0 ? "windows" : "none", windows },
    identities: sortedBy(
      parts.flatMap((part) => part.identities).filter(([address]) => touched.has(address)),
      ([address]) => address,
    ),
    counted_sources,
  };
}

function diagnosticsOf(
  given: readonly WorkspaceChanges[],
  parts: readonly WorkspacePart[],
  rules: Rules,
  live: LiveState,
  options: PlanOptions,
): readonly Diagnostic[] {
  const told = sortDiagnostics([
    ...workspacesOfTwoNames(given),
    ...matchingNothing(
      options.only ?? [],
      parts,
      given.map(({ workspace }) => workspaceAddress(workspace.name)),
    ),
    ...unmatchedProtection(
      rules.protect,
      parts.flatMap(({ places }) => places),
      live,
    ),
    ...lintObjects(rules, options.dataModel),
    ...lintGroupPatterns(
      rules,
      parts.flatMap(({ end }) => end ?? []),
    ),
    ...parts.flatMap((part) => part.diagnostics),
  ]);
  return withFileFindings(told, options.file);
}

/** Asks rules that are not the file's own of the same end state and rosters. */
function judgeOf(
  given: readonly WorkspaceChanges[],
  parts: readonly WorkspacePart[],
  { allow = [], only = [], today }: PlanOptions,
): RuleJudge {
  const refusing = (expectation: Expectation, end: EndState) =>
    askExpectations({ expect: [expectation] }, end, { allow, only }).guards.filter(({ refused }) => refused);
  return {
    refusals: (expectation) =>
      parts
        .flatMap(({ end }) => (end === undefined ? [] : refusing(expectation, end)))
        .map(({ message }) => message),
    findings: (checks) => [
      ...given.flatMap(({ workspace, liveWorkspace }) =>
        workspace.state === "absent" || liveWorkspace === undefined
          ? []
          : checkRoster(workspace.name, liveWorkspace, checks, today),
      ),
      ...checkArrivals(
        parts.flatMap(({ arrivals }) => arrivals),
        checks,
      ),
    ],
  };
}

function touchedWorkspaces(
  given: readonly WorkspaceChanges[],
  changes: readonly ResourceChange[],
): readonly TouchedWorkspace[] {
  const touched = new Set(changes.map(({ address }) => ancestorAddress(address, 1)));
  const workspaces = given.flatMap(({ workspace, liveWorkspace }): TouchedWorkspace[] => {
    const address = workspaceAddress(workspace.name);
    return liveWorkspace === undefined || !touched.has(address)
      ? []
      : [{ address, id: liveWorkspace.id, name: liveWorkspace.name }];
  });
  return sortedBy(workspaces, ({ address }) => address);
}

/** A pattern for any workspace may well find nothing in some; one that names its workspace was meant otherwise. */
function matchingNothing(
  patterns: readonly string[],
  parts: readonly WorkspacePart[],
  workspaces: readonly string[],
): Diagnostic[] {
  const matching = new Set(parts.flatMap((part) => part.matching));
  return patterns
    .filter((pattern) => !matching.has(pattern))
    .map((pattern) => {
      const workspace = ancestorAddress(pattern, 1);
      const meant = workspaces.includes(workspace) ? undefined : suggest(workspace, workspaces);
      const asked = meant === undefined ? "" : `Did you mean the workspace ${quote(meant)}? `;
      return {
        severity: workspace.includes("*") ? "warning" : "error",
        code: "usage",
        summary: `--only ${pattern} matches nothing`,
        detail: `${asked}Nothing in the file or the organization matches. Copy an address from a plan.`,
      };
    });
}

/** Everything that steps name and whose live id their requests need. */
function addressesIn(steps: readonly Step[], counted: readonly CountedSource[]): ReadonlySet<Address> {
  const addresses = new Set<Address>();
  for (const { address, kind } of steps) {
    const { api } = KINDS[kind];
    addresses.add(ancestorAddress(address, 1)).add(address);
    for (const owner of Object.values({ ...api.parents(address), ...api.references?.(address) }))
      addresses.add(owner);
  }
  for (const { source, attribute, members } of counted) {
    addresses.add(source).add(attribute);
    for (const member of members) addresses.add(memberAddress(workspaceOf(source), member));
  }
  return addresses;
}

function unmanagedWorkspaces(live: LiveState): readonly Unmanaged[] {
  const addresses = live.unmanaged_workspaces.map(({ name }) => workspaceAddress(name));
  return sortedBy(addresses, (address) => address).map((address) => ({ address, type: "workspace" }));
}

function countLive(parts: readonly WorkspacePart[]): ReadonlyMap<ResourceKind, number> {
  return new Map(
    RESOURCE_KINDS.map((kind) => [kind, parts.reduce((sum, part) => sum + (part.counts.get(kind) ?? 0), 0)]),
  );
}

function countGroups(parts: readonly WorkspacePart[]): ReadonlyMap<string, number> {
  return new Map(parts.map((part) => [part.workspace, part.counts.get("group") ?? 0]));
}
