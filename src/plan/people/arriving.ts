import {
  type AccessState,
  indicesOf,
  memberAttributeOf,
  type NameIndex,
  withMembers,
} from "../../access/values/access-state.js";
import { limitedBy, ORGANIZATION_ADMIN } from "../../access/values/roles.js";
import { KINDS } from "../../kinds/registry.js";
import { ALL_USERS, namesInAddress } from "../../model/address.js";
import type { Arrival, ResourceChange } from "../../model/plan/plan.js";
import { contentsOf } from "../../model/state/contents.js";
import type { DesiredValue } from "../../model/state/desired-state.js";
import { membersOf, pendingInvitesOf } from "../../model/state/live-state.js";
import { byKey, groupBy, setOf, sortedBy } from "../../util/collections.js";
import { awaitedIn } from "../diff/waiting.js";
import type { AccessPlan } from "./access-plan.js";
import type { BothSides } from "./known-roles.js";

/** Somebody who arrives: they have an invite or are awaited. With their entries in the file. */
export interface Arriving extends Pick<Arrival, "invite" | "role" | "groups"> {
  /** Canonical form. */
  readonly email: string;
  readonly values: readonly DesiredValue[];
}

/**
 * The people whose invite the changes send, who have a pending invite that was read, or who are awaited;
 * sorted by address. Organization admins arrive in every workspace.
 */
export function arrivingIn(
  { workspace, start, roles }: BothSides,
  changes: readonly ResourceChange[],
): readonly Arriving[] {
  if (workspace.state === "absent") return [];
  const planned = changes.flatMap(({ address, type, change: { actions, after } }) =>
    KINDS[type].sendsMail && actions[0] === "create"
      ? [{ email: namesInAddress(address).name, invite: "planned" as const, role: after?.role ?? null }]
      : [],
  );
  const members = setOf(membersOf(start), "email");
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
  const arriving = byKey([...elsewhere, ...planned, ...pending, ...awaited], "email");
  if (arriving.size === 0) return [];
  const { of, heldBy } = contentsOf(workspace);
  const memberships = groupBy(of("group_membership"), ({ name }) => name);
  return sortedBy(arriving.values(), ({ email }) => email).map(({ email, invite, role }) => ({
    email,
    invite,
    role: role === null ? null : String(role),
    groups: (memberships.get(email) ?? []).map(({ owner = "" }) => owner),
    values: heldBy("member_value", email).map(({ name: attribute, managed }) => ({
      attribute,
      value: String(managed.value),
    })),
  }));
}

/** The states of a workspace with everybody in them who arrives: they come after the members. */
interface ArrivedStates {
  readonly nameIndex: NameIndex;
  /** The state without the plan. People who arrive are in the built-in group only. */
  readonly unplanned: AccessState;
  /** The state after the plan and before the next apply. People who arrive are in the built-in group only. */
  readonly accepted: AccessState;
  /** The state once the file is applied to everybody. */
  readonly planned: AccessState;
}

/** Puts people who arrive into the states around a plan, in the groups that are there; the plan is not changed. */
export function withArriving(
  { nameIndex, before, after }: AccessPlan,
  arriving: readonly Arriving[],
): ArrivedStates {
  if (arriving.length === 0) return { nameIndex, unplanned: before, accepted: after, planned: after };
  const groupAt = indicesOf(nameIndex.groups);
  const attributeAt = indicesOf(nameIndex.attributes);
  const indicesAmong = (names: readonly string[]) => names.flatMap((name) => groupAt.get(name) ?? []);
  const atFirst = arriving.map(() => indicesAmong([ALL_USERS]));
  const inTheEnd = arriving.map(({ groups }) => indicesAmong([ALL_USERS, ...groups]));
  const values = arriving.flatMap((person, i) =>
    person.values.flatMap(({ attribute, value }) => {
      const a = attributeAt.get(attribute);
      const m = nameIndex.members.length + i;
      return a === undefined ? [] : [[memberAttributeOf(after, m, a), value] as const];
    }),
  );
  return {
    nameIndex: { ...nameIndex, members: [...nameIndex.members, ...arriving.map(({ email }) => email)] },
    unplanned: withMembers(before, atFirst),
    accepted: withMembers(after, atFirst),
    planned: { ...withMembers(after, inTheEnd), ownValue: new Map([...after.ownValue, ...values]) },
  };
}
