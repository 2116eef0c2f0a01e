import { fieldsOf } from "../../kinds/fields.js";
import { type FileEntry, fieldsIn } from "../../kinds/kind.js";
import { KINDS, LISTED_KINDS } from "../../kinds/registry.js";
import {
  desiredResource,
  inOrderOfKinds,
  type ListedResources,
  listHeldBy,
  listIn,
  liveResourcesOf,
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
import type { LiveState, LiveWorkspace } from "../../model/state/live-state.js";
import type { Fields, LiveResource } from "../../model/state/resource.js";
import { groupBy, sortedBy } from "../../util/collections.js";

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
  const existing = groupBy(liveResourcesOf(live), ({ kind }) => kind);
  const entriesOf = (kind: ResourceKind): readonly FileEntry[] =>
    (existing.get(kind) ?? []).map((resource) => entryOf(resource, roles));
  const readKinds = LISTED_KINDS.filter((kind) => live.lists?.[KINDS[kind].collection ?? ""] !== undefined);
  const groups = [{ name: ALL_USERS, keys: {} }, ...entriesOf("group")];
  const { resources, lists } = together([
    listIn(name, "attribute", entriesOf("attribute")),
    listIn(name, "group", groups),
    ...heldLists(existing, name, groups),
    listIn(name, "invite", entriesOf("invite")),
    ...readKinds.map((kind) => listIn(name, kind, entriesOf(kind))),
  ]);
  const [itself] = entriesOf("workspace");
  const workspace = desiredResource("workspace", name, { keys: {}, ...itself, name });
  return {
    name,
    state: "present",
    ...(isAmbiguous && { id: live.id }),
    resources: inOrderOfKinds([workspace, ...resources]),
    lists,
    exact: { attributes: false, groups: false, members: false },
  };
}

/** The values and members of each group, even where there are none; and own values of the people who have some. */
function heldLists(
  existing: ReadonlyMap<ResourceKind, readonly LiveResource[]>,
  workspace: string,
  groups: readonly FileEntry[],
): readonly ListedResources[] {
  const heldBy = (kind: ResourceKind) => groupBy(existing.get(kind) ?? [], ({ owner = "" }) => owner);
  const listOf = (kind: ResourceKind, owner: string, held: readonly LiveResource[] = []) =>
    listHeldBy(owner, workspace, kind, held.map(heldEntry));
  const [values, memberships] = [heldBy("group_value"), heldBy("group_membership")];
  return [
    ...groups.map(({ name }) => listOf("group_value", name, values.get(name))),
    ...groups
      .filter(({ name }) => name !== ALL_USERS)
      .map(({ name }) => listOf("group_membership", name, memberships.get(name))),
    ...[...heldBy("member_value")].map(([owner, own]) => listOf("member_value", owner, own)),
  ];
}

/** The fields that a file says of a thing: an empty text says nothing. */
function entryOf({ kind, name, fields, person }: LiveResource, roles: ReadonlySet<string>): FileEntry {
  const isIncluded = ([field, value]: readonly [string, Fields[string]]): boolean =>
    value !== "" &&
    value !== null &&
    (field !== "precedence" || (Number(value) > 0 && Number(value) <= MOST_PRECEDENCE)) &&
    (field !== "role" || roles.has(String(value)));
  const included = Object.entries(fieldsOf(kind, fields) as Fields).filter(isIncluded); // they are the thing's own
  return { name, keys: Object.fromEntries(included), person };
}

const heldEntry = ({ kind, name, fields, person }: LiveResource): FileEntry => ({
  name,
  keys: fieldsIn(KINDS[kind].fields, fields),
  person,
});
