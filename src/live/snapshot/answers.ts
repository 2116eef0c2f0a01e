import type { AttributeById } from "../../kinds/by-id.js";
import { toRow } from "../../kinds/fields.js";
import type {
  AttributeDefinition,
  AttributeValue,
  Group,
  Invite,
  Member,
} from "../../model/generated/service.js";
import type { SnapshotGroup, SnapshotMember, SnapshotWorkspace } from "../../model/state/snapshot.js";
import { groupBy } from "../../util/collections.js";

/** The answers of the service about one workspace; there is none about a group or member that does not exist. */
export interface WorkspaceAnswers {
  readonly groups: readonly Group[];
  readonly definitions: readonly AttributeDefinition[];
  readonly members: readonly Member[];
  readonly invites: readonly Invite[];
  group(id: string): Group | undefined;
  membersOf(groupId: string): readonly Member[] | undefined;
  valuesOfGroup(id: string): readonly AttributeValue[] | undefined;
  valuesOfMember(id: string): readonly AttributeValue[] | undefined;
}

/** The answers about a workspace as it is in a snapshot. */
export function answersOf(workspace: SnapshotWorkspace): WorkspaceAnswers {
  const { id: workspace_id } = workspace;
  const attributes = new Map(workspace.attributes.map((attribute) => [attribute.name, attribute]));
  const groups = workspace.groups.map((group) => ({
    ...toRow<Group>("group", group),
    id: group.id,
    workspace_id,
    name: group.name,
    is_all_users: group.is_all_users,
    users: group.users,
  }));
  const groupsById = new Map(workspace.groups.map((group) => [group.id, group]));
  const membersById = new Map(workspace.members.map((member) => [member.id, member]));
  let groupsByUser: ReadonlyMap<string, readonly SnapshotGroup[]> | undefined;
  const everybody = workspace.groups.filter(({ is_all_users }) => is_all_users);
  const handedDown = (group: SnapshotGroup) => valueRows(group, "group", attributes, group.precedence);
  const members = workspace.members.map(({ values: _, ...member }) => ({
    ...member,
    ...toRow<Member>("invite", member),
    workspace_id,
    external_user_id: null,
  }));
  return {
    groups,
    definitions: workspace.attributes.map((attribute) => ({
      ...attribute,
      ...toRow<AttributeDefinition>("attribute", attribute),
      workspace_id,
    })),
    members,
    invites: workspace.invites.map((invite) => ({
      ...invite,
      ...toRow<Invite>("invite", invite),
      workspace_id,
    })),
    group: (id) => groups.find((group) => group.id === id),
    membersOf(groupId) {
      const users = groupsById.get(groupId)?.users;
      return users && members.filter(({ id }) => users.includes(id));
    },
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
  attributes: ReadonlyMap<string, AttributeById>,
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
