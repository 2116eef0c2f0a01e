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
} from "../../model/address.js";
import type { DesiredState, DesiredWorkspace, PresentWorkspace } from "../../model/state/desired-state.js";
import type { Fields } from "../../model/state/fields.js";

/** What a file says of each thing that it declares in a workspace, by address: enough to tell an edit from drift. */
export function declaredFields(state: DesiredState, workspace: string): ReadonlyMap<Address, Fields> {
  const found = state.workspaces.find(({ name }) => name === workspace);
  return found === undefined || found.state === "absent" ? new Map() : new Map(declarations(found));
}

/**
 * What a base said of them, in the names of `desired`: a group that was renamed since keeps its own address there, but
 * what it holds stands under the name that it has now.
 */
export function formerFields(base: DesiredState, desired: DesiredWorkspace): ReadonlyMap<Address, Fields> {
  const found = base.workspaces.find(({ name }) => name === desired.name);
  if (found === undefined || found.state === "absent") return new Map();
  return new Map(declarations(found, renamesSince(found, desired)));
}

/** The addresses of {@link formerFields}. */
export function formerAddresses(base: DesiredState, desired: DesiredWorkspace): ReadonlySet<Address> {
  return new Set(formerFields(base, desired).keys());
}

/** The present names of groups that were renamed since a base, by former ones. */
export function renamesSince(base: PresentWorkspace, desired: DesiredWorkspace): ReadonlyMap<string, string> {
  if (desired.state === "absent") return new Map();
  const before = new Set((base.groups ?? []).map(({ name }) => name));
  const now = new Set((desired.groups ?? []).map(({ name }) => name));
  return new Map(
    (desired.groups ?? []).flatMap((group): [string, string][] => {
      if (group.state === "absent" || before.has(group.name)) return [];
      const was = group.previously?.find((name) => before.has(name) && !now.has(name));
      return was === undefined ? [] : [[was, group.name]];
    }),
  );
}

function* declarations(
  workspace: PresentWorkspace,
  renames: ReadonlyMap<string, string> = new Map(),
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
    const holder = renames.get(group.name) ?? group.name;
    for (const { attribute, value } of group.values ?? []) {
      yield [groupValueAddress(name, holder, attribute), { value }];
    }
    for (const { email } of group.members ?? []) yield [membershipAddress(name, holder, email), {}];
  }
  for (const member of workspace.members ?? []) {
    yield [memberAddress(name, member.email), { role: member.role ?? null }];
    for (const { attribute, value } of member.values ?? []) {
      yield [memberValueAddress(name, member.email, attribute), { value }];
    }
  }
}
