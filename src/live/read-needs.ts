import type { ReadClient } from "../api/operations.js";
import { fromRow, type Row } from "../kinds/kind.js";
import { KINDS } from "../kinds/registry.js";
import type { ResourceKind } from "../model/resource-kind.js";
import type {
  LiveAttribute,
  LiveGroup,
  LiveInvite,
  LiveMember,
  LiveState,
  LiveThing,
  LiveValue,
  LiveWorkspace,
  ReadNeed,
} from "../model/state/live-state.js";
import {
  toInheritedValues,
  toLiveAttributes,
  toLiveGroup,
  toLiveInvite,
  toLiveMember,
  toLiveValues,
} from "./from-answers.js";

/** What one round has read, by workspace id, or by workspace and owner. */
interface Answers {
  readonly groups: Map<string, readonly LiveGroup[]>;
  readonly attributes: Map<string, readonly LiveAttribute[]>;
  readonly members: Map<string, readonly LiveMember[]>;
  readonly invites: Map<string, readonly LiveInvite[]>;
  readonly values: Map<string, readonly LiveValue[]>;
  /** By workspace, then by the key of their mapping in the file. */
  readonly lists: Map<string, Record<string, readonly LiveThing[]>>;
  readonly ofMembers: Map<string, Required<Pick<LiveMember, "own_values" | "inherited">>>;
}

/** Reads all that is asked for at once, and gives the live state with it filled in; rejects if any of it fails. */
export async function readNeeds(
  client: ReadClient,
  live: LiveState,
  needs: readonly ReadNeed[],
  signal: AbortSignal,
): Promise<LiveState> {
  const answers: Answers = {
    groups: new Map(),
    attributes: new Map(),
    members: new Map(),
    invites: new Map(),
    values: new Map(),
    lists: new Map(),
    ofMembers: new Map(),
  };
  await Promise.all(needs.map((need) => readNeed(client, need, signal, answers)));
  return { ...live, workspaces: live.workspaces.map((workspace) => fillIn(workspace, answers)) };
}

async function readNeed(
  client: ReadClient,
  need: ReadNeed,
  signal: AbortSignal,
  answers: Answers,
): Promise<void> {
  const { workspace_id } = need;
  switch (need.need) {
    case "groups": {
      const { data } = await client.listGroups({ workspace_id, signal });
      answers.groups.set(workspace_id, data.map(toLiveGroup));
      break;
    }
    case "attributes": {
      const { data } = await client.listAttributeDefinitions({ workspace_id, signal });
      answers.attributes.set(workspace_id, toLiveAttributes(data));
      break;
    }
    case "members": {
      const { data } = await client.listMembers({ workspace_id, signal });
      answers.members.set(workspace_id, data.map(toLiveMember));
      break;
    }
    case "invites": {
      const { data } = await client.listInvites({ workspace_id, signal });
      answers.invites.set(workspace_id, data.map(toLiveInvite));
      break;
    }
    case "list": {
      const { collection = "", things } = await readThings(client, need.kind, workspace_id, signal);
      answers.lists.set(workspace_id, { ...answers.lists.get(workspace_id), [collection]: things });
      break;
    }
    case "group_values": {
      const { group_id } = need;
      const { data } = await client.listGroupValues({ workspace_id, group_id, signal });
      answers.values.set(ownerKey(workspace_id, group_id), toLiveValues(data, "group", group_id));
      break;
    }
    case "own_values": {
      const { user_id } = need;
      const { data } = await client.listMemberValues({ workspace_id, user_id, signal });
      answers.ofMembers.set(ownerKey(workspace_id, user_id), {
        own_values: toLiveValues(data, "user", user_id),
        inherited: toInheritedValues(data),
      });
      break;
    }
  }
}

async function readThings(client: ReadClient, name: ResourceKind, workspace_id: string, signal: AbortSignal) {
  const kind = KINDS[name];
  const [list] = kind.api.lists;
  // The kind's description says what it lists; a test holds the two together.
  const ask = client[list as "listGroups"] as unknown as (
    call: object,
  ) => Promise<{ readonly data: readonly Row[] }>;
  const { data } = await ask({ workspace_id, signal });
  const things = data.map((row): LiveThing => {
    const { name = null, ...fields } = fromRow(kind, row);
    return { id: String(row.id), name: String(name), fields };
  });
  return { collection: kind.collection, things };
}

/** What is read again takes the place of what was known; what hangs on it stays. */
function fillIn(workspace: LiveWorkspace, answers: Answers): LiveWorkspace {
  const { id } = workspace;
  const groups = replaced(workspace.groups, answers.groups.get(id));
  const members = workspace.members && replaced(workspace.members, answers.members.get(id));
  const everybody = members ?? answers.members.get(id);
  const invites = answers.invites.get(id) ?? workspace.invites;
  return {
    ...workspace,
    attributes: answers.attributes.get(id) ?? workspace.attributes,
    groups: groups.map((group) => {
      const values = answers.values.get(ownerKey(id, group.id));
      return values === undefined ? group : { ...group, values };
    }),
    ...(invites === undefined ? {} : { invites }),
    ...(answers.lists.has(id) ? { lists: { ...workspace.lists, ...answers.lists.get(id) } } : {}),
    ...(everybody === undefined
      ? {}
      : {
          members: everybody.map((member) => ({
            ...member,
            ...answers.ofMembers.get(ownerKey(id, member.id)),
          })),
        }),
  };
}

/** The rows that were read again, each with what was read of it besides. */
function replaced<T extends { readonly id: string }>(
  known: readonly T[],
  again: readonly T[] | undefined,
): readonly T[] {
  if (again === undefined) return known;
  const byId = new Map(known.map((row) => [row.id, row]));
  return again.map((row) => ({ ...byId.get(row.id), ...row }));
}

/** Ids are opaque, and one user is a member of several workspaces. */
const ownerKey = (workspaceId: string, ownerId: string): string => JSON.stringify([workspaceId, ownerId]);
