import { fieldsOf } from "../../kinds/fields.js";
import type { FileEntry } from "../../kinds/kind.js";
import { KINDS, LISTED_KINDS } from "../../kinds/registry.js";
import {
  desiredResource,
  inOrderOfKinds,
  type ListedResources,
  listHeldBy,
  listIn,
  together,
} from "../../kinds/resources.js";
import { ALL_USERS } from "../../model/address.js";
import { MOST_PRECEDENCE, type ResourceKind } from "../../model/resource-kind.js";
import {
  DEFAULT_LIMITS,
  type DesiredState,
  type PresentWorkspace,
  type ServiceTarget,
} from "../../model/state/desired-state.js";
import type { Fields } from "../../model/state/fields.js";
import type {
  LiveGroup,
  LiveInvite,
  LiveMember,
  LiveState,
  LiveValue,
  LiveWorkspace,
} from "../../model/state/live-state.js";
import type { DesiredPerson } from "../../model/state/resource.js";
import { sortedBy } from "../../util/order.js";

/**
 * The file that says exactly what exists in the workspaces that were read, completely: planning it changes nothing.
 * Pending invites are among the members. A workspace is pinned by its id where another visible one has its name;
 * own values that nobody set are left unmanaged, so that planning need not read them. A role or
 * precedence that only the service knows, and a file cannot have, is left unmanaged too.
 */
export function toDesiredState(
  live: LiveState,
  service: ServiceTarget,
  roles: readonly string[],
): DesiredState {
  const names = [...live.workspaces, ...live.unmanaged_workspaces].map(({ name }) => name);
  const isAmbiguous = (name: string): boolean => names.indexOf(name) !== names.lastIndexOf(name);
  const workspaces = live.workspaces.map((workspace) =>
    toWorkspace(workspace, isAmbiguous(workspace.name), new Set(roles)),
  );
  return {
    organization: live.organization,
    service,
    workspaces: sortedBy(workspaces, ({ name }) => name),
    protect: [],
    limits: DEFAULT_LIMITS,
    expect: [],
  };
}

function toWorkspace(
  live: LiveWorkspace,
  isAmbiguous: boolean,
  roles: ReadonlySet<string>,
): PresentWorkspace {
  const { name } = live;
  const attributes = new Map(live.attributes.map((attribute) => [attribute.id, attribute.name]));
  const definitions = live.attributes.map((attribute) => ({
    name: attribute.name,
    keys: exported("attribute", attribute),
  }));
  const named = LISTED_KINDS.flatMap((kind) => {
    const things = live.lists?.[KINDS[kind].collection ?? ""];
    return things === undefined
      ? []
      : [
          listIn(
            name,
            kind,
            things.map((thing) => ({ name: thing.name, keys: thing.fields })),
          ),
        ];
  });
  const { resources, lists } = together([
    listIn(name, "attribute", definitions),
    ...groupsOf(live, attributes),
    ...membersOf(live, attributes, roles),
    ...named,
  ]);
  const itself = desiredResource("workspace", name, { name, keys: exported("workspace", live) });
  return {
    name,
    state: "present",
    ...(isAmbiguous && { id: live.id }),
    resources: inOrderOfKinds([itself, ...resources]),
    lists,
    exact: { attributes: false, groups: false, members: false },
  };
}

function groupsOf(live: LiveWorkspace, attributes: ReadonlyMap<string, string>): readonly ListedResources[] {
  const workspace = live.name;
  const people = new Map((live.members ?? []).map((member) => [member.id, personOf(member)]));
  const nameOf = (group: LiveGroup) => (group.is_all_users ? ALL_USERS : group.name);
  const sorted = sortedBy(live.groups, nameOf);
  const entries = sorted.map((group) => {
    const { precedence, ...fields } = exported("group", group);
    const isInFile = Number(precedence) > 0 && Number(precedence) <= MOST_PRECEDENCE;
    const keys = { ...fields, ...(isInFile && precedence !== undefined && { precedence }) };
    return { name: nameOf(group), keys: group.is_all_users ? {} : keys };
  });
  const holds = sorted.flatMap((group) => {
    const name = nameOf(group);
    const members = group.users.flatMap((user) => people.get(user) ?? []);
    const memberships = members.map((person) => ({ name: person.email, keys: {}, person }));
    return [
      listHeldBy(name, workspace, "group_value", valuesOf(group.values, attributes)),
      ...(group.is_all_users ? [] : [listHeldBy(name, workspace, "group_membership", memberships)]),
    ];
  });
  return [listIn(workspace, "group", entries), ...holds];
}

/** Somebody who has accepted meanwhile is a member, not an invite. */
function membersOf(
  { name: workspace, members = [], invites = [] }: LiveWorkspace,
  attributes: ReadonlyMap<string, string>,
  roles: ReadonlySet<string>,
): readonly ListedResources[] {
  const byEmail = new Map<string, LiveMember | LiveInvite>();
  for (const person of [...invites, ...members]) byEmail.set(person.email, person);
  const people = sortedBy(byEmail.values(), ({ email }) => email);
  const entries = people.map((person) => {
    const { role, ...fields } = exported("invite", person);
    const keys = { ...fields, ...(role !== undefined && roles.has(String(role)) && { role }) };
    return { name: person.email, keys, person: personOf(person) };
  });
  const holds = people.flatMap((person) => {
    const own = "own_values" in person ? person.own_values : [];
    const values = valuesOf(own, attributes, personOf(person));
    return values.length === 0 ? [] : [listHeldBy(person.email, workspace, "member_value", values)];
  });
  return [listIn(workspace, "invite", entries), ...holds];
}

/** The fields that a file says of a thing: an empty text says nothing. */
function exported(kind: ResourceKind, thing: object): Fields {
  const fields = Object.entries(fieldsOf(kind, thing)).filter(([, value]) => value !== "" && value !== null);
  return Object.fromEntries(fields) as Fields; // the rest are the same fields
}

function valuesOf(
  values: readonly LiveValue[] = [],
  attributes: ReadonlyMap<string, string>,
  person?: DesiredPerson,
): readonly FileEntry[] {
  return values.flatMap(({ attribute_id, value }) => {
    const name = attributes.get(attribute_id);
    return name === undefined ? [] : [{ name, keys: { value }, person }];
  });
}

const personOf = ({ email, display_email }: Pick<LiveMember, "email" | "display_email">): DesiredPerson => ({
  email,
  display_email,
});
