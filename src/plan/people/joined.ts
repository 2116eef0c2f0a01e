import { differenceOf } from "../../access/difference.js";
import { NO_DENIAL } from "../../access/values/denials.js";
import { KINDS } from "../../kinds/registry.js";
import { type Address, memberAddress, namesInAddress, workspaceOf } from "../../model/address.js";
import { type Diagnostic, warningOf } from "../../model/diagnostic.js";
import type { Arrival, EffectiveValue, Ending, ResourceChange } from "../../model/plan/plan.js";
import type { ProvidedPerson } from "../../model/plan/receipt.js";
import type { Person, View } from "../../model/plan/view.js";
import type { DesiredState, DesiredWorkspace } from "../../model/state/desired-state.js";
import type { LiveState, LiveWorkspace } from "../../model/state/live-state.js";
import { groupBy } from "../../util/collections.js";
import { nameList } from "../../util/english.js";
import type { GroupMatch } from "../diff/match-groups.js";
import { personOf } from "../diff/resource-change.js";
import { awaitedIn } from "../diff/waiting.js";
import { endsByMember, endsIn } from "../input/ends.js";
import { type ApprovedArrival, type EarlierMember, liveWorkspaceOf } from "../input/inputs.js";
import { accessPlanOf } from "./access-plan.js";
import { arrivingAccessOf, newcomersOf } from "./arrivals.js";
import { momentsOf } from "./moments.js";
import type { BothSides, KnownRoles } from "./roles.js";

/** The changes of a workspace, with those marked that wait for people who have joined. */
interface JoinedChanges {
  readonly changes: readonly ResourceChange[];
  /** The access that people would get now and that nobody has approved, one finding a person. */
  readonly findings: readonly Diagnostic[];
}

/**
 * Marks what was approved for people when they were invited and waits for them now that they are members. It is all or
 * nothing, person by person: what their changes make of today's live state, and no other change with them, must be
 * exactly the groups, the effective values and the role of the approved arrival; a role that the receipt does not name is
 * none, unless the identity provider gives it. Otherwise nothing of theirs is marked.
 */
export function markJoined(
  { workspace: desired, liveWorkspace: live }: Pick<BothSides, "workspace" | "liveWorkspace">,
  match: GroupMatch | undefined,
  changes: readonly ResourceChange[],
  approved: readonly ApprovedArrival[],
): JoinedChanges {
  const members = new Set(live?.members?.map(({ email }) => email));
  const waiting = groupBy(
    changes.filter(({ change }) => change.actions[0] !== "no-op"),
    personOf,
  );
  const candidates = approved.flatMap((arrival) => {
    const own = waiting.get(arrival.member) ?? [];
    const isMember = isOf(arrival, desired.name, live) && members.has(arrival.member);
    return isMember && own.length > 0 && own.every(isLasting) ? [{ arrival, own }] : [];
  });
  if (candidates.length === 0) return { changes, findings: [] };
  const ownChanges = candidates.flatMap(({ own }) => own);
  const then = accessPlanOf(desired.name, live, match, ownChanges);
  const { start, planned } = momentsOf(
    { workspace: desired, liveWorkspace: live, start: live, roles: NO_ROLES },
    then,
    arrivingAccessOf(then, []),
  );
  const ends = endsByMember(desired);
  const joined = new Set<ResourceChange>();
  const findings: Diagnostic[] = [];
  for (const { arrival, own } of candidates) {
    const differences = [
      ...appliedBefore(arrival, own),
      ...differencesFrom(arrival, start, planned),
      ...outlasting(arrival, ends.get(arrival.member)),
    ];
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

/** The roles for comparisons in this file, which do not depend on what limits a role. */
const NO_ROLES: KnownRoles = { unlimited: [], admins: { members: new Set(), arriving: new Map() } };

/**
 * The values and memberships that an earlier run gave and that were removed since, in words; unknown for a
 * write whose answer was lost.
 */
function appliedBefore({ applied = [] }: ApprovedArrival, own: readonly ResourceChange[]): readonly string[] {
  const again = own.filter(({ address }) => applied.includes(address)).map(({ address }) => address);
  return again.length === 0 ? [] : [`${nameList(again)} again, which an earlier run gave or may have given`];
}

/** The entries that would last longer than was approved, in words. */
const outlasting = ({ ends = [] }: Arrival, now: readonly Ending[] = []): readonly string[] =>
  ends.flatMap(({ address, until }) => {
    const last = now.find((one) => one.address === address)?.until;
    if (last !== undefined && last <= until) return [];
    return [
      `${address} ${last === undefined ? "without an end" : `until ${last}`} instead of until ${until}`,
    ];
  });

/** The differences between a person's access and the approved access, in words. */
function differencesFrom(approved: Arrival, start: View, planned: View): readonly string[] {
  const { member } = approved;
  const plannedPerson = planned.person(member);
  const difference = differenceOf(approvedPerson(approved, start), plannedPerson, [
    { denials: () => NO_DENIAL },
  ]);
  if (difference === undefined || plannedPerson === undefined) return unreadIn(planned, member);
  const { groups, values, role } = difference;
  const isOther = groups.joined.length + groups.left.length > 0;
  return [
    ...(isOther ? [`${groupsText(plannedPerson.groups)} instead of ${groupsText(approved.groups)}`] : []),
    ...values.map(({ attribute, before, after }) =>
      planned.attributes.includes(attribute)
        ? `${attribute} ${valueText(after)} instead of ${valueText(before)}`
        : `no ${attribute}, which does not exist any more`,
    ),
    ...(role === undefined
      ? []
      : [
          role.before === null
            ? `the role ${role.after}, and the receipt does not say which role the invite gave`
            : `the role ${role.after} instead of ${role.before}`,
        ]),
    ...unreadIn(planned, member),
  ];
}

/**
 * The person whom an approval is of. An attribute that came later is no part of it, as long as the changes leave it as it
 * is: its value now counts as approved.
 */
export function approvedPerson({ invite, values, ...arrival }: Arrival, start: View): Person {
  const { workspace, member, groups } = arrival;
  const person = start.person(member);
  // Without a role in the file, whatever the identity provider gives was approved.
  const role = arrival.role ?? (invite === "sign_in" ? (person?.role ?? null) : null);
  const now = Object.entries(person?.values ?? {});
  const known = new Set(values.map(({ attribute }) => attribute));
  const approved = values.flatMap(({ attribute, value, source }) =>
    value === null ? [] : [[attribute, { value, source: source ?? UNKNOWN }] as const],
  );
  const later = now.filter(([attribute]) => !known.has(attribute));
  return {
    workspace,
    member,
    role,
    limitedBy: "values",
    presence: "member",
    groups,
    values: Object.fromEntries([...later, ...approved]),
  };
}

/** The source of approved values: only values are compared, so it decides nothing. */
const UNKNOWN = { kind: "own" as const };

const unreadIn = ({ unread }: View, member: string): readonly string[] =>
  unread.has(member) ? ["values of their own that were not read: raise --access-reads"] : [];

const groupsText = (groups: readonly string[]): string =>
  groups.length === 0 ? "no group" : `the groups ${nameList(groups)}`;

const valueText = (effective: EffectiveValue | null): string =>
  effective === null ? "no value" : JSON.stringify(effective.value);

function joinedDifferently(
  { workspace, member, invite }: Arrival,
  differences: readonly string[],
): Diagnostic {
  const then = invite === "sign_in" ? "while they were awaited" : "with the invite";
  return warningOf(
    "joined-differently",
    `${member} has joined ${workspace} and would get something else than was approved ${then}: ${differences.join("; ")}`,
    memberAddress(workspace, member),
  );
}

/** Returns true if an arrival was approved for this workspace, and not for another one that had its name then. */
export const isOf = (
  { workspace, workspace_id }: ApprovedArrival,
  name: string,
  live: LiveWorkspace | undefined,
): boolean => workspace === name && workspace_id === live?.id;

/**
 * The findings about invites to former members: an apply would mail them as strangers. People who are awaited
 * are reported as awaited again.
 */
export function invitedAgain(
  desired: DesiredWorkspace,
  live: LiveWorkspace | undefined,
  changes: readonly ResourceChange[],
  earlier: readonly EarlierMember[],
): readonly Diagnostic[] {
  const known = new Map(
    earlier.flatMap(({ workspace_id, member, by }) => (workspace_id === live?.id ? [[member, by]] : [])),
  );
  const gone = (address: Address, again: string, detail: string): Diagnostic[] => {
    const member = namesInAddress(address).name;
    const by = known.get(member);
    if (by === undefined) return [];
    const summary = `${member} had joined ${desired.name} by ${by} and is no member now, so that ${again}`;
    return [
      { severity: "warning", code: "member-gone", address, summary, detail: `Receipts say so. ${detail}` },
    ];
  };
  return [
    ...changes.flatMap(({ address, type, change }) =>
      KINDS[type].sendsMail && change.actions[0] === "create"
        ? gone(address, "the invite would go out again", INVITED_AGAIN)
        : [],
    ),
    ...awaitedIn(desired, live).flatMap(({ address }) =>
      gone(address, "they are awaited again", AWAITED_AGAIN),
    ),
  ];
}

const INVITED_AGAIN =
  "If they were removed on purpose, take the address out of the file. If people come through single sign-on, write `arrive_by: sign_in` at the workspace: then nobody is invited to it.";

const AWAITED_AGAIN =
  "The identity provider decides who is a member. If it gave up this workspace on purpose, take the address out of the file.";
const isLasting = ({ origin }: Pick<ResourceChange, "origin">): boolean => origin !== "ended";

/** Returns true of a change that was approved with somebody's invite. */
export const isJoined = ({ origin }: Pick<ResourceChange, "origin">): boolean => origin === "joined";

/** The approved arrivals of a workspace whose people still have an invite, or are awaited, and of whom nothing has ended. */
export function stillArriving(
  workspace: DesiredWorkspace,
  live: LiveWorkspace | undefined,
  approved: readonly ApprovedArrival[],
): readonly Arrival[] {
  const newcomers = newcomersOf({ workspace, start: live, roles: NO_ROLES }, []);
  const inviteOf = new Map(newcomers.map(({ email, invite }) => [email, invite]));
  const ended = new Set(endsIn(workspace).map(({ member }) => member));
  return approved
    .filter((arrival) => isOf(arrival, workspace.name, live) && !ended.has(arrival.member))
    .flatMap(({ workspace_id: _, applied: __, ...arrival }) => {
      const invite = inviteOf.get(arrival.member);
      return invite === undefined ? [] : [{ ...arrival, invite, known: true as const }];
    });
}

/** The people who have joined and for whom nothing that was approved is waiting, by a plan of all changes. */
export function completeJoiners(
  approved: readonly ApprovedArrival[],
  { workspaces }: Pick<DesiredState, "workspaces">,
  live: LiveState,
  changes: readonly ResourceChange[],
): readonly ProvidedPerson[] {
  const isWaiting = new Set(
    changes
      .filter(({ change }) => change.actions[0] !== "no-op")
      .map((change) => JSON.stringify([workspaceOf(change.address), personOf(change)])),
  );
  return approved.flatMap((arrival) => {
    const { workspace, member } = arrival;
    const desired = workspaces.find(({ name }) => name === workspace);
    const there = desired && liveWorkspaceOf(live, desired);
    const hasJoined = there?.members?.some(({ email }) => email === member) === true;
    return hasJoined && isOf(arrival, workspace, there) && !isWaiting.has(JSON.stringify([workspace, member]))
      ? [{ workspace, member }]
      : [];
  });
}
