import { fieldsOf } from "../../kinds/fields.js";
import { InternalError } from "../../model/internal-error.js";
import { contentsOf } from "../../model/state/contents.js";
import {
  inviteList,
  invitesOf,
  type LiveState,
  type LiveWorkspace,
  membersOf,
} from "../../model/state/live-state.js";
import type { LiveMember, LiveResource } from "../../model/state/resource.js";
import type {
  Snapshot,
  SnapshotGroup,
  SnapshotMember,
  SnapshotWorkspace,
} from "../../model/state/snapshot.js";
import { sortedBy } from "../../util/collections.js";
import { scopeOf } from "./snapshot-file.js";

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
  const { of } = contentsOf(workspace);
  const [itself] = of("workspace");
  const attributes = byName(of("attribute")).map(({ id, name, fields }) => ({
    id,
    name,
    ...fieldsOf("attribute", fields),
  }));
  assertRead(contentsOf(workspace).gives("invite") && workspace.lists.includes(inviteList(name)));
  const groups = byName(of("group").map((group) => groupOf(group, workspace)));
  const members = byEmail(membersOf(workspace)).map((member) => memberOf(member, workspace));
  const invites = byEmail(invitesOf(workspace)).map((invite) => ({
    id: invite.id,
    email: invite.display_email,
    ...fieldsOf("invite", invite),
    created_date: invite.created_date,
  }));
  const rest = { attributes, groups, members, invites };
  return { id, name, ...fieldsOf("workspace", itself?.fields ?? {}), ...rest } as SnapshotWorkspace; // as the service says
}

function groupOf({ id, name, state, fields }: LiveResource, workspace: LiveWorkspace): SnapshotGroup {
  const is_all_users = state === "built-in";
  // Everybody is in the built-in group: a state of which everything was read has no list of it that says otherwise.
  const people = is_all_users ? membersOf(workspace) : contentsOf(workspace).heldBy("group_membership", name);
  return {
    id,
    name: String(fields.name),
    is_all_users,
    ...fieldsOf("group", fields),
    users: people.map((person) => person.id).sort(),
    values: valuesOf("group_value", name, workspace),
  } as SnapshotGroup; // as the service says
}

function memberOf(member: LiveMember, workspace: LiveWorkspace): SnapshotMember {
  return {
    id: member.id,
    email: member.display_email,
    ...fieldsOf("invite", member),
    first_name: member.first_name,
    last_name: member.last_name,
    email_verified: member.email_verified,
    mfa_enabled: member.mfa_enabled,
    identity_provider: member.identity_provider,
    values: valuesOf("member_value", member.email, workspace),
  };
}

function valuesOf(
  kind: "group_value" | "member_value",
  owner: string,
  workspace: LiveWorkspace,
): Readonly<Record<string, string>> {
  const { gives, heldBy } = contentsOf(workspace);
  assertRead(gives(kind, owner));
  const values = sortedBy(heldBy(kind, owner), ({ name }) => name);
  return Object.fromEntries(values.map(({ name, fields }) => [name, String(fields.value)]));
}

const byName = <T extends { readonly id: string; readonly name: string }>(things: readonly T[]): T[] =>
  sortedBy(things, ({ name, id }) => `${name}\n${id}`);

const byEmail = <T extends { readonly id: string; readonly email: string }>(people: readonly T[]): T[] =>
  sortedBy(people, ({ email, id }) => `${email}\n${id}`);

function assertRead(isRead: boolean): void {
  if (!isRead) throw new InternalError("a snapshot of something that was not read");
}
