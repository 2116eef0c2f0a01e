import { groupUserIds } from "./roster.js";
import type { WorkspaceRow } from "./rows.js";
import type { SandboxSeed, SeedValues, SeedWorkspace } from "./seed.js";
import { indexKey, settingsOf, type World } from "./world.js";

/** The world in the shape of a seed: a world of that seed is the same, but for the ids of values. */
export function describeWorld(world: World): Required<SandboxSeed> {
  const [organization = { id: "", name: "" }] = world.organizations.all();
  const { id: _, ...settings } = settingsOf(world);
  return {
    organization,
    users: [...world.users.all()],
    workspaces: Array.from(world.workspaces.all(), (workspace) => describeWorkspace(world, workspace)),
    tokens: Array.from(world.tokens.all(), ({ id, user_id, scope, workspace_id, sso }) => ({
      token: id,
      email: emailOf(world, user_id),
      scope,
      sso,
      ...(workspace_id === null ? {} : { workspace: workspace_id }),
    })),
    settings,
  };
}

function describeWorkspace(world: World, workspace: WorkspaceRow): SeedWorkspace {
  const groups = [...world.groups.by("workspace", workspace.id)];
  const allUsers = groups.find((group) => group.is_all_users);
  const valuesOf = (sourceId: string): SeedValues =>
    Object.fromEntries(
      Array.from(world.values.by("source", indexKey(workspace.id, sourceId)), (row) => [
        world.definitions.get(row.definition_id)?.name ?? row.definition_id,
        row.value,
      ]),
    );
  return {
    ...workspace,
    definitions: Array.from(
      world.definitions.by("workspace", workspace.id),
      ({ workspace_id: _, ...row }) => row,
    ),
    ...(allUsers && {
      all_users: { id: allUsers.id, name: allUsers.name, values: valuesOf(allUsers.id) },
    }),
    groups: groups
      .filter((group) => !group.is_all_users)
      .map((group) => ({
        id: group.id,
        name: group.name,
        precedence: group.user_attribute_precedence,
        members: groupUserIds(world, group).map((id) => emailOf(world, id)),
        values: valuesOf(group.id),
      })),
    members: Array.from(world.members.by("workspace", workspace.id), ({ user_id, role }) => ({
      email: emailOf(world, user_id),
      role,
      values: valuesOf(user_id),
    })),
    invites: Array.from(
      world.invites.by("workspace", workspace.id),
      ({ workspace_id: _, invite_url: __, ...row }) => row,
    ),
  };
}

function emailOf(world: World, userId: string): string {
  return world.users.get(userId)?.email ?? userId;
}
