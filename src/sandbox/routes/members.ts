import { readFields, text } from "../http/body.js";
import { type Endpoint, inWorkspace } from "../http/endpoint.js";
import { created, done, ok } from "../http/envelope.js";
import { conflict, notFound } from "../http/refusal.js";
import { viewGroup } from "../http/views.js";
import { groupUserIds } from "../store/roster.js";
import type { MemberRow } from "../store/rows.js";
import { indexKey, type World } from "../store/world.js";
import { inGroup, refuseAllUsers } from "./groups.js";

/**
 * The people in a workspace and in its groups. Only invites and sign-ins change the people in a workspace, and with them
 * the members of "All Users"; members of other groups can be added and removed.
 */
export const memberEndpoints: readonly Endpoint[] = [
  inWorkspace("GET", "/members", ({ world }, { id }) =>
    ok(viewMembers(world, world.members.by("workspace", id))),
  ),

  inGroup("GET", "/members", ({ world }, group) => {
    const members = groupUserIds(world, group).flatMap(
      (id) => world.members.get(indexKey(group.workspace_id, id)) ?? [],
    );
    return ok(viewMembers(world, members));
  }),

  inGroup("POST", "/members", ({ world, write, body }, group) => {
    const { user_id } = readFields(body, { user_id: text });
    refuseAllUsers(group);
    if (!world.members.get(indexKey(group.workspace_id, user_id))) throw notFound("User");
    const id = indexKey(group.id, user_id);
    if (world.memberships.get(id)) throw conflict("The user is in the group already.");
    write.put("memberships", { id, workspace_id: group.workspace_id, group_id: group.id, user_id });
    return created(viewGroup(world, group));
  }),

  inGroup("DELETE", "/members/{user_id}", ({ world, write, param }, group) => {
    refuseAllUsers(group);
    const id = indexKey(group.id, param("user_id"));
    if (!world.memberships.get(id)) throw notFound("User");
    write.remove("memberships", id);
    return done;
  }),
];

function viewMembers(world: World, members: Iterable<MemberRow>) {
  return Array.from(members).flatMap(({ user_id, workspace_id, role }) => {
    const user = world.users.get(user_id);
    if (!user) return [];
    const { organization_admin: _, current_workspace_id: __, ...shown } = user;
    return [{ ...shown, workspace_id, role }];
  });
}
