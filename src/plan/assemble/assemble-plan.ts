import { lintObjects } from "../../data-model/answer/data-expectations.js";
import { checkModel } from "../../data-model/lint/check-model.js";
import { KINDS } from "../../kinds/registry.js";
import { type Address, memberAddress, workspaceAddress } from "../../model/address.js";
import { sortDiagnostics } from "../../model/diagnostic.js";
import { asFindings, findingsFrom, guardsOf, type PlanFinding } from "../../model/plan/finding.js";
import type { Plan, PlanContent, Step, TouchedWorkspace } from "../../model/plan/plan.js";
import type { Moments } from "../../model/plan/view.js";
import { serviceWarning } from "../../model/service-warning.js";
import { sortedBy } from "../../util/collections.js";
import { lintCutAddresses } from "../checks/arrival-checks.js";
import { workspacesOfTwoNames } from "../checks/workspace-problems.js";
import type { WorkspaceChanges } from "../diff/diff-workspace.js";
import { rulesChanged } from "../edits/rules.js";
import { createdAgainErrors } from "../guards/creations.js";
import { askGuards } from "../guards/guards.js";
import type { WorkspacePart } from "../guards/plan-facts.js";
import { lintRuleGroups } from "../guards/unknown-names.js";
import { protectablePlaces, unmatchedProtection } from "../guards/unmatched-protection.js";
import { withFileFindings, withPlaces } from "../input/file-facts.js";
import type { PlanInput } from "../input/inputs.js";
import { lintKeys } from "../input/keys.js";
import { isEverybodysValue } from "../order/steps.js";
import { hasJoinedIn } from "../people/has-joined.js";
import { organizationAdminsOf, unlimitedRolesAt } from "../people/known-roles.js";
import { countRows, namingRow, namingTheirRow, withRows } from "../people/list-rows.js";
import { openFirst } from "../people/not-listed.js";
import { plannedChanges, planWorkspace } from "../workspace/plan-workspace.js";
import { findingsOfWorkspace, unmanagedWorkspaces } from "../workspace/workspace-findings.js";
import { planDigest } from "./digest.js";
import { summarize } from "./summary.js";
import { verdictOf } from "./verdict.js";

/**
 * Makes the plan out of the changes in each workspace: whose access changes, in which order the writes go, what the
 * guards say, and the digest. Pure, and byte-identical for the same changes.
 */
export function assemblePlan(
  workspaceChanges: readonly WorkspaceChanges[],
  input: PlanInput,
  findings: readonly PlanFinding[],
): PlannedAccess {
  const { live, options } = input;
  const parts = planWorkspaces(workspaceChanges, input);
  const content = contentOf(parts, input, findings);
  const guards = askGuards({ ...content, ...input, parts });
  const judged = { ...content, findings: [...content.findings, ...guards] };
  const verdict = verdictOf(judged, options.purpose);
  const people_list = countRows(input);
  const plan: Plan = {
    format_version: "1.0",
    orgform_version: options.orgformVersion,
    ...judged,
    ...verdict,
    complete: !verdict.errored && options.workspaces === undefined,
    ...(options.purpose === "drift" && { drift: true }),
    ...(people_list && { people_list }),
    reads: { requests: live.requests, own_values_unread: parts.reduce((sum, part) => sum + part.unread, 0) },
    plan_digest: planDigest({ ...content, guards: guardsOf({ findings: guards }) }),
  };
  return { plan, moments: parts.flatMap(({ end }) => end?.moments ?? []) };
}

/** A plan, and who has what around it in each workspace that is not archived. */
export interface PlannedAccess {
  readonly plan: Plan;
  readonly moments: readonly Moments[];
}

/**
 * Steps are counted in one sequence, archives last: the users of an archived workspace are moved to another one at once,
 * where they have the values of the built-in group, so that an archive waits for these everywhere.
 */
function planWorkspaces(
  workspaceChanges: readonly WorkspaceChanges[],
  input: PlanInput,
): readonly WorkspacePart[] {
  let firstStep = 1;
  const all = workspaceChanges.map((one) => ({ ...one, changes: plannedChanges(one, input) }));
  const admins = organizationAdminsOf(input.live, all);
  const parts = new Map<WorkspaceChanges, WorkspacePart>();
  const everybodys: number[] = [];
  const isArchived = ({ workspace }: WorkspaceChanges): boolean => workspace.state === "absent";
  for (const one of [...all].sort((a, b) => Number(isArchived(a)) - Number(isArchived(b)))) {
    const roles = { unlimited: unlimitedRolesAt(one.workspace, input.base), admins };
    const part = planWorkspace({ ...one, roles }, input, firstStep);
    const after = (step: Step): Step => ({ ...step, needs: [...everybodys, ...step.needs] });
    parts.set(one, isArchived(one) ? { ...part, steps: part.steps.map(after) } : part);
    firstStep += part.steps.length;
    everybodys.push(...part.steps.filter(isEverybodysValue).map(({ step }) => step));
  }
  return all.flatMap((one) => parts.get(one) ?? []);
}

/** What is planned, with what is to be said of it other than by guards. */
function contentOf(
  parts: readonly WorkspacePart[],
  input: PlanInput,
  findings: readonly PlanFinding[],
): PlanContent {
  const {
    live,
    file,
    base,
    history: { newFiles = [], fromDisk = [], ahead } = {},
    elsewhere,
    options,
  } = input;
  // A base that was read with today's list cannot tell who has joined.
  const isTold = base !== undefined && fromDisk.length === 0;
  const adopted = parts.flatMap((part) => part.adopted);
  const windows = parts.flatMap((part) => part.windows);
  const waiting = parts.flatMap(({ workspace, liveWorkspace, changes }) =>
    hasJoinedIn(workspace, liveWorkspace, changes, base?.desired),
  );
  const seen = parts.flatMap((part) => part.expectations.flatMap(({ seen }) => seen ?? []));
  const unsupported = parts.flatMap(({ diff }) => diff.unsupported).map((one) => namingRow(one, input));
  const deferred = parts.flatMap(({ diff }) => diff.deferred).map((one) => namingRow(one, input));
  const planned = {
    resource_changes: withPlaces(
      withRows(
        parts.flatMap((part) => part.changes),
        input,
      ),
      file,
    ),
    access_changes: parts.flatMap((part) => part.access),
    people: parts.flatMap((part) => part.people),
    arrivals: parts.flatMap((part) => part.arrivals),
    exposure: { verdict: windows.length > 0 ? ("windows" as const) : ("none" as const), windows },
    ...(adopted.length > 0 && { adopted }),
  };
  const lists = {
    ...planned,
    unmanaged: [...unmanagedWorkspaces(live, elsewhere), ...parts.flatMap((part) => part.unmanaged)],
    not_listed: openFirst(parts.flatMap((part) => part.notListed)).map((one) => namingTheirRow(one, input)),
  };
  return {
    ...lists,
    organization: { id: live.organization.id, name: live.organization.name },
    ...(options.workspaces && { scope: parts.map(({ workspace }) => workspace.name).sort() }),
    workspaces: sortedBy(parts.flatMap(touchedIn), ({ address }) => address),
    ...(newFiles.length > 0 && { new_files: newFiles }),
    rules_changed: rulesChanged(input, parts, planned),
    steps: parts.flatMap((part) => part.steps).sort((a, b) => a.step - b.step),
    identities: sortedBy(parts.flatMap(identitiesIn), ([address]) => address),
    counted_sources: parts.flatMap((part) => part.countedSources),
    ...(waiting.length > 0 && { [isTold ? "has_joined" : "has_nothing_yet"]: waiting }),
    ...(seen.length > 0 && { seen_by_role: seen }),
    unsupported: sortedBy(unsupported, ({ address, field }) => `${address} ${field}`),
    deferred: sortedBy(deferred, ({ address }) => address),
    ...(ahead?.addresses.length && { not_in_branch: ahead.addresses.map((address) => ({ address })) }),
    findings: [...findings, ...findingsOfPlan(parts, input)],
    summary: summarize({
      ...lists,
      no_op: parts.reduce((sum, { diff }) => sum + diff.unchanged.length, 0),
      compared: base === undefined ? "nothing" : "base",
    }),
  };
}

/** The live workspace in which something changes. */
function touchedIn({ workspace, liveWorkspace, changes }: WorkspacePart): readonly TouchedWorkspace[] {
  if (liveWorkspace === undefined || changes.length === 0) return [];
  const { id, name } = liveWorkspace;
  return [{ address: workspaceAddress(workspace.name), id, name }];
}

/** The ids of everything that the steps name, or count on, or that somebody arrives in, and that exists. */
function identitiesIn({
  workspace: { name },
  steps,
  countedSources,
  arrivals,
  idOf,
}: WorkspacePart): Plan["identities"] {
  const addresses = new Set<Address>(arrivals.length > 0 ? [workspaceAddress(name)] : []);
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
  for (const member of members) addresses.add(memberAddress(name, member));
  return [...addresses].flatMap((address) => {
    const id = idOf(address);
    return id === undefined ? [] : [[address, id] as const];
  });
}

/** Everything that is to be said of a plan, other than by guards: first of the file, sorted by place. */
function findingsOfPlan(parts: readonly WorkspacePart[], input: PlanInput): readonly PlanFinding[] {
  const { desired, live, base, file, dataModel, elsewhere = [], options } = input;
  const ends = parts.flatMap(({ end }) => end ?? []);
  const places = parts.flatMap(({ workspace, liveWorkspace, names }) =>
    protectablePlaces(workspace, liveWorkspace, names),
  );
  const ofParts = parts.flatMap((part) => findingsOfWorkspace(part, input));
  const aboutFile = [
    ...workspacesOfTwoNames(parts),
    ...lintKeys(base?.desired, desired, live),
    ...createdAgainErrors(
      parts.flatMap(({ changes }) => changes),
      input,
    ),
    ...unmatchedProtection(desired.protect, places, [...live.unmanaged_workspaces, ...elsewhere]),
    ...lintObjects(desired, dataModel),
    ...lintRuleGroups(desired.expect, ends),
    ...parts.flatMap(({ arrivals, idOf }) => lintCutAddresses(arrivals, idOf, file)),
    ...findingsFrom({ findings: ofParts }, "file"),
  ];
  return [
    ...asFindings("file", withFileFindings(sortDiagnostics(aboutFile), file)),
    ...ofParts.filter(({ from }) => from !== "file"),
    ...asFindings("check", [
      ...checkModel(dataModel, options.workspaces === undefined ? desired : undefined, ends),
      ...(file?.checks ?? []),
    ]),
    ...asFindings("service", (live.service_warnings ?? []).map(serviceWarning)),
  ];
}
