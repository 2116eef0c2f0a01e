import type { ReadClient } from "../api/operations.js";
import type {
  AttributeById,
  GroupById,
  InheritedValue,
  MemberValues,
  ThingById,
  ValueById,
  WorkspaceById,
} from "../kinds/by-id.js";
import { fieldsOfRow } from "../kinds/fields.js";
import { fromRow, type ServiceRow } from "../kinds/kind.js";
import { KINDS } from "../kinds/registry.js";
import { canonicalEmail } from "../model/email.js";
import type {
  AttributeDefinition,
  AttributeValue,
  Group,
  Invite,
  Member,
} from "../model/generated/service.js";
import type { ResourceKind } from "../model/resource-kind.js";
import type { ReadNeed } from "../model/state/live-state.js";
import { FILLED_BY_PRODUCT } from "../model/state/reserved-attributes.js";
import type { DesiredPerson, LiveInvite, LiveMember } from "../model/state/resource.js";
import { byKey } from "../util/collections.js";
import type { OrganizationById } from "./name-things.js";

/** The lists of a workspace that one round has read. */
type WorkspaceLists = Partial<Pick<WorkspaceById, "groups" | "attributes" | "members" | "invites" | "lists">>;

/** The answers of one round, by workspace id, or by workspace and owner; those of members by workspace and then by user. */
interface Answers {
  readonly ofWorkspaces: Map<string, WorkspaceLists>;
  readonly ofGroups: Map<string, { readonly values: readonly ValueById[] }>;
  readonly ofMembers: Map<string, Map<string, MemberValues>>;
}

/** Reads all needs concurrently, and returns what is read with them filled in; rejects if one fails. */
export async function readNeeds(
  client: ReadClient,
  live: OrganizationById,
  needs: readonly ReadNeed[],
  signal: AbortSignal,
): Promise<OrganizationById> {
  const answers: Answers = { ofWorkspaces: new Map(), ofGroups: new Map(), ofMembers: new Map() };
  await Promise.all(needs.map((need) => readNeed(client, need, signal, answers)));
  return {
    ...live,
    workspaces: live.workspaces.map((workspace) => fillIn(workspace, answers)),
    unmanaged_workspaces: live.unmanaged_workspaces.map((workspace) => ({
      ...workspace,
      ...answers.ofWorkspaces.get(workspace.id),
    })),
  };
}

async function readNeed(
  client: ReadClient,
  need: ReadNeed,
  signal: AbortSignal,
  { ofWorkspaces, ofGroups, ofMembers }: Answers,
): Promise<void> {
  const { workspace_id } = need;
  const of = { workspace_id, signal };
  const add = (lists: WorkspaceLists): void => {
    ofWorkspaces.set(workspace_id, { ...ofWorkspaces.get(workspace_id), ...lists });
  };
  switch (need.need) {
    case "groups":
      return add({ groups: (await client.listGroups(of)).data.map(toGroup) });
    case "attributes":
      return add({ attributes: toAttributes((await client.listAttributeDefinitions(of)).data) });
    case "members":
      return add({ members: (await client.listMembers(of)).data.map(toMember) });
    case "invites":
      return add({ invites: (await client.listInvites(of)).data.map(toInvite) });
    case "list": {
      const list = await readThings(client, need.kind, workspace_id, signal);
      return add({ lists: { ...ofWorkspaces.get(workspace_id)?.lists, ...list } });
    }
    case "group_values": {
      const { group_id } = need;
      const { data } = await client.listGroupValues({ ...of, group_id });
      ofGroups.set(ownerKey(workspace_id, group_id), { values: toValues(data, "group", group_id) });
      return;
    }
    case "own_values": {
      const { user_id } = need;
      const { data } = await client.listMemberValues({ user_id, ...of });
      const values = { own_values: toValues(data, "user", user_id), inherited: toInheritedValues(data) };
      ofMembers.set(workspace_id, (ofMembers.get(workspace_id) ?? new Map()).set(user_id, values));
    }
  }
}

async function readThings(client: ReadClient, name: ResourceKind, workspace_id: string, signal: AbortSignal) {
  const kind = KINDS[name];
  const [list] = kind.api.lists;
  // The kind's description says what it lists; a test holds the two together.
  const ask = client[list as "listGroups"] as unknown as (
    call: object,
  ) => Promise<{ readonly data: readonly ServiceRow[] }>;
  const { data } = await ask({ workspace_id, signal });
  const things = data.map((row): ThingById => {
    const { name = null, ...fields } = fromRow(kind.fields, row);
    return { id: String(row.id), name: String(name), fields };
  });
  return { [kind.collection ?? ""]: things };
}

/** A list that was read again takes the place of the known one; values of its rows stay. */
function fillIn(workspace: WorkspaceById, { ofWorkspaces, ofGroups, ofMembers }: Answers): WorkspaceById {
  const { id } = workspace;
  const { groups, lists, ...others } = ofWorkspaces.get(id) ?? {};
  return {
    ...workspace,
    ...others,
    groups: (replaced(workspace.groups, groups) ?? []).map((group) => ({
      ...group,
      ...ofGroups.get(ownerKey(id, group.id)),
    })),
    ...(lists && { lists: { ...workspace.lists, ...lists } }),
    member_values: new Map([...(workspace.member_values ?? []), ...(ofMembers.get(id) ?? [])]),
  };
}

/** The rows that were read again, each with the values that are known of it. */
function replaced<T extends { readonly id: string }>(
  known: readonly T[] | undefined,
  again: readonly T[] | undefined,
): readonly T[] | undefined {
  if (known === undefined || again === undefined) return again ?? known;
  const byId = byKey(known, "id");
  return again.map((row) => ({ ...byId.get(row.id), ...row }));
}

/** Ids are opaque, and one user is a member of several workspaces. */
const ownerKey = (workspaceId: string, ownerId: string): string => JSON.stringify([workspaceId, ownerId]);

/** The name of a thing in a file: its name, or its id where it has none, since two without a name must stay apart. */
export const nameInFile = ({ id, name }: { readonly id: string; readonly name: string }): string =>
  name || id;

/** A group in the model's words, its values not read yet. */
const toGroup = (group: Group): GroupById => ({
  ...fieldsOfRow("group", group),
  id: group.id,
  name: nameInFile(group),
  is_all_users: group.is_all_users,
  precedence: group.user_attribute_precedence,
  users: group.users,
});

/** Definitions in the model's words, without the one that is the product's own: nobody else creates, sets or deletes it. */
const toAttributes = (definitions: readonly AttributeDefinition[]): AttributeById[] =>
  definitions
    .filter(({ name }) => name !== FILLED_BY_PRODUCT)
    .map((definition) => {
      const { id, data_type, label } = definition;
      return { ...fieldsOfRow("attribute", definition), id, name: nameInFile(definition), data_type, label };
    });

/** A member in the model's words, their own values not read yet. */
const toMember = (member: Member): LiveMember => ({
  presence: "member",
  id: member.id,
  role: member.role,
  first_name: member.first_name,
  last_name: member.last_name,
  email_verified: member.email_verified,
  mfa_enabled: member.mfa_enabled,
  identity_provider: member.identity_provider,
  ...addressOf(member),
  ...fieldsOfRow("invite", member),
});

/** An invite in the model's words. */
const toInvite = (invite: Invite): LiveInvite => ({
  ...fieldsOfRow("invite", invite),
  presence: "invited",
  id: invite.id,
  ...addressOf(invite),
  role: invite.role,
  created_date: invite.created_date,
});

/** Embedded users have no e-mail address, or a text that is not one: they are named by their ids. */
function addressOf({ id, email }: Member | Invite): DesiredPerson {
  const display_email = email.includes("@") ? email : id;
  return { email: canonicalEmail(display_email), display_email };
}

/** The values that are set on one group or one member; those of others, such as inherited ones, are left out. */
function toValues(
  values: readonly AttributeValue[],
  source: AttributeValue["source"],
  sourceId: string,
): ValueById[] {
  return values
    .filter((value) => isManaged(value) && value.source === source && value.source_id === sourceId)
    .map(({ id, user_attribute_definition_id: attribute_id, value }) => ({ id, attribute_id, value }));
}

/** The values that a member's groups hand down, overridden ones too. */
function toInheritedValues(values: readonly AttributeValue[]): InheritedValue[] {
  return values
    .filter((value) => isManaged(value) && value.source === "group")
    .map(({ source_id: group_id, user_attribute_definition_id: attribute_id, value }) => ({
      group_id,
      attribute_id,
      value,
    }));
}

const isManaged = ({ name }: AttributeValue): boolean => name !== FILLED_BY_PRODUCT;
