import { optional, precedence, readFields, text } from "../http/body.js";
import { type Call, type Endpoint, inWorkspace } from "../http/endpoint.js";
import { type Answer, created, done, ok } from "../http/envelope.js";
import { conflict, notFound, outOfReach, rejected } from "../http/refusal.js";
import { viewGroup } from "../http/views.js";
import type { GroupRow, WorkspaceRow } from "../store/rows.js";
import { habitsOf, indexKey, savedName, type World } from "../store/world.js";

/** The groups of a workspace, "All Users" among them. */
export const groupEndpoints: readonly Endpoint[] = [
  inWorkspace("GET", "/groups", ({ world }, workspace) => {
    const groups = [...world.groups.by("workspace", workspace.id)];
    const precedences = new Set(groups.map((group) => group.user_attribute_precedence));
    return ok(
      groups.map((group) => viewGroup(world, group)),
      [...precedences].flatMap((number) => warnAboutTie(world, workspace.id, number)),
    );
  }),

  inWorkspace("POST", "/groups", ({ world, write, body }, workspace) => {
    const fields = readFields(body, { name: text, user_attribute_precedence: precedence });
    const name = nameFor(world, workspace, fields.name);
    const { user_attribute_precedence } = fields;
    const group: GroupRow = {
      id: write.newId("grp"),
      workspace_id: workspace.id,
      name,
      is_all_users: false,
      user_attribute_precedence,
    };
    write.put("groups", group);
    return created(viewGroup(world, group), warnAboutTie(world, workspace.id, user_attribute_precedence));
  }),

  inWorkspace("GET", "/groups/{group_id}", (call, workspace) =>
    ok(viewGroup(call.world, namedGroup(call, workspace))),
  ),

  inWorkspace("PATCH", "/groups/{group_id}", (call, workspace) => {
    const { world, write, body } = call;
    const group = namedGroup(call, workspace);
    const fields = readFields(body, {
      name: optional(text),
      user_attribute_precedence: optional(precedence),
    });
    refuseAllUsers(group);
    const name = fields.name === undefined ? group.name : nameFor(world, workspace, fields.name, group);
    const changed: GroupRow = { ...group, ...fields, name };
    write.put("groups", changed);
    const number = fields.user_attribute_precedence;
    const warnings = number === undefined ? [] : warnAboutTie(world, changed.workspace_id, number);
    return ok(viewGroup(world, changed), warnings);
  }),

  inWorkspace("DELETE", "/groups/{group_id}", (call, workspace) => {
    const { world, write } = call;
    const group = namedGroup(call, workspace);
    refuseAllUsers(group);
    write.removeAll("memberships", world.memberships.by("group", group.id));
    write.removeAll("values", world.values.by("source", indexKey(group.workspace_id, group.id)));
    write.remove("groups", group.id);
    return done;
  }),
];

/**
 * An endpoint for the members or values of a group. An unknown group gets the 403 that hides what exists; only the
 * group's own path answers 404.
 */
export const inGroup = (
  method: Endpoint["method"],
  path: string,
  handle: (call: Call, group: GroupRow) => Answer,
): Endpoint =>
  inWorkspace(method, `/groups/{group_id}${path}`, (call, workspace) => {
    const group = groupAt(call, workspace);
    if (!group) throw outOfReach(habitsOf(call.world).unknown_place, "Group");
    return handle(call, group);
  });

/** The name that a group gets, by the habits of the service. Throws 409 where equal names are refused. */
function nameFor(world: World, { id }: WorkspaceRow, given: string, renamed?: GroupRow): string {
  const { equal_names, letter_case } = habitsOf(world);
  const name = savedName(world, given);
  if (equal_names === "allowed" && letter_case === "counts") return name;
  const compared = (text: string) => (letter_case === "ignored" ? text.toLowerCase() : text);
  for (const other of world.groups.by("workspace", id)) {
    if (other.id !== renamed?.id && compared(other.name) === compared(name))
      throw conflict("The workspace has a group of this name already.");
  }
  return name;
}

/** Throws 400 for the built-in group, which can be given values and nothing else. */
export function refuseAllUsers(group: GroupRow): void {
  if (group.is_all_users)
    throw rejected("The built-in group follows the workspace's members and cannot be changed.");
}

function namedGroup(call: Call, workspace: WorkspaceRow): GroupRow {
  const group = groupAt(call, workspace);
  if (!group) throw notFound("Group");
  return group;
}

function groupAt({ world, param }: Call, workspace: WorkspaceRow): GroupRow | undefined {
  const group = world.groups.get(param("group_id"));
  return group?.workspace_id === workspace.id ? group : undefined;
}

function warnAboutTie(world: World, workspaceId: string, number: number): readonly string[] {
  const key = indexKey(workspaceId, number);
  if (world.groups.count("precedence", key) < 2) return [];
  const names = Array.from(world.groups.by("precedence", key), (group) => JSON.stringify(group.name));
  return [
    `Precedence ${number} is shared by the groups ${names.join(", ")}: where they set the same attribute, which value wins is undefined.`,
  ];
}
