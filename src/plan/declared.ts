import {
  type Address,
  ALL_USERS,
  attributeAddress,
  groupAddress,
  groupValueAddress,
  memberAddress,
  membershipAddress,
  memberValueAddress,
  workspaceAddress,
} from "../model/address.js";
import type { DesiredState, DesiredWorkspace } from "../model/desired-state.js";
import type { Fields } from "../model/plan.js";

/** What a file says of each thing that it declares in a workspace, by address: enough to tell an edit from drift. */
export function declaredFields(state: DesiredState, workspace: string): ReadonlyMap<Address, Fields> {
  const found = state.workspaces.find(({ name }) => name === workspace);
  return found === undefined || found.state === "absent" ? new Map() : new Map(declarations(found));
}

/** The addresses of everything that a file declares in a workspace. */
export function declaredAddresses(state: DesiredState, workspace: string): ReadonlySet<Address> {
  return new Set(declaredFields(state, workspace).keys());
}

function* declarations(
  workspace: Extract<DesiredWorkspace, { state: "present" }>,
): Generator<[Address, Fields]> {
  const { name, provision_by_default = null } = workspace;
  yield [workspaceAddress(name), { provision_by_default }];
  for (const attribute of workspace.attributes ?? []) {
    if (attribute.state === "absent") continue;
    const { data_type, label = null } = attribute;
    yield [attributeAddress(name, attribute.name), { data_type, label }];
  }
  for (const group of workspace.groups ?? []) {
    if (group.state === "absent") continue;
    const rank = workspace.precedence_order?.indexOf(group.name) ?? null;
    if (group.name !== ALL_USERS) {
      yield [groupAddress(name, group.name), { precedence: group.precedence ?? null, rank }];
    }
    for (const { attribute, value } of group.values ?? []) {
      yield [groupValueAddress(name, group.name, attribute), { value }];
    }
    for (const { email } of group.members ?? []) yield [membershipAddress(name, group.name, email), {}];
  }
  for (const member of workspace.members ?? []) {
    yield [memberAddress(name, member.email), { role: member.role ?? null }];
    for (const { attribute, value } of member.values ?? []) {
      yield [memberValueAddress(name, member.email, attribute), { value }];
    }
  }
}
