import { KINDS } from "../kinds/registry.js";
import { type Address, memberAddress, workspaceAddress } from "../model/address.js";
import { guardsOf, type PlanFinding } from "../model/plan/finding.js";
import type { Plan, Step } from "../model/plan/plan.js";
import type { Moments } from "../model/plan/view.js";
import { sortedBy } from "../util/collections.js";
import { isEverybodysValue } from "./diff/resource-change.js";
import { type ApprovedContent, planDigest } from "./digest.js";
import { rulesChanged } from "./edits/rules.js";
import { askGuards } from "./guards/guards.js";
import type { PlanContent } from "./guards/plan-facts.js";
import { withPlaces } from "./input/file-facts.js";
import type { PlanInput } from "./input/inputs.js";
import { countRows, namingRow, namingTheirRow, withRows } from "./people/list-rows.js";
import { openFirst } from "./people/not-listed.js";
import { adminsInvited, awaitedAdmins, organizationAdminsOf, unlimitedRolesAt } from "./people/roles.js";
import { findingsOfPlan, unmanagedWorkspaces } from "./plan-findings.js";
import { plannedChanges, planWorkspace } from "./plan-workspace.js";
import { summarize } from "./summary.js";
import { verdictOf } from "./verdict.js";
import type { WorkspaceChanges, WorkspacePart } from "./workspace-part.js";

/**
 * Makes the plan out of the changes in each workspace: whose access changes, in which order the writes go, what the
 * guards say, and the digest. Pure, and byte-identical for the same changes.
 */
export function assemblePlan(
  workspaceChanges: readonly WorkspaceChanges[],
  input: PlanInput,
  findings: readonly PlanFinding[] = [],
): PlannedAccess {
  const { desired, live, base, history, elsewhere, options } = input;
  const parts = planWorkspaces(workspaceChanges, input);
  const unmanaged = [...unmanagedWorkspaces(live, elsewhere), ...parts.flatMap((part) => part.unmanaged)];
  const not_listed = openFirst(parts.flatMap((part) => part.notListed)).map((one) =>
    namingTheirRow(one, input),
  );
  const unsupported = parts.flatMap((part) => part.unsupported).map((one) => namingRow(one, input));
  const deferred = parts.flatMap((part) => part.deferred).map((one) => namingRow(one, input));
  const content = contentOf(parts, input);
  const waiting = parts.flatMap((part) => part.hasJoined);
  const seen_by_role = parts.flatMap((part) => part.expectations.flatMap(({ seen }) => seen ?? []));
  const facts: PlanContent = {
    ...content,
    steps: parts.flatMap((part) => part.steps).sort((a, b) => a.step - b.step),
    identities: sortedBy(parts.flatMap(identitiesIn), ([address]) => address),
    counted_sources: parts.flatMap((part) => part.countedSources),
    unmanaged,
    ...(waiting.length > 0 && { [base ? "has_joined" : "has_nothing_yet"]: waiting }),
    ...(seen_by_role.length > 0 && { seen_by_role }),
    not_listed,
    unsupported: sortedBy(unsupported, ({ address, field }) => `${address} ${field}`),
    deferred: sortedBy(deferred, ({ address }) => address),
    ...(history?.ahead?.addresses.length && {
      not_in_branch: history.ahead.addresses.map((address) => ({ address })),
    }),
    findings: [...findings, ...findingsOfPlan(workspaceChanges, parts, input)],
    summary: summarize({
      ...content,
      access_changes: [...content.access_changes, ...(content.adopted ?? [])],
      unmanaged,
      not_listed,
      no_op: parts.reduce((sum, part) => sum + part.unchanged.length, 0),
      compared: base === undefined ? "nothing" : "base",
    }),
  };
  const guardFindings = askGuards({ ...facts, parts, rules: desired, base, history, options });
  const judged = { ...facts, findings: [...facts.findings, ...guardFindings] };
  const verdict = verdictOf(judged, options.purpose);
  const people_list = countRows(input);
  const plan: Plan = {
    format_version: "1.0",
    orgform_version: options.orgformVersion,
    ...judged,
    ...verdict,
    complete: !verdict.errored && options.workspaces === undefined,
    ...(people_list && { people_list }),
    reads: { requests: live.requests, own_values_unread: parts.reduce((sum, part) => sum + part.unread, 0) },
    plan_digest: planDigest({ ...content, guards: guardsOf({ findings: guardFindings }) }),
  };
  return { plan, moments: parts.flatMap(({ moments }) => moments ?? []) };
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
  const admins = organizationAdminsOf(
    input.live,
    workspaceChanges.some(invitesAdmin) ? workspaceChanges.flatMap((one) => plannedChanges(one, input)) : [],
    workspaceChanges.flatMap(({ workspace, liveWorkspace }) => awaitedAdmins(workspace, liveWorkspace)),
  );
  const parts = new Map<WorkspaceChanges, WorkspacePart>();
  const everybodys: number[] = [];
  const isArchived = ({ workspace }: WorkspaceChanges): boolean => workspace.state === "absent";
  for (const one of [...workspaceChanges].sort((a, b) => Number(isArchived(a)) - Number(isArchived(b)))) {
    const roles = { unlimited: unlimitedRolesAt(one.workspace, input.base), admins };
    const part = planWorkspace({ ...one, roles }, input, firstStep);
    const after = (step: Step): Step => ({ ...step, needs: [...everybodys, ...step.needs] });
    parts.set(one, isArchived(one) ? { ...part, steps: part.steps.map(after) } : part);
    firstStep += part.steps.length;
    for (const { step, address, kind: type } of part.steps)
      if (isEverybodysValue({ address, type })) everybodys.push(step);
  }
  return workspaceChanges.flatMap((one) => parts.get(one) ?? []);
}

/** Returns true if an invite of an organization admin may be among the changes. */
const invitesAdmin = ({ diff }: WorkspaceChanges): boolean => adminsInvited(diff.changes).length > 0;

/** The content of the plan that an approval covers, without the overrides of guards. */
function contentOf(parts: readonly WorkspacePart[], input: PlanInput): Omit<ApprovedContent, "guards"> {
  const { live, file, history: { newFiles = [] } = {}, options } = input;
  const changes = parts.flatMap((part) => part.changes);
  const resource_changes = withPlaces(withRows(changes, input), file);
  const access_changes = parts.flatMap((part) => part.access);
  const arrivals = parts.flatMap((part) => part.arrivals);
  const people = parts.flatMap((part) => part.people);
  const adopted = parts.flatMap((part) => part.adopted);
  const windows = parts.flatMap((part) => part.windows);
  const touched = parts.flatMap((part) => part.touched);
  const planned = {
    resource_changes,
    access_changes,
    people,
    exposure: { verdict: windows.length > 0 ? ("windows" as const) : ("none" as const), windows },
    arrivals,
    ...(adopted.length > 0 && { adopted }),
  };
  return {
    organization: { id: live.organization.id, name: live.organization.name },
    ...(options.workspaces && { scope: parts.map(({ workspace }) => workspace).sort() }),
    workspaces: sortedBy(touched, ({ address }) => address),
    ...planned,
    ...(newFiles.length > 0 && { new_files: newFiles }),
    rules_changed: rulesChanged(input, parts, planned),
  };
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
