import { fieldsOf } from "../../kinds/fields.js";
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
import { sortedBy } from "../../util/collections.js";
import { scopeOf } from "./scope.js";

/** The moment of a snapshot, and the version of orgform that takes it. */
interface SnapshotHead {
  readonly takenAt: Date;
  readonly orgformVersion: string;
  readonly isSandbox?: boolean;
}

/**
 * A snapshot of a completely read live state, in an order that does not depend on the order of answers: two
 * snapshots differ only where the organization does. An unread part is a defect: as an empty list it would be
 * wrong.
 */
export function takeSnapshot(
  live: LiveState,
  { takenAt, orgformVersion, isSandbox }: SnapshotHead,
): Omit<Snapshot, "digest"> {
  const { organization, user_id, token_scope } = live;
  return {
    format_version: "1.0",
    taken_at: `${takenAt.toISOString().slice(0, 19)}Z`,
    orgform_version: orgformVersion,
    organization: { id: organization.id, name: organization.name },
    user_id,
    token_scope,
    scope: scopeOf(live),
    ...(isSandbox ? { sandbox: true as const } : {}),
    workspaces: byName(live.workspaces).map(snapshotOf),
    other_workspaces: byName(live.unmanaged_workspaces).map(({ id, name }) => ({ id, name })),
  };
}

function snapshotOf(workspace: LiveWorkspace): SnapshotWorkspace {
  const { id, name } = workspace;
  const names = new Map(workspace.attributes.map((attribute) => [attribute.id, attribute.name]));
  const attributes = byName(workspace.attributes).map((attribute) => ({
    id: attribute.id,
    name: attribute.name,
    ...fieldsOf("attribute", attribute),
  }));
  const groups = byName(workspace.groups).map((group) => groupOf(group, names));
  const members = byEmail(workspace.members).map((member) => memberOf(member, names));
  const invites = byEmail(workspace.invites).map((invite) => ({
    id: invite.id,
    email: invite.display_email,
    ...fieldsOf("invite", invite),
    created_date: invite.created_date,
  }));
  const own = { id, name, ...fieldsOf("workspace", workspace) };
  return { ...own, attributes, groups, members, invites };
}

function groupOf(group: LiveGroup, names: ReadonlyMap<string, string>): SnapshotGroup {
  const { id, name, is_all_users } = group;
  const [users, values] = [[...group.users].sort(), valuesOf(read(group.values), names)];
  return { id, name, is_all_users, ...fieldsOf("group", group), users, values };
}

function memberOf(member: LiveMember, names: ReadonlyMap<string, string>): SnapshotMember {
  return {
    id: member.id,
    email: member.display_email,
    ...fieldsOf("invite", member),
    first_name: member.first_name,
    last_name: member.last_name,
    email_verified: member.email_verified,
    mfa_enabled: member.mfa_enabled,
    identity_provider: member.identity_provider,
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

const byEmail = <T extends { readonly id: string; readonly email: string }>(
  people: readonly T[] | undefined,
): T[] => sortedBy(read(people), ({ email, id }) => `${email}\n${id}`);

function read<T>(known: T | undefined): T {
  if (known === undefined) throw new InternalError("a snapshot of something that was not read");
  return known;
}
