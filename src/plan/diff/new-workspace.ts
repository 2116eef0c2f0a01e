import { ALL_USERS } from "../../model/address.js";
import type { ResourceKind } from "../../model/resource-kind.js";
import { contentsOf, listAddress, resourceAddress } from "../../model/state/contents.js";
import { inviteList, type LiveState, type LiveWorkspace } from "../../model/state/live-state.js";
import { byKey, sortedBy } from "../../util/collections.js";

/**
 * A workspace as it will be the moment it is created: with the built-in group, and the organization admins in
 * it (API docs). Their addresses come from the rosters of other workspaces that were read; `/me` has none.
 */
export function workspaceAtCreation(workspace: string, live: LiveState): LiveWorkspace {
  const rosters = [...live.workspaces, ...live.unmanaged_workspaces].flatMap((one) =>
    contentsOf(one)
      .of("invite")
      .filter(({ person }) => person?.presence === "member" && person.role === "organization_admin"),
  );
  const admins = sortedBy(byKey(rosters, "id").values(), ({ name }) => name);
  const here = (kind: ResourceKind, name: string) => ({
    address: resourceAddress(kind, workspace, name),
    kind,
    name,
  });
  const fields = { name: ALL_USERS, precedence: 0 };
  return {
    id: "",
    name: workspace,
    resources: [
      { ...here("group", ALL_USERS), state: "built-in", id: "", fields },
      ...admins.map((admin) => ({ ...admin, ...here("invite", admin.name) })),
    ],
    lists: [
      listAddress("group_value", workspace, ALL_USERS),
      listAddress("invite", workspace),
      inviteList(workspace),
      ...admins.map(({ name }) => listAddress("member_value", workspace, name)),
    ],
  };
}
