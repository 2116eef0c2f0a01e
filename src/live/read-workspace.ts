import type { ReadClient } from "../api/operations.js";
import type { LiveWorkspace } from "../model/state/live-state.js";
import { toLiveAttributes, toLiveGroup, toLiveInvite, toLiveMember } from "./from-answers.js";
import type { VisibleWorkspace } from "./visible-workspaces.js";

/** The groups and the attribute definitions of one workspace, and its members and invites if asked to: one request each. */
export async function readWorkspace(
  client: ReadClient,
  workspace: VisibleWorkspace,
  withRoster: boolean,
  signal: AbortSignal,
): Promise<LiveWorkspace> {
  const of = { workspace_id: workspace.id, signal };
  const [groups, definitions, members, invites] = await Promise.all([
    client.listGroups(of),
    client.listAttributeDefinitions(of),
    withRoster ? client.listMembers(of) : undefined,
    withRoster ? client.listInvites(of) : undefined,
  ]);
  return {
    ...workspace,
    groups: groups.data.map(toLiveGroup),
    attributes: toLiveAttributes(definitions.data),
    ...(members === undefined ? {} : { members: members.data.map(toLiveMember) }),
    ...(invites === undefined ? {} : { invites: invites.data.map(toLiveInvite) }),
  };
}
