import { fieldsOf } from "../../kinds/fields.js";
import { type FileEntry, fieldsIn } from "../../kinds/kind.js";
import { KINDS, LISTED_KINDS } from "../../kinds/registry.js";
import {
  desiredResource,
  inOrderOfKinds,
  type ListedResources,
  listHeldBy,
  listIn,
  together,
} from "../../kinds/resources.js";
import { type Address, ALL_USERS, ancestorAddress } from "../../model/address.js";
import { isEmail } from "../../model/email.js";
import { MOST_PRECEDENCE, type ResourceKind } from "../../model/resource-kind.js";
import { contentsOf, listAddress } from "../../model/state/contents.js";
import type { PresentWorkspace, ServiceTarget, StateWithoutRules } from "../../model/state/desired-state.js";
import type { LiveState, LiveWorkspace } from "../../model/state/live-state.js";
import type { Fields, LiveResource } from "../../model/state/resource.js";
import { byKey, sortedBy } from "../../util/collections.js";

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
): StateWithoutRules {
  const names = [...live.workspaces, ...live.unmanaged_workspaces].map(({ name }) => name);
  const isAmbiguous = (name: string): boolean => names.indexOf(name) !== names.lastIndexOf(name);
  const workspaces = live.workspaces.map((workspace) =>
    toWorkspace(workspace, isAmbiguous(workspace.name), new Set(roles)),
  );
  return {
    organization: live.organization,
    service,
    workspaces: sortedBy(workspaces, ({ name }) => name),
  };
}

function toWorkspace(
  live: LiveWorkspace,
  isAmbiguous: boolean,
  roles: ReadonlySet<string>,
): PresentWorkspace {
  const { name } = live;
  const { gives, of } = contentsOf(live);
  const entriesOf = (kind: ResourceKind): readonly FileEntry[] =>
    of(kind).map((resource) => entryOf(resource, roles));
  const readKinds = LISTED_KINDS.filter((kind) => gives(kind));
  const groups = entriesOf("group");
  // At one address a member is the last: their invite was accepted.
  const people = [...byKey(entriesOf("invite"), "name").values()];
  const { resources, lists } = together([
    listIn(name, "attribute", entriesOf("attribute")),
    listIn(name, "group", groups),
    ...heldLists(live, groups),
    listIn(name, "invite", people),
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
function heldLists(live: LiveWorkspace, groups: readonly FileEntry[]): readonly ListedResources[] {
  const { heldBy, of } = contentsOf(live);
  const listOf = (kind: ResourceKind, owner: string) =>
    listHeldBy(owner, live.name, kind, heldBy(kind, owner).map(heldEntry));
  const owners = new Set(of("member_value").map(({ owner = "" }) => owner));
  return [
    ...groups.map(({ name }) => listOf("group_value", name)),
    ...groups.filter(({ name }) => name !== ALL_USERS).map(({ name }) => listOf("group_membership", name)),
    ...[...owners].map((owner) => listOf("member_value", owner)),
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

/**
 * The part of a desired state that a file can hold: it leaves out people without an e-mail address, such as embedded
 * users. A group that one of them is in keeps its members unmanaged, since a list of the others would take them out.
 */
export function exportable(desired: StateWithoutRules): {
  readonly desired: StateWithoutRules;
  /** The people, and the members of the groups that one of them is in. */
  readonly left_out: readonly Address[];
} {
  const left_out: Address[] = [];
  const workspaces = desired.workspaces.map((workspace) => exportableWorkspace(workspace, left_out));
  return { desired: { ...desired, workspaces }, left_out };
}

function exportableWorkspace(workspace: PresentWorkspace, leftOut: Address[]): PresentWorkspace {
  const { name, resources, lists } = workspace;
  const { of } = contentsOf(workspace);
  const isLeftOut = new Set(of("invite").flatMap((member) => (isEmail(member.name) ? [] : [member.address])));
  const someLeftOut = new Set(
    of("group_membership").flatMap((member) =>
      isEmail(member.name) ? [] : [listAddress("group_membership", name, member.owner)],
    ),
  );
  leftOut.push(...isLeftOut, ...someLeftOut);
  return {
    ...workspace,
    resources: resources.filter(
      ({ kind, address, owner }) =>
        !isLeftOut.has(ancestorAddress(address, 3)) && !someLeftOut.has(listAddress(kind, name, owner)),
    ),
    lists: lists.filter((list) => !someLeftOut.has(list) && !isLeftOut.has(ancestorAddress(list, 3))),
  };
}
