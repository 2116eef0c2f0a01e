import { groupNameOf, type WorkspaceById } from "../kinds/by-id.js";
import type { LiveNames } from "../kinds/kind.js";
import { KINDS, LISTED_KINDS } from "../kinds/registry.js";
import type { Address } from "../model/address.js";
import { RESOURCE_KINDS } from "../model/resource-kind.js";
import { listAddress, resourceAddress } from "../model/state/contents.js";
import { inviteList, type LiveState, type LiveWorkspace } from "../model/state/live-state.js";
import type { LiveResource } from "../model/state/resource.js";
import { byKey } from "../util/collections.js";

/** What was read of the organization so far, by ids. */
export interface OrganizationById extends Omit<LiveState, "workspaces" | "unmanaged_workspaces"> {
  readonly workspaces: readonly WorkspaceById[];
  readonly unmanaged_workspaces: readonly WorkspaceById[];
}

/** The live state by names: the one place where ids become names. */
export const namedState = ({ workspaces, unmanaged_workspaces, ...state }: OrganizationById): LiveState => ({
  ...state,
  workspaces: workspaces.map(namedWorkspace),
  unmanaged_workspaces: unmanaged_workspaces.map(namedWorkspace),
});

/** A workspace with everything that was read of it by names, under its live name. */
export function namedWorkspace(read: WorkspaceById): LiveWorkspace {
  const { id, name: workspace } = read;
  const attributes = new Map(read.attributes.map((attribute) => [attribute.id, attribute.name]));
  const members = byKey(read.members ?? [], "id");
  const names: LiveNames = {
    memberOf: (userId) => members.get(userId),
    attributeName: (attributeId) => attributes.get(attributeId),
  };
  const resources = RESOURCE_KINDS.flatMap((kind) =>
    KINDS[kind].live(read, names).map((thing): LiveResource => {
      const address = resourceAddress(kind, workspace, thing.name, thing.owner);
      return { address, kind, state: "present", ...thing };
    }),
  );
  return { id, name: workspace, resources, lists: listsOf(read) };
}

function listsOf({
  name,
  groups,
  members,
  member_values,
  invites,
  lists = {},
}: WorkspaceById): readonly Address[] {
  return [
    ...groups.flatMap((group) =>
      group.values === undefined ? [] : [listAddress("group_value", name, groupNameOf(group))],
    ),
    ...(members === undefined ? [] : [listAddress("invite", name)]),
    ...(members ?? []).flatMap(({ id, email }) =>
      member_values?.has(id) ? [listAddress("member_value", name, email)] : [],
    ),
    ...(invites === undefined ? [] : [inviteList(name)]),
    ...LISTED_KINDS.filter((kind) => lists[KINDS[kind].collection ?? ""] !== undefined).map((kind) =>
      listAddress(kind, name),
    ),
  ];
}
