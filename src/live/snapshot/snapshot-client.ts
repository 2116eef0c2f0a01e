import { ApiError, type ApiErrorReason } from "../../api/call/api-error.js";
import type { Answered, ReadClient } from "../../api/operations.js";
import type { AttributeById } from "../../kinds/by-id.js";
import { toRow } from "../../kinds/fields.js";
import type {
  AttributeDefinition,
  AttributeValue,
  Group,
  Invite,
  Member,
  Workspace,
} from "../../model/generated/service.js";
import { repeatedId } from "../../model/repeated-id.js";
import type {
  Snapshot,
  SnapshotGroup,
  SnapshotMember,
  SnapshotWorkspace,
} from "../../model/state/snapshot.js";
import { byKey, groupBy } from "../../util/collections.js";

/**
 * A client that answers as the service did when the snapshot was taken, and asks nobody: what reads the service reads
 * this the same way, with the same count of requests. What the snapshot does not hold rejects as incomplete.
 */
export function snapshotClient(snapshot: Snapshot): ReadClient {
  const { organization, user_id, workspaces, other_workspaces, token_scope } = snapshot;
  const known = new Map(workspaces.map((workspace) => [workspace.id, answersOf(workspace)]));
  const reached = [...workspaces, ...other_workspaces].map(({ id, name }) => ({ id, name }));
  let requests = 0;
  async function answer<T>(path: string, find: () => T | undefined): Promise<Answered<T>> {
    requests += 1;
    const data = find();
    if (data === undefined) throw failure("incomplete", path, "is not in the snapshot");
    const repeated = repeatedId(data);
    if (repeated !== undefined) throw failure("malformed-response", path, `has the id ${repeated} twice`);
    return { data, warnings: [] };
  }
  const within = <T>(id: string, path: string, find: (answers: WorkspaceAnswers) => T | undefined) =>
    answer(`/workspaces/${id}${path}`, () => {
      const answers = known.get(id);
      return answers && find(answers);
    });
  return {
    requestCount: () => requests,
    warnings: () => [],
    lastAnswer: () => undefined,
    getMe: () => answer("/me", () => ({ user_id, organization, workspaces: reached })),
    listWorkspaces: () =>
      answer("/workspaces", () => {
        // The answer to a token of one workspace.
        if (token_scope === "admin") throw failure("forbidden", "/workspaces", "is refused");
        return [...workspaces, ...other_workspaces].map((workspace) => ({
          provision_by_default: false,
          ...toRow<Partial<Workspace>>("workspace", workspace),
          id: workspace.id,
          name: workspace.name,
        }));
      }),
    listGroups: ({ workspace_id: id }) => within(id, "/groups", ({ groups }) => groups),
    listMembers: ({ workspace_id: id }) => within(id, "/members", ({ members }) => members),
    listInvites: ({ workspace_id: id }) => within(id, "/invites", ({ invites }) => invites),
    listAttributeDefinitions: ({ workspace_id: id }) =>
      within(id, "/user_attribute_definitions", ({ definitions }) => definitions),
    listGroupValues: ({ workspace_id: id, group_id }) =>
      within(id, `/groups/${group_id}/user_attributes`, ({ valuesOfGroup }) => valuesOfGroup(group_id)),
    listMemberValues: ({ workspace_id: id, user_id: user }) =>
      within(id, `/members/${user}/user_attributes`, ({ valuesOfMember }) => valuesOfMember(user)),
  };
}

function failure(reason: ApiErrorReason, path: string, detail: string): ApiError {
  return new ApiError({ reason, method: "GET", path, detail, retryable: false });
}

/** The answers of the service about one workspace; there is none about a group or member that does not exist. */
interface WorkspaceAnswers {
  readonly groups: readonly Group[];
  readonly definitions: readonly AttributeDefinition[];
  readonly members: readonly Member[];
  readonly invites: readonly Invite[];
  valuesOfGroup(id: string): readonly AttributeValue[] | undefined;
  valuesOfMember(id: string): readonly AttributeValue[] | undefined;
}

/** The answers about a workspace as it is in a snapshot. */
function answersOf(workspace: SnapshotWorkspace): WorkspaceAnswers {
  const { id: workspace_id } = workspace;
  const attributes = byKey(workspace.attributes, "name");
  const groupsById = byKey(workspace.groups, "id");
  const membersById = byKey(workspace.members, "id");
  let groupsByUser: ReadonlyMap<string, readonly SnapshotGroup[]> | undefined;
  const everybody = workspace.groups.filter(({ is_all_users }) => is_all_users);
  const handedDown = (group: SnapshotGroup) => valueRows(group, "group", attributes, group.precedence);
  return {
    groups: workspace.groups.map((group) => ({
      ...toRow<Group>("group", group),
      id: group.id,
      workspace_id,
      name: group.name,
      is_all_users: group.is_all_users,
      users: group.users,
    })),
    definitions: workspace.attributes.map((attribute) => ({
      ...attribute,
      ...toRow<AttributeDefinition>("attribute", attribute),
      workspace_id,
    })),
    members: workspace.members.map(({ values: _, ...member }) => ({
      workspace_id,
      external_user_id: null,
      ...member,
      ...toRow<Partial<Member>>("invite", member),
    })),
    invites: workspace.invites.map((invite) => ({
      ...invite,
      ...toRow<Invite>("invite", invite),
      workspace_id,
    })),
    valuesOfGroup(id) {
      const group = groupsById.get(id);
      return group && handedDown(group);
    },
    valuesOfMember(id) {
      const member = membersById.get(id);
      if (member === undefined) return undefined;
      groupsByUser ??= indexByUser(workspace);
      const ownGroups = [...everybody, ...(groupsByUser.get(id) ?? [])];
      return [...valueRows(member, "user", attributes, null), ...ownGroups.flatMap(handedDown)];
    },
  };
}

/** The groups of each user. Everybody is in the built-in group, even if it does not list them. */
function indexByUser({ groups }: SnapshotWorkspace): ReadonlyMap<string, readonly SnapshotGroup[]> {
  const listed = groups.filter(({ is_all_users }) => !is_all_users);
  const memberships = listed.flatMap((group) => group.users.map((user) => ({ user, group })));
  return new Map(
    [...groupBy(memberships, ({ user }) => user)].map(([user, ownGroups]) => [
      user,
      ownGroups.map(({ group }) => group),
    ]),
  );
}

/** A value whose attribute the snapshot lacks keeps its name as id: that it has no definition is found like any such answer. */
function valueRows(
  owner: SnapshotGroup | SnapshotMember,
  source: AttributeValue["source"],
  attributes: ReadonlyMap<string, Pick<AttributeById, "id" | "data_type">>,
  precedence: number | null,
): AttributeValue[] {
  return Object.entries(owner.values).map(([name, value]) => {
    const { id = name, data_type = "string" } = attributes.get(name) ?? {};
    return {
      // Values have ids of their own, which only writes need.
      id: `${owner.id} ${id}`,
      user_attribute_definition_id: id,
      value,
      data_type,
      name,
      source,
      source_id: owner.id,
      user_attribute_precedence: precedence,
      is_overridden: false,
    };
  });
}
