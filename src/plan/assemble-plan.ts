import { quote, suggest } from "../config/text/wording.js";
import { lintObjects } from "../data-model/answer/data-expectations.js";
import { checkModel } from "../data-model/lint/check-model.js";
import { KINDS } from "../kinds/registry.js";
import { type Address, ancestorAddress, memberAddress, workspaceAddress } from "../model/address.js";
import { type Diagnostic, sortDiagnostics } from "../model/diagnostic.js";
import { asFindings, findingsFrom, guardsOf, type PlanFinding } from "../model/plan/finding.js";
import type { Arrival, Plan, Unmanaged } from "../model/plan/plan.js";
import type { Moments } from "../model/plan/view.js";
import { serviceWarning } from "../model/service-warning.js";
import type { DesiredState } from "../model/state/desired-state.js";
import type { LiveState } from "../model/state/live-state.js";
import { sortedBy } from "../util/order.js";
import { lintCutAddresses } from "./checks/change-checks.js";
import type { EndState } from "./checks/findings.js";
import { checkArrivals } from "./checks/roster-checks.js";
import { workspacesOfTwoNames } from "./checks/workspace-problems.js";
import { type ApprovedContent, planDigest } from "./digest.js";
import { refusedBy } from "./guards/expectations.js";
import { askGuards } from "./guards/guards.js";
import { type RuleJudge, rulesChanged } from "./guards/rules-changed.js";
import { lintRuleGroups } from "./guards/unknown-names.js";
import { unmatchedProtection } from "./guards/unmatched-protection.js";
import { endingIn, endsIn } from "./input/ends.js";
import { withFileFindings, withPlaces } from "./input/file-facts.js";
import type { PlanOptions, Rules } from "./input/inputs.js";
import { isSelected } from "./order/only.js";
import { comparedWith } from "./people/earlier-arrivals.js";
import { countRows, namingRow, namingTheirRow, withRows } from "./people/list-rows.js";
import { openFirst } from "./people/not-listed.js";
import { awaitedAdmins, organizationAdminsOf, unlimitedRolesAt } from "./people/roles.js";
import { plannedChanges, planWorkspace, type WorkspaceChanges } from "./plan-workspace.js";
import { summarize } from "./summary.js";
import { verdictOf } from "./verdict.js";
import type { WorkspacePart } from "./workspace-part.js";

/**
 * Makes the plan out of the changes in each workspace: whose access changes, in which order the writes go, what the
 * guards say, and the digest. Pure, and byte-identical for the same changes.
 */
export function assemblePlan(
  workspaceChanges: readonly WorkspaceChanges[],
  desired: DesiredState,
  live: LiveState,
  options: PlanOptions,
  { doubtful = [], findings = [] }: Remarks = {},
): PlannedAccess {
  const parts = planWorkspaces(workspaceChanges, desired, live, options);
  const ends = parts.flatMap(({ end }) => end ?? []);
  const unchanged = parts.flatMap((part) => part.unchanged);
  const unmanaged = [
    // An undo says nothing of other workspaces.
    ...(options.purpose === "undo" ? [] : unmanagedWorkspaces(live).filter(isSelected(options))),
    ...parts.flatMap((part) => part.unmanaged),
  ];
  const not_listed = openFirst(parts.flatMap((part) => part.notListed)).map((one) =>
    namingTheirRow(one, options),
  );
  const unsupported = parts.flatMap((part) => part.unsupported).map((one) => namingRow(one, options));
  const deferred = parts.flatMap((part) => part.deferred).map((one) => namingRow(one, options));
  const filed = workspaceChanges.map(({ workspace }) => workspace);
  const ending = filed.flatMap(endingIn).filter(isSelected(options));
  const content = contentOf(parts, ends, desired, live, options);
  const facts = {
    ...content,
    ...executionOf(parts),
    ended: filed.flatMap(endsIn),
    unmanaged,
    not_listed,
    ...(ending.length > 0 && { ending }),
    unsupported: sortedBy(unsupported, ({ address, field }) => `${address} ${field}`),
    findings: [...findings, ...findingsOf(workspaceChanges, parts, ends, desired, live, options)],
    summary: summarize({
      ...content,
      unmanaged,
      not_listed,
      no_op: unchanged.length,
      compared: comparedWith(options),
    }),
  };
  const guardFindings = askGuards({ ...facts, parts, rules: desired, options, doubtful });
  const judged = { ...facts, findings: [...facts.findings, ...guardFindings] };
  const verdict = verdictOf(judged, options);
  const plan: Plan = {
    format_version: "1.0",
    orgform_version: options.orgformVersion,
    ...judged,
    ...verdict,
    complete: !verdict.errored && parts.every((part) => part.complete),
    deferred: sortedBy(deferred, ({ address }) => address),
    ...countRows(options),
    reads: { requests: live.requests, own_values_unread: parts.reduce((sum, part) => sum + part.unread, 0) },
    plan_digest: planDigest({ ...content, guards: guardsOf({ findings: guardFindings }) }),
  };
  return { plan, moments: parts.flatMap(({ moments }) => moments ?? []) };
}

/** The facts about the changes together, before they are planned. */
export interface Remarks {
  readonly findings?: readonly PlanFinding[];
  /** Changes that are taken back although nobody knows whether they happened. */
  readonly doubtful?: readonly Address[];
}

/** A plan, and who has what around it in each workspace that is not archived. */
export interface PlannedAccess {
  readonly plan: Plan;
  readonly moments: readonly Moments[];
}

/** Steps are counted in one sequence. */
function planWorkspaces(
  workspaceChanges: readonly WorkspaceChanges[],
  rules: Rules,
  live: LiveState,
  options: PlanOptions,
): readonly WorkspacePart[] {
  let firstStep = 1;
  const admins = organizationAdminsOf(
    live,
    workspaceChanges.some(invitesAdmin)
      ? workspaceChanges.flatMap((one) => plannedChanges(one, live, options).changes)
      : [],
    workspaceChanges.flatMap(({ workspace, liveWorkspace }) => awaitedAdmins(workspace, liveWorkspace)),
  );
  return workspaceChanges.map((workspace) => {
    const roles = { unlimited: unlimitedRolesAt(workspace.workspace, options), admins };
    const part = planWorkspace({ ...workspace, roles }, rules, live, options, firstStep);
    firstStep += part.steps.length;
    return part;
  });
}

/** Returns true if an invite of an organization admin may be among the changes. */
const invitesAdmin = ({ diff }: WorkspaceChanges): boolean =>
  organizationAdminsOf({ workspaces: [], unmanaged_workspaces: [] }, diff.changes).arriving.size > 0;

/** The content of the plan that an approval covers, without the overrides of guards. */
function contentOf(
  parts: readonly WorkspacePart[],
  ends: readonly EndState[],
  rules: DesiredState,
  live: LiveState,
  options: PlanOptions,
): Omit<ApprovedContent, "guards"> {
  const changes = parts.flatMap((part) => part.changes);
  const resource_changes = withPlaces(withRows(changes, options), options.file);
  const access_changes = parts.flatMap((part) => part.access);
  const arrivals = parts.flatMap((part) => part.arrivals);
  const people = parts.flatMap((part) => part.people);
  const windows = parts.flatMap((part) => part.windows);
  const touched = parts.flatMap((part) => part.touched);
  return {
    organization: { id: live.organization.id, name: live.organization.name },
    workspaces: sortedBy(touched, ({ address }) => address),
    resource_changes,
    access_changes,
    people,
    exposure: { verdict: windows.length > 0 ? "windows" : "none", windows },
    arrivals,
    ...(options.newFiles?.length ? { new_files: options.newFiles } : {}),
    rules_changed: rulesChanged(rules, options.base, judgeOf(parts, ends, arrivals, options), options),
  };
}

/** The steps of the plan, the identities that they rely on, and the sources that its removals depend on. */
function executionOf(
  parts: readonly WorkspacePart[],
): Pick<Plan, "steps" | "identities" | "counted_sources"> {
  return {
    steps: parts.flatMap((part) => part.steps),
    identities: sortedBy(parts.flatMap(identitiesIn), ([address]) => address),
    counted_sources: parts.flatMap((part) => part.countedSources),
  };
}

/** Findings about the file first, sorted by their place. */
function findingsOf(
  workspaceChanges: readonly WorkspaceChanges[],
  parts: readonly WorkspacePart[],
  ends: readonly EndState[],
  desired: DesiredState,
  live: LiveState,
  options: PlanOptions,
): readonly PlanFinding[] {
  const places = parts.flatMap((part) => part.places);
  const ofParts = parts.flatMap((part) => part.findings);
  const aboutFile = [
    ...workspacesOfTwoNames(workspaceChanges),
    ...matchingNothing("--only", options.only, parts, live),
    ...matchingNothing("--exclude", options.exclude, parts, live),
    ...unmatchedProtection(desired.protect, places, live),
    ...lintObjects(desired, options.dataModel),
    ...lintRuleGroups(desired, ends),
    ...lintCutAddresses(parts.flatMap(strangersIn), options.file),
    ...findingsFrom({ findings: ofParts }, "file"),
  ];
  return [
    ...asFindings("file", withFileFindings(sortDiagnostics(aboutFile), options.file)),
    ...ofParts.filter(({ from }) => from !== "file"),
    ...asFindings("check", [
      // An undo speaks of some workspaces only, and follows no file that could be mended.
      ...(options.purpose === "undo" ? [] : checkModel(options.dataModel, desired, ends)),
      ...(options.file?.checks ?? []),
    ]),
    ...asFindings("service", (live.service_warnings ?? []).map(serviceWarning)),
  ];
}

/** The people who arrive and are nobody yet: no member, and without an invite. */
const strangersIn = ({ arrivals, idOf }: WorkspacePart): readonly Arrival[] =>
  arrivals.filter(({ workspace, member }) => idOf(memberAddress(workspace, member)) === undefined);

/** Asks rules that are not the file's own of the same end states and rosters. */
function judgeOf(
  parts: readonly WorkspacePart[],
  ends: readonly EndState[],
  arrivals: readonly Arrival[],
  { allow = [], only = [] }: PlanOptions,
): RuleJudge {
  return {
    refusals: (expectation) => ends.flatMap((end) => refusedBy(expectation, end, { allow, only })),
    findings: (checks) => [
      ...parts.flatMap((part) => part.rosterFindings(checks)),
      ...checkArrivals(arrivals, checks),
    ],
  };
}

/**
 * The patterns that match nothing, as findings. A pattern for any workspace may match nothing in some; one
 * that names its workspace is a mistake.
 */
function matchingNothing(
  flag: string,
  patterns: readonly string[] = [],
  parts: readonly WorkspacePart[],
  live: LiveState,
): Diagnostic[] {
  const workspaces = parts.map((part) => workspaceAddress(part.workspace));
  const unmanaged = unmanagedWorkspaces(live).map(({ address }) => address);
  const matching = new Set(parts.flatMap((part) => part.matching));
  return patterns
    .filter((pattern) => !matching.has(pattern))
    .map((pattern) => {
      const workspace = ancestorAddress(pattern, 1);
      const isUnmanaged = unmanaged.includes(workspace);
      const isKnown = isUnmanaged || workspaces.includes(workspace);
      const suggestion = isKnown ? undefined : suggest(workspace, workspaces);
      const asked = suggestion === undefined ? "" : `Did you mean the workspace ${quote(suggestion)}? `;
      const why = isUnmanaged
        ? "The workspace exists, but the file does not list it, so nothing in it is planned. Name its file with --file, or list it under `workspaces`."
        : "Nothing in the file or the organization matches. Copy an address from a plan.";
      return {
        severity: workspace.includes("*") ? "warning" : "error",
        code: "usage",
        summary: `${flag} ${pattern} matches nothing${isUnmanaged ? " that the file manages" : ""}`,
        detail: asked + why,
      };
    });
}

/** The ids of everything that the steps name, or count on, or that somebody arrives in, and that exists. */
function identitiesIn({
  workspace,
  steps,
  countedSources,
  arrivals,
  idOf,
}: WorkspacePart): Plan["identities"] {
  const addresses = new Set<Address>(arrivals.length > 0 ? [workspaceAddress(workspace)] : []);
  for (const { address, kind } of steps) {
    const { parents, references } = KINDS[kind].api;
    addresses.add(address);
    for (const owner of Object.values(parents(address))) addresses.add(owner);
    for (const other of Object.values(references?.(address) ?? {})) addresses.add(other);
  }
  const members = new Set<string>();
  for (const { source, attribute, members: people } of countedSources) {
    addresses.add(source).add(attribute);
    for (const member of people) members.add(member);
  }
  for (const member of members) addresses.add(memberAddress(workspace, member));
  return [...addresses].flatMap((address) => {
    const id = idOf(address);
    return id === undefined ? [] : [[address, id] as const];
  });
}

function unmanagedWorkspaces(live: LiveState): readonly Unmanaged[] {
  const addresses = live.unmanaged_workspaces.map(({ name }) => workspaceAddress(name));
  return sortedBy(addresses, (address) => address).map((address) => ({ address, type: "workspace" }));
}
