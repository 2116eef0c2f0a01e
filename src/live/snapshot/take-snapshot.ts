import { InternalError } from "../../model/internal-error.js";
import type {
  LiveGroup,
  LiveMember,
  LiveState,
  LiveValue,
  LiveWorkspace,
} from "../../model/state/live-state.js";
import type {
  Snapshot,
  SnapshotGroup,
  SnapshotMember,
  SnapshotWorkspace,
} from "../../model/state/snapshot.js";
import { sortedBy } from "../../util/order.js";

/** When, and by which version, a snapshot is taken. */
export interface SnapshotHead {
  readonly takenAt: Date;
  readonly orgformVersion: string;
}

/**
 * A live state of which everything was read, in the one order that does not depend on the order of answers: two
 * snapshots differ where the organization does, and nowhere else. What was not read ends it: empty would be a lie.
 */
export function takeSnapshot(
  live: LiveState,
  { takenAt, orgformVersion }: SnapshotHead,
): Omit<Snapshot, "digest"> {
  const { organization, user_id, token_scope } = live;
  return {
    format_version: "1.0",
    taken_at: `${takenAt.toISOString().slice(0, 19)}Z`,
    orgform_version: orgformVersion,
    organization: { id: organization.id, name: organization.name },
    user_id,
    token_scope,
    workspaces: byName(live.workspaces).map(snapshotOf),
    other_workspaces: byName(live.unmanaged_workspaces).map(({ id, name }) => ({ id, name })),
  };
}

function snapshotOf({ id, name, provision_by_default, ...workspace }: LiveWorkspace): SnapshotWorkspace {
  const names = new Map(workspace.attributes.map((attribute) => [attribute.id, attribute.name]));
  return {
    id,
    name,
    provision_by_default,
    attributes: byName(workspace.attributes).map(({ id, name, data_type, label }) => ({
      id,
      name,
      data_type,
      label,
    })),
    groups: byName(workspace.groups).map((group) => groupOf(group, names)),
    members: sortedBy(read(workspace.members), ({ email, id }) => `${email}\n${id}`).map((member) =>
      memberOf(member, names),
    ),
    invites: sortedBy(read(workspace.invites), ({ email, id }) => `${email}\n${id}`).map(
      ({ id, display_email, role, created_date }) => ({ id, email: display_email, role, created_date }),
    ),
  };
}

function groupOf(group: LiveGroup, names: ReadonlyMap<string, string>): SnapshotGroup {
  const { id, name, is_all_users, precedence, users } = group;
  return {
    id,
    name,
    is_all_users,
    precedence,
    users: [...users].sort(),
    values: valuesOf(read(group.values), names),
  };
}

function memberOf(member: LiveMember, names: ReadonlyMap<string, string>): SnapshotMember {
  const { id, display_email, role, first_name, last_name, email_verified, mfa_enabled, identity_provider } =
    member;
  return {
    id,
    email: display_email,
    role,
    first_name,
    last_name,
    email_verified,
    mfa_enabled,
    identity_provider,
    values: valuesOf(read(member.own_values), names),
  };
}

function valuesOf(
  values: readonly LiveValue[],
  names: ReadonlyMap<string, string>,
): Readonly<Record<string, string>> {
  const named = values.map(({ attribute_id, value }) => [read(names.get(attribute_id)), value] as const);
  return Object.fromEntries(sortedBy(named, ([name]) => name));
}

const byName = <T extends { readonly id: string; readonly name: string }>(things: readonly T[]): T[] =>
  sortedBy(things, ({ name, id }) => `${name}\n${id}`);

function read<T>(known: T | undefined): T {
  if (known === undefined) throw new InternalError("a snapshot of something that was not read");
  return known;
}
