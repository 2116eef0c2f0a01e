import { type Caller, reachWorkspace } from "../server/auth.js";
import { optional, precedence, readFields, text } from "../server/body.js";
import type { Call, Endpoint } from "../server/endpoint.js";
import { created, done, ok } from "../server/envelope.js";
import { forbidden, notFound, rejected } from "../server/refusal.js";
import { viewGroup } from "../server/views.js";
import type { GroupRow } from "../store/rows.js";
import { indexKey, type World } from "../store/world.js";

/** The groups of a workspace, "All Users" among them. */
export const groupEndpoints: readonly Endpoint[] = [
  {
    method: "GET",
    path: "/workspaces/{workspace_id}/groups",
    handle({ world, caller, param }) {
      const workspace = reachWorkspace(world, caller, param("workspace_id"));
      const groups = [...world.groups.by("workspace", workspace.id)];
      const precedences = new Set(groups.map((group) => group.user_attribute_precedence));
      return ok(
        groups.map((group) => viewGroup(world, group)),
        [...precedences].flatMap((number) => warnAboutTie(world, workspace.id, number)),
      );
    },
  },
  {
    method: "POST",
    path: "/workspaces/{workspace_id}/groups",
    handle({ world, write, caller, body, param }) {
      const workspace = reachWorkspace(world, caller, param("workspace_id"));
      const fields = readFields(body, { name: text, user_attribute_precedence: precedence });
      const group: GroupRow = {
        id: write.newId("grp"),
        workspace_id: workspace.id,
        is_all_users: false,
        ...fields,
      };
      write.put("groups", group);
      return created(
        viewGroup(world, group),
        warnAboutTie(world, workspace.id, group.user_attribute_precedence),
      );
    },
  },
  {
    method: "GET",
    path: "/workspaces/{workspace_id}/groups/{group_id}",
    handle: (call) => ok(viewGroup(call.world, namedGroup(call))),
  },
  {
    method: "PATCH",
    path: "/workspaces/{workspace_id}/groups/{group_id}",
    handle(call) {
      const { world, write, body } = call;
      const group = namedGroup(call);
      const fields = readFields(body, {
        name: optional(text),
        user_attribute_precedence: optional(precedence),
      });
      refuseAllUsers(group);
      const changed: GroupRow = { ...group, ...fields };
      write.put("groups", changed);
      const number = fields.user_attribute_precedence;
      const warnings = number === undefined ? [] : warnAboutTie(world, changed.workspace_id, number);
      return ok(viewGroup(world, changed), warnings);
    },
  },
  {
    method: "DELETE",
    path: "/workspaces/{workspace_id}/groups/{group_id}",
    handle(call) {
      const { world, write } = call;
      const group = namedGroup(call);
      refuseAllUsers(group);
      for (const row of [...world.memberships.by("group", group.id)]) write.remove("memberships", row.id);
      const values = [...world.values.by("source", indexKey(group.workspace_id, group.id))];
      for (const row of values) write.remove("values", row.id);
      write.remove("groups", group.id);
      return done;
    },
  },
];

/**
 * The group whose members or values the path speaks of. An unknown one gets the 403 that hides what exists; only
 * the group's own path answers 404.
 */
export function surroundingGroup(world: World, caller: Caller, param: Call["param"]): GroupRow {
  const workspace = reachWorkspace(world, caller, param("workspace_id"));
  const group = world.groups.get(param("group_id"));
  if (group?.workspace_id !== workspace.id) throw forbidden();
  return group;
}

/** Throws 400 for the built-in group, which can be given values and nothing else. */
export function refuseAllUsers(group: GroupRow): void {
  if (group.is_all_users)
    throw rejected("The built-in group follows the workspace's members and cannot be changed.");
}

function namedGroup({ world, caller, param }: Call): GroupRow {
  const workspace = reachWorkspace(world, caller, param("workspace_id"));
  const group = world.groups.get(param("group_id"));
  if (group?.workspace_id !== workspace.id) throw notFound("Group");
  return group;
}

function warnAboutTie(world: World, workspaceId: string, number: number): readonly string[] {
  const key = indexKey(workspaceId, number);
  if (world.groups.count("precedence", key) < 2) return [];
  const names = Array.from(world.groups.by("precedence", key), (group) => JSON.stringify(group.name));
  return [
    `Precedence ${number} is shared by the groups ${names.join(", ")}: where they set the same attribute, which value wins is undefined.`,
  ];
}
