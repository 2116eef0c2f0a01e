import type { MemberAttribute } from "../../access/values/access-state.js";
import { memberAttributeOf } from "../../access/values/access-state.js";
import { effectiveValuesOf } from "../../access/values/effective-value.js";
import { ALL_USERS, memberAddress } from "../../model/address.js";
import { type Diagnostic, warningOf } from "../../model/diagnostic.js";
import type { Arrival, ResourceChange } from "../../model/plan/plan.js";
import type { LiveMember, LiveWorkspace } from "../../model/state/live-state.js";
import { groupBy } from "../../util/group-by.js";
import { nameList } from "../../util/name-list.js";
import type { GroupMatch } from "../diff/match-groups.js";
import { personOf } from "../diff/resource-change.js";
import type { ApprovedArrival } from "../input/inputs.js";
import { type AccessPlan, accessPlanOf } from "./access-plan.js";

/** The changes of a workspace, with those marked that wait for people who have joined. */
export interface JoinedChanges {
  readonly changes: readonly ResourceChange[];
  /** The access that people would get now and that nobody has approved, one finding a person. */
  readonly findings: readonly Diagnostic[];
}

/**
 * Marks what was approved for people when they were invited and waits for them now that they are members. It is all or
 * nothing, person by person: what their changes make of today's live state, and no other change with them, must be
 * exactly the groups, the effective values and the role of the approved arrival; a role that the receipt does not name is
 * none. Otherwise nothing of theirs is marked.
 */
export function markJoined(
  workspace: string,
  live: LiveWorkspace | undefined,
  match: GroupMatch | undefined,
  changes: readonly ResourceChange[],
  approved: readonly ApprovedArrival[],
): JoinedChanges {
  const members = new Map(live?.members?.map((member) => [member.email, member]));
  const waiting = groupBy(
    changes.filter(({ change }) => change.actions[0] !== "no-op"),
    personOf,
  );
  const candidates = approved.flatMap((arrival) => {
    const member = members.get(arrival.member);
    const own = waiting.get(arrival.member);
    return isOf(arrival, workspace, live) && member !== undefined && own !== undefined
      ? [{ arrival, member, own }]
      : [];
  });
  if (candidates.length === 0) return { changes, findings: [] };
  const then = accessPlanOf(
    workspace,
    live,
    match,
    candidates.flatMap(({ own }) => own),
  );
  const joined = new Set<ResourceChange>();
  const findings: Diagnostic[] = [];
  for (const { arrival, member, own } of candidates) {
    const differences = differencesFrom(arrival, member, then);
    if (differences.length > 0) {
      findings.push(joinedDifferently(arrival, differences));
      continue;
    }
    for (const change of own) joined.add(change);
  }
  return {
    changes: changes.map((change) => (joined.has(change) ? { ...change, origin: "joined" } : change)),
    findings,
  };
}

/** The differences between a person's access and the approved access, in words. */
function differencesFrom(
  { groups, values, role, member }: Arrival,
  live: LiveMember,
  { nameIndex, before, after, unread }: AccessPlan,
): readonly string[] {
  const m = nameIndex.members.indexOf(member);
  const groupsThen = (after.groupsOf[m] ?? [])
    .flatMap((g) => nameIndex.groups[g] ?? [])
    .filter((name) => name !== ALL_USERS)
    .sort();
  const [valueNow, valueThen] = [before, after].map((state) => {
    const effective = effectiveValuesOf(nameIndex, state);
    return (pair: MemberAttribute) => effective(pair)?.value ?? null;
  });
  const approved = new Map(values.map(({ attribute, value }) => [attribute, value]));
  const differences: string[] = [];
  if (groupsThen.join("\n") !== [...groups].sort().join("\n"))
    differences.push(`${groupsText(groupsThen)} instead of ${groupsText(groups)}`);
  for (const [a, attribute] of nameIndex.attributes.entries()) {
    const pair = memberAttributeOf(after, m, a);
    const value = valueThen?.(pair) ?? null;
    // An attribute that came later is no part of what was approved, as long as these changes leave it as it is.
    const expected = approved.has(attribute) ? (approved.get(attribute) ?? null) : (valueNow?.(pair) ?? null);
    if (value !== expected)
      differences.push(`${attribute} ${valueText(value)} instead of ${valueText(expected)}`);
  }
  for (const [attribute, value] of approved)
    if (value !== null && !nameIndex.attributes.includes(attribute))
      differences.push(`no ${attribute}, which does not exist any more`);
  if (role !== live.role)
    differences.push(
      role === null
        ? `the role ${live.role}, and the receipt does not say which role the invite gave`
        : `the role ${live.role} instead of ${role}`,
    );
  if (unread.has(m)) differences.push("values of their own that were not read: raise --access-reads");
  return differences;
}

const groupsText = (groups: readonly string[]): string =>
  groups.length === 0 ? "no group" : `the groups ${nameList(groups)}`;

const valueText = (value: string | null): string => (value === null ? "no value" : JSON.stringify(value));

function joinedDifferently({ workspace, member }: Arrival, differences: readonly string[]): Diagnostic {
  return warningOf(
    "joined-differently",
    `${member} has joined ${workspace} and would get something else than was approved with the invite: ${differences.join("; ")}`,
    memberAddress(workspace, member),
  );
}

/** Returns true if an arrival was approved for this workspace, and not for another one that had its name then. */
const isOf = (
  { workspace, workspace_id }: ApprovedArrival,
  name: string,
  live: LiveWorkspace | undefined,
): boolean => workspace === name && workspace_id === live?.id;

/** Returns true of a change that was approved with somebody's invite. */
export const isJoined = ({ origin }: Pick<ResourceChange, "origin">): boolean => origin === "joined";

/** The approved arrivals of a workspace whose invites are still pending. */
export function stillArriving(
  workspace: string,
  live: LiveWorkspace | undefined,
  approved: readonly ApprovedArrival[],
): readonly Arrival[] {
  const members = new Set(live?.members?.map(({ email }) => email));
  const invited = new Set(live?.invites?.map(({ email }) => email));
  return approved
    .filter((arrival) => isOf(arrival, workspace, live))
    .filter(({ member }) => invited.has(member) && !members.has(member))
    .map(({ workspace_id: _, ...arrival }) => ({ ...arrival, invite: "pending" }));
}
