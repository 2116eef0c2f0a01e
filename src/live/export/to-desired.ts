import { fieldsOf } from "../../kinds/fields.js";
import { ALL_USERS } from "../../model/address.js";
import { MOST_PRECEDENCE, type ResourceKind } from "../../model/resource-kind.js";
import {
  DEFAULT_LIMITS,
  type DesiredGroup,
  type DesiredMember,
  type DesiredPerson,
  type DesiredState,
  type DesiredValue,
  type PresentWorkspace,
  type ServiceTarget,
} from "../../model/state/desired-state.js";
import type {
  LiveGroup,
  LiveMember,
  LiveState,
  LiveValue,
  LiveWorkspace,
} from "../../model/state/live-state.js";
import { defined } from "../../util/defined.js";
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
  const attributes = new Map(live.attributes.map(({ id, name }) => [id, name]));
  const people = new Map((live.members ?? []).map((member) => [member.id, personOf(member)]));
  return defined({
    name: live.name,
    state: "present",
    id: isAmbiguous ? live.id : undefined,
    provision_by_default: live.provision_by_default ?? undefined,
    attributes: sortedBy(live.attributes, ({ name }) => name).map((attribute) => {
      const { name, data_type } = attribute;
      return {
        ...exported("attribute", attribute),
        name,
        state: "present",
        data_type,
        required: false,
      } as const;
    }),
    groups: sortedBy(
      live.groups.map((group) => toGroup(group, attributes, people)),
      (group) => group.name,
    ),
    members: sortedBy(toMembers(live, attributes, roles), ({ email }) => email),
    lists: live.lists && toLists(live.lists),
    exact: { attributes: false, groups: false, members: false },
  });
}

function toLists(lists: NonNullable<LiveWorkspace["lists"]>): NonNullable<PresentWorkspace["lists"]> {
  return Object.fromEntries(
    Object.entries(lists).map(([key, things]) => [
      key,
      sortedBy(things, ({ name }) => name).map(({ name, fields }) => ({ name, state: "present", fields })),
    ]),
  );
}

function toGroup(
  group: LiveGroup,
  attributes: ReadonlyMap<string, string>,
  people: ReadonlyMap<string, DesiredPerson>,
): DesiredGroup {
  const { is_all_users, precedence, users, values } = group;
  const common = { state: "present", previously: [], values: toValues(values ?? [], attributes) } as const;
  if (is_all_users) return { name: ALL_USERS, ...common };
  const members = users.flatMap((user) => people.get(user) ?? []);
  return defined({
    ...exported("group", group),
    name: group.name,
    ...common,
    precedence: precedence > 0 && precedence <= MOST_PRECEDENCE ? precedence : undefined,
    members: sortedBy(members, ({ email }) => email),
  });
}

/** The fields that a file says of a thing: an empty text says nothing. */
function exported<T extends object>(kind: ResourceKind, thing: T): Partial<T> {
  const fields = Object.entries(fieldsOf(kind, thing)).filter(([, value]) => value !== "");
  return Object.fromEntries(fields) as Partial<T>; // the rest are the same fields
}

/** Somebody who has accepted meanwhile is a member, not an invite. */
function toMembers(
  { members = [], invites = [] }: LiveWorkspace,
  attributes: ReadonlyMap<string, string>,
  roles: ReadonlySet<string>,
): readonly DesiredMember[] {
  const roleOf = ({ role }: { readonly role: string }) => (roles.has(role) ? { role } : {});
  const byEmail = new Map<string, DesiredMember>();
  for (const invite of invites) byEmail.set(invite.email, { ...personOf(invite), ...roleOf(invite) });
  for (const member of members) {
    const values = toValues(member.own_values ?? [], attributes);
    const entry = { ...personOf(member), ...roleOf(member), ...(values.length === 0 ? {} : { values }) };
    byEmail.set(member.email, entry);
  }
  return [...byEmail.values()];
}

function toValues(
  values: readonly LiveValue[],
  attributes: ReadonlyMap<string, string>,
): readonly DesiredValue[] {
  const named = values.flatMap(({ attribute_id, value }) => {
    const attribute = attributes.get(attribute_id);
    return attribute === undefined ? [] : [{ attribute, value }];
  });
  return sortedBy(named, ({ attribute }) => attribute);
}

const personOf = ({ email, display_email }: Pick<LiveMember, "email" | "display_email">): DesiredPerson => ({
  email,
  display_email,
});
