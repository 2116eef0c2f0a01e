import { ALL_USERS } from "../../model/address.js";
import type { LiveMember, LiveState, LiveWorkspace } from "../../model/state/live-state.js";
import { sortedBy } from "../../util/collections.js";

/**
 * A workspace as it will be the moment it is created: with the built-in group, and the organization admins in
 * it (API docs). Their addresses come from the rosters of other workspaces that were read; `/me` has none.
 */
export function workspaceAtCreation(name: string, live: LiveState): LiveWorkspace {
  const admins = new Map<string, LiveMember>();
  for (const { members = [] } of [...live.workspaces, ...live.unmanaged_workspaces])
    for (const member of members)
      if (member.role === "organization_admin") admins.set(member.id, { ...member, own_values: [] });
  const members = sortedBy([...admins.values()], ({ email }) => email);
  const users = members.map(({ id }) => id);
  return {
    id: "",
    name,
    provision_by_default: null,
    groups: [{ id: "", name: ALL_USERS, is_all_users: true, precedence: 0, users, values: [] }],
    attributes: [],
    members,
    invites: [],
  };
}
