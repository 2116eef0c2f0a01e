import { quote, suggest } from "../config/validate/wording.js";
import { KINDS } from "../kinds/registry.js";
import {
  type Address,
  ancestorAddress,
  memberAddress,
  workspaceAddress,
  workspaceOf,
} from "../model/address.js";
import { type Diagnostic, hasErrors, sortDiagnostics } from "../model/diagnostic.js";
import { InternalError } from "../model/internal-error.js";
import type { CountedSource, Plan, ResourceChange, TouchedWorkspace, Unmanaged } from "../model/plan/plan.js";
import type { Step } from "../model/plan/step.js";
import { RESOURCE_KINDS, type ResourceKind } from "../model/resource-kind.js";
import type { DesiredState, DesiredWorkspace, Expectation } from "../model/state/desired-state.js";
import type { LiveState } from "../model/state/live-state.js";
import { sortedBy } from "../util/order.js";
import { askExpectations, type EndState } from "./checks/findings.js";
import { checkModel } from "./checks/model-checks.js";
import { checkArrivals, checkRoster } from "./checks/roster-checks.js";
import { workspacesOfTwoNames } from "./checks/workspace-problems.js";
import { type CompareWorkspace, comparisonWith } from "./diff/diff-workspace.js";
import { planDigest } from "./digest.js";
import { askGuards } from "./guards/guards.js";
import { watchedPeople } from "./guards/people-guards.js";
import { type RuleJudge, rulesChanged } from "./guards/rules-changed.js";
import { unmatchedProtection } from "./guards/unmatched-protection.js";
import { liveWorkspaceOf, managedWorkspaces, type PlanOptions } from "./inputs.js";
import { isSelected } from "./order/only.js";
import { planWorkspace, type WorkspacePart } from "./plan-workspace.js";
import { requiredReads } from "./reads/required-reads.js";
import { summarize } from "./summary.js";

/**
 * Says what would change and whose access: a pure function of its inputs, byte-identical for the same ones whatever
 * the order of keys or rows. The live state must hold everything that `requiredReads` asks for; who asked that before
 * can hand in what was `compare`d then.
 *
 * @throws InternalError when the live state was not read far enough.
 */
export function createPlan(
  desired: DesiredState,
  live: LiveState,
  options: PlanOptions,
  compare: CompareWorkspace = comparisonWith(options.base),
): Plan {
  if (requiredReads(desired, live, options, compare).length > 0)
    throw new InternalError("the live state is not complete");
  const managed = managedWorkspaces(desired, options.base, live);
  const parts: WorkspacePart[] = [];
  let firstStep = 1;
  for (const workspace of managed) {
    const part = planWorkspace(workspace, desired, live, options, firstStep, compare);
    parts.push(part);
    firstStep += part.steps.length;
  }
  const changes = parts.flatMap((part) => part.changes);
  const access_changes = parts.flatMap((part) => part.access);
  const arrivals = parts.flatMap((part) => part.arrivals);
  const steps = parts.flatMap((part) => part.steps);
  const windows = parts.flatMap((part) => part.windows);
  const guards = [
    ...askGuards(
      {
        changes,
        access: access_changes,
        windows,
        checks: parts.flatMap((part) => part.checks),
        unread: parts.flatMap((part) => part.unreadLosses),
        live: countLive(parts),
        groups: countGroups(parts),
        names: parts.map(({ names }) => names),
        people: managed.flatMap((workspace) =>
          watchedPeople(workspace.name, liveWorkspaceOf(live, workspace), live.user_id),
        ),
      },
      desired,
      options,
    ),
    ...parts.flatMap((part) => part.guards),
  ];
  const diagnostics = sortDiagnostics([
    ...workspacesOfTwoNames(managed, live),
    ...matchingNothing(
      options.only ?? [],
      parts,
      managed.map(({ name }) => workspaceAddress(name)),
    ),
    ...unmatchedProtection(
      desired.protect,
      parts.flatMap(({ places }) => places),
      live,
    ),
    ...parts.flatMap((part) => part.diagnostics),
  ]);
  const errored = hasErrors(diagnostics);
  const refused = guards.some((guard) => guard.refused);
  const unmanaged = [
    ...unmanagedWorkspaces(live).filter(isSelected(options.only)),
    ...parts.flatMap((part) => part.unmanaged),
  ];
  const counted_sources = parts.flatMap((part) => part.countedSources);
  const touched = addressesIn(steps, counted_sources);
  const rules_changed = rulesChanged(desired, options.base, judgeOf(parts, managed, desired, live, options));
  const organization = { id: live.organization.id, name: live.organization.name };
  const workspaces = touchedWorkspaces(managed, live, changes);
  return {
    format_version: "1.0",
    orgform_version: options.orgformVersion,
    outcome: errored ? "error" : refused ? "refused" : "ok",
    organization,
    applyable: !errored && !refused && steps.length > 0,
    complete: !errored && parts.every((part) => part.complete),
    errored,
    workspaces,
    resource_changes: options.showUnchanged
      ? sortedBy([...changes, ...parts.flatMap((part) => part.unchanged)], ({ address }) => address)
      : changes,
    access_changes,
    arrivals,
    exposure: { verdict: windows.length > 0 ? "windows" : "none", windows },
    steps,
    identities: sortedBy(
      parts.flatMap((part) => part.identities).filter(([address]) => touched.has(address)),
      ([address]) => address,
    ),
    counted_sources,
    unmanaged,
    deferred: sortedBy(
      parts.flatMap((part) => part.deferred),
      ({ address }) => address,
    ),
    unsupported: sortedBy(
      parts.flatMap((part) => part.unsupported),
      ({ address, field }) => `${address} ${field}`,
    ),
    warnings: parts.flatMap((part) => part.warnings),
    checks: [
      ...parts.flatMap((part) => part.checks),
      ...checkModel(
        options.dataModel,
        desired,
        parts.flatMap(({ end }) => end ?? []),
      ),
    ],
    guards,
    rules_changed,
    diagnostics,
    summary: summarize(
      changes,
      parts.flatMap((part) => part.unchanged).length,
      unmanaged.length,
      access_changes,
      arrivals,
    ),
    reads: { requests: live.requests, own_values_unread: parts.reduce((sum, part) => sum + part.unread, 0) },
    plan_digest: planDigest({
      organization,
      workspaces,
      resource_changes: changes,
      access_changes,
      arrivals,
      guards,
      rules_changed,
    }),
  };
}

/** Asks rules that are not the file's own of the same end state and rosters. */
function judgeOf(
  parts: readonly WorkspacePart[],
  managed: readonly DesiredWorkspace[],
  desired: DesiredState,
  live: LiveState,
  options: PlanOptions,
): RuleJudge {
  const refusing = (expectation: Expectation, end: EndState) =>
    askExpectations({ ...desired, expect: [expectation] }, end, options).guards.filter(
      ({ refused }) => refused,
    );
  return {
    refusals: (expectation) =>
      parts
        .flatMap(({ end }) => (end === undefined ? [] : refusing(expectation, end)))
        .map(({ message }) => message),
    findings: (checks) => [
      ...managed.flatMap((workspace) => {
        const found = workspace.state === "absent" ? undefined : liveWorkspaceOf(live, workspace);
        return found === undefined ? [] : checkRoster(workspace.name, found, checks, options.today);
      }),
      ...checkArrivals(
        parts.flatMap(({ arrivals }) => arrivals),
        checks,
      ),
    ],
  };
}

function touchedWorkspaces(
  managed: readonly DesiredWorkspace[],
  live: LiveState,
  changes: readonly ResourceChange[],
): readonly TouchedWorkspace[] {
  const touched = new Set(changes.map(({ address }) => ancestorAddress(address, 1)));
  const workspaces = managed.flatMap((workspace): TouchedWorkspace[] => {
    const address = workspaceAddress(workspace.name);
    const found = touched.has(address) ? liveWorkspaceOf(live, workspace) : undefined;
    return found === undefined ? [] : [{ address, id: found.id, name: found.name }];
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
        detail: `${asked}Neither the file nor the organization has such an address; copy one from a plan.`,
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
