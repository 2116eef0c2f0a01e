import { ApiError } from "../api/api-error.js";
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

/** Lists that refer to what another list lacks: one of them is not the whole, and nobody can say which. */
function assertWhole({ id, groups, members, attributes }: LiveWorkspace): void {
  const known = new Set(members?.map((member) => member.id));
  if (members !== undefined && groups.some(({ users }) => users.some((user) => !known.has(user))))
    throw incomplete(id, "members", "lacks people who are in its groups");
  const defined = new Set(attributes.map((attribute) => attribute.id));
  const isUndefined = ({ attribute_id }: LiveValue): boolean => !defined.has(attribute_id);
  if (
    groups.some(({ values }) => values?.some(isUndefined)) ||
    members?.some(({ own_values }) => own_values?.some(isUndefined))
  )
    throw incomplete(id, "user_attribute_definitions", "lacks attributes that have values");
}

function withOwnValues(member: LiveMember, workspaceId: string, found: Found): LiveMember {
  const own_values = found.values.get(ownerKey(workspaceId, member.id));
  return own_values === undefined ? member : { ...member, own_values };
}

/** Ids are opaque, and one user is a member of several workspaces. */
const ownerKey = (workspaceId: string, ownerId: string): string => JSON.stringify([workspaceId, ownerId]);

function incomplete(workspaceId: string, list: string, detail: string): ApiError {
  const path = `/workspaces/${workspaceId}/${list}`;
  return new ApiError({ reason: "incomplete", method: "GET", path, detail, retryable: false });
}
