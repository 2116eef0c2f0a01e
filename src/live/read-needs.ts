import type { ReadClient } from "../api/operations.js";
import type {
  LiveInvite,
  LiveMember,
  LiveState,
  LiveValue,
  LiveWorkspace,
  ReadNeed,
} from "../model/live-state.js";
import { toLiveInvite, toLiveMember, toLiveValues } from "./from-answers.js";
import { assertWhole } from "./whole.js";

/** What one round has read, by workspace id, or by workspace and owner. */
interface Found {
  readonly members: Map<string, readonly LiveMember[]>;
  readonly invites: Map<string, readonly LiveInvite[]>;
  readonly values: Map<string, readonly LiveValue[]>;
}

/** Reads all that is asked for at once, and gives the live state with it filled in; rejects if any of it fails. */
export async function readNeeds(
  client: ReadClient,
  live: LiveState,
  needs: readonly ReadNeed[],
  signal: AbortSignal,
): Promise<LiveState> {
  const found: Found = { members: new Map(), invites: new Map(), values: new Map() };
  await Promise.all(needs.map((need) => readNeed(client, need, signal, found)));
  return { ...live, workspaces: live.workspaces.map((workspace) => fillIn(workspace, found)) };
}

async function readNeed(
  client: ReadClient,
  need: ReadNeed,
  signal: AbortSignal,
  found: Found,
): Promise<void> {
  const { workspace_id } = need;
  switch (need.need) {
    case "members": {
      const { data } = await client.listMembers({ workspace_id, signal });
      found.members.set(workspace_id, data.map(toLiveMember));
      break;
    }
    case "invites": {
      const { data } = await client.listInvites({ workspace_id, signal });
      found.invites.set(workspace_id, data.map(toLiveInvite));
      break;
    }
    case "group_values": {
      const { group_id } = need;
      const { data } = await client.listGroupValues({ workspace_id, group_id, signal });
      found.values.set(ownerKey(workspace_id, group_id), toLiveValues(data, "group", group_id));
      break;
    }
    case "own_values": {
      const { user_id } = need;
      const { data } = await client.listMemberValues({ workspace_id, user_id, signal });
      found.values.set(ownerKey(workspace_id, user_id), toLiveValues(data, "user", user_id));
      break;
    }
  }
}

function fillIn(workspace: LiveWorkspace, found: Found): LiveWorkspace {
  const { id, groups } = workspace;
  const members = found.members.get(id) ?? workspace.members;
  const invites = found.invites.get(id) ?? workspace.invites;
  const filled: LiveWorkspace = {
    ...workspace,
    groups: groups.map((group) => {
      const values = found.values.get(ownerKey(id, group.id));
      return values === undefined ? group : { ...group, values };
    }),
    ...(invites === undefined ? {} : { invites }),
    ...(members === undefined ? {} : { members: members.map((member) => withOwnValues(member, id, found)) }),
  };
  assertWhole(filled);
  return filled;
}

function withOwnValues(member: LiveMember, workspaceId: string, found: Found): LiveMember {
  const own_values = found.values.get(ownerKey(workspaceId, member.id));
  return own_values === undefined ? member : { ...member, own_values };
}

/** Ids are opaque, and one user is a member of several workspaces. */
const ownerKey = (workspaceId: string, ownerId: string): string => JSON.stringify([workspaceId, ownerId]);
