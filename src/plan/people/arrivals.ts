import {
  type AccessState,
  cloneState,
  indicesOf,
  memberAttributeOf,
  type NameIndex,
} from "../../access/values/access-state.js";
import { allDenied, type Denials } from "../../access/values/denials.js";
import { isUnlimited, limitedBy, ORGANIZATION_ADMIN } from "../../access/values/roles.js";
import { peopleOf } from "../../access/view.js";
import { KINDS } from "../../kinds/registry.js";
import { ALL_USERS, namesInAddress } from "../../model/address.js";
import type { Arrival, ArrivingValue, ResourceChange } from "../../model/plan/plan.js";
import type { Person, View } from "../../model/plan/view.js";
import { contentsOf } from "../../model/state/contents.js";
import type { DesiredValue, DesiredWorkspace } from "../../model/state/desired-state.js";
import { membersOf, pendingInvitesOf } from "../../model/state/live-state.js";
import { FILLED_BY_PRODUCT } from "../../model/state/reserved-attributes.js";
import { sortedBy } from "../../util/collections.js";
import { own } from "../../util/record.js";
import { awaitedIn } from "../diff/waiting.js";
import type { AccessPlan } from "./access-plan.js";
import type { BothSides } from "./roles.js";

/** A person who has an invite or is awaited, with their entries in the file. */
export interface Newcomer extends Pick<Arrival, "invite" | "role" | "groups"> {
  /** Canonical form. */
  readonly email: string;
  readonly values: readonly DesiredValue[];
}

/** The end state of a workspace with those in it who arrive: they come after the members. */
export interface ArrivingAccess {
  readonly nameIndex: NameIndex;
  /** The state once everybody has arrived and the file is applied. */
  readonly state: AccessState;
  /**
   * The state once everybody has arrived, and before the next apply: newcomers are in the built-in group
   * only.
   */
  readonly accepted: AccessState;
  readonly newcomers: readonly Newcomer[];
  /** The position of the first of them among the nameIndex's members. */
  readonly first: number;
}

/**
 * The people whose invite the changes send, who have a pending invite that was read, or who are awaited;
 * sorted by address. Organization admins arrive in every workspace.
 */
export function newcomersOf(
  { workspace, start, roles }: Omit<BothSides, "liveWorkspace">,
  changes: readonly ResourceChange[],
): readonly Newcomer[] {
  if (workspace.state === "absent") return [];
  const planned = changes.flatMap(({ address, type, change: { actions, after } }) =>
    KINDS[type].sendsMail && actions[0] === "create"
      ? [{ email: namesInAddress(address).name, invite: "planned" as const, role: after?.role ?? null }]
      : [],
  );
  const members = new Set(membersOf(start).map(({ email }) => email));
  const pending = pendingInvitesOf(start).map(({ email, role }) => ({
    email,
    invite: "pending" as const,
    role,
  }));
  // An invite that is left over can still be accepted: a role that nothing limits is the one to know of.
  const unlimitedInvites = new Map(
    pending.flatMap(({ email, role }) =>
      limitedBy(role, roles.unlimited) === "nothing" ? [[email, role] as const] : [],
    ),
  );
  const awaited = awaitedIn(workspace, start).map(({ name, managed: { role = null } }) => ({
    email: name,
    invite: "sign_in" as const,
    role: unlimitedInvites.get(name) ?? role,
  }));
  const elsewhere = [...roles.admins.arriving].flatMap(([email, invite]) =>
    members.has(email) ? [] : [{ email, invite, role: ORGANIZATION_ADMIN }],
  );
  const arriving = new Map([...elsewhere, ...planned, ...pending, ...awaited].map((one) => [one.email, one]));
  if (arriving.size === 0) return [];
  const groups = new Map<string, string[]>();
  const { of, heldBy } = contentsOf(workspace);
  for (const { owner = "", name: email } of of("group_membership"))
    groups.set(email, [...(groups.get(email) ?? []), owner]);
  return sortedBy(arriving.values(), ({ email }) => email).map(({ email, invite, role }) => ({
    email,
    invite,
    role: role === null ? null : String(role),
    groups: groups.get(email) ?? [],
    values: heldBy("member_value", email).map(({ name: attribute, managed }) => ({
      attribute,
      value: String(managed.value),
    })),
  }));
}

/** Puts newcomers into the end state of a plan, in the groups that will be there; the plan is not changed. */
export function arrivingAccessOf(
  { nameIndex, after }: Pick<AccessPlan, "nameIndex" | "after">,
  newcomers: readonly Newcomer[],
): ArrivingAccess {
  const first = nameIndex.members.length;
  if (newcomers.length === 0) return { nameIndex, state: after, accepted: after, newcomers, first };
  const [state, accepted] = [cloneState(after), cloneState(after)];
  const groupAt = indicesOf(nameIndex.groups);
  const attributeAt = indicesOf(nameIndex.attributes);
  const arriving = newcomers.map((newcomer, i) => {
    const m = first + i;
    const groups = newcomer.groups.filter((name) => groupAt.has(name));
    const indices = [ALL_USERS, ...groups].flatMap((name) => groupAt.get(name) ?? []);
    joinGroups(state, m, indices);
    joinGroups(accepted, m, groupAt.has(ALL_USERS) ? indices.slice(0, 1) : []);
    for (const { attribute, value } of newcomer.values) {
      const a = attributeAt.get(attribute);
      if (a !== undefined) state.ownValue.set(memberAttributeOf(state, m, a), value);
    }
    return { ...newcomer, groups };
  });
  const members = [...nameIndex.members, ...newcomers.map(({ email }) => email)];
  return { nameIndex: { ...nameIndex, members }, state, accepted, newcomers: arriving, first };
}

function joinGroups({ groupsOf, membersOf }: AccessState, member: number, groups: readonly number[]): void {
  groupsOf[member] = [...groups];
  for (const g of groups) membersOf[g]?.add(member);
}

/**
 * The people of a view who arrive, with their values of the `attributes` that the workspace will have: of those that the
 * file declares, and of others as far as they will have one.
 */
export function arrivalsIn(
  view: View,
  workspace: DesiredWorkspace,
  attributes: { has(name: string): boolean },
  denials: Denials,
): readonly Arrival[] {
  const declared = new Set(
    contentsOf(workspace)
      .of("attribute")
      .map(({ name }) => name),
  );
  const columns = columnsOf(view, attributes);
  return [...peopleOf(view)].flatMap((person) => {
    const { member, presence: invite, groups } = person;
    // Of two roles the one that holds everywhere is the one to know of.
    const role = person.everywhere ?? person.role;
    if (invite === "member") return [];
    const values = columns
      .map((attribute) => rowOf(person, attribute))
      .filter(({ attribute, value }) => value !== null || declared.has(attribute));
    const { limitedBy: limited_by } = person;
    const arrival = { workspace: person.workspace, member, invite, role, limited_by, groups, values };
    if (isUnlimited(person)) return [{ ...arrival, unlimited: true as const }];
    return [allDenied(values, denials) ? { ...arrival, denied: true as const } : arrival];
  });
}

/** A value of somebody as JSON lists it, with both parts `null` for none. */
export function rowOf({ values }: Pick<Person, "values">, attribute: string): ArrivingValue {
  const { value = null, source = null } = own(values, attribute) ?? {};
  return { attribute, value, source };
}

/** The attributes of a workspace that will have values, sorted: the product fills in everybody's address itself. */
export const columnsOf = (
  { attributes: known }: Pick<NameIndex, "attributes">,
  attributes: { has(name: string): boolean },
): readonly string[] => known.filter((name) => attributes.has(name) && name !== FILLED_BY_PRODUCT).sort();
