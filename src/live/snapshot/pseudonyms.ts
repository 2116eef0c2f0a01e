import { canonicalEmail } from "../../model/email.js";
import type { Snapshot, SnapshotWorkspace } from "../../model/state/snapshot.js";
import { sortedBy } from "../../util/order.js";

const { createHash } = process.getBuiltinModule("node:crypto");

/**
 * The snapshot with made-up ids, addresses and names of people, groups, workspaces and the organization, for a report
 * that others read: everything else, which a defect may depend on, stays. Made from ids, so that the same thing has the
 * same name in every snapshot, and nobody who guesses an address can find it again.
 */
export function withPseudonyms(snapshot: Omit<Snapshot, "digest">): Omit<Snapshot, "digest"> {
  const addresses = madeUpAddresses(snapshot);
  const { organization, workspaces, other_workspaces } = snapshot;
  const other = (workspace: { readonly id: string }) => ({
    id: idOf(workspace.id),
    name: nameFor("workspace", workspace.id),
  });
  return {
    ...snapshot,
    organization: { id: idOf(organization.id), name: nameFor("organization", organization.id) },
    user_id: idOf(snapshot.user_id),
    workspaces: sortedBy(
      workspaces.map((workspace) => ({ ...madeUp(workspace, addresses), ...other(workspace) })),
      ({ name }) => name,
    ),
    other_workspaces: sortedBy(other_workspaces.map(other), ({ name }) => name),
  };
}

/** By canonical address. */
type Addresses = ReadonlyMap<string, string>;

/** Addresses in the text of a value. */
const ADDRESS = /[^\s@,;:<>()"']+@[^\s@,;:<>()"']+/g;

function madeUpAddresses({ workspaces }: Omit<Snapshot, "digest">): Addresses {
  const made = new Map<string, string>();
  const people = workspaces.flatMap(({ members, invites }) => [...members, ...invites]);
  for (const { id, email } of people) {
    const key = canonicalEmail(email);
    if (!made.has(key))
      made.set(key, email.includes("@") ? `${nameFor("person", id)}@people.example` : idOf(id));
  }
  const mentioned = workspaces
    .flatMap(({ members, groups }) => [...members, ...groups])
    .flatMap(({ values }) => Object.values(values).flatMap((value) => value.match(ADDRESS) ?? []))
    .map(canonicalEmail);
  for (const address of [...new Set(mentioned)].sort())
    if (!made.has(address)) made.set(address, `outsider-${made.size}@people.example`);
  return made;
}

function madeUp(workspace: SnapshotWorkspace, addresses: Addresses): SnapshotWorkspace {
  const addressOf = (email: string): string => addresses.get(canonicalEmail(email)) ?? "";
  const valuesOf = (values: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        value.replace(ADDRESS, (address) => addressOf(address)),
      ]),
    );
  const members = workspace.members.map((member) => ({
    ...member,
    id: idOf(member.id),
    email: addressOf(member.email),
    first_name: member.first_name && nameFor("first", member.id),
    last_name: member.last_name && nameFor("last", member.id),
    values: valuesOf(member.values),
  }));
  const groups = workspace.groups.map((group) => ({
    ...group,
    id: idOf(group.id),
    name: group.is_all_users ? "All Users" : nameFor("group", group.id),
    users: group.users.map(idOf).sort(),
    values: valuesOf(group.values),
  }));
  const invites = workspace.invites.map((invite) => ({
    ...invite,
    id: idOf(invite.id),
    email: addressOf(invite.email),
  }));
  return {
    ...workspace,
    groups: sortedBy(groups, ({ name }) => name),
    members: sortedBy(members, ({ email }) => email),
    invites: sortedBy(invites, ({ email }) => email),
  };
}

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 12);
const idOf = (id: string): string => `id-${hashOf(id)}`;
const nameFor = (noun: string, id: string): string => `${noun}-${hashOf(`${noun} ${id}`)}`;
