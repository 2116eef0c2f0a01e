import { KINDS } from "../../kinds/registry.js";
import { type Address, formatAddress, parseAddress } from "../../model/address.js";
import type { DesiredState, DesiredWorkspace, PresentWorkspace } from "../../model/state/desired-state.js";
import type { Fields } from "../../model/state/fields.js";
import { desiredResources } from "./resources.js";

/** What a file says of each thing that it declares in a workspace, by address: enough to tell an edit from drift. */
export function declaredFields(state: DesiredState, workspace: string): ReadonlyMap<Address, Fields> {
  const workspaceOfFile = state.workspaces.find(({ name }) => name === workspace);
  return workspaceOfFile === undefined || workspaceOfFile.state === "absent"
    ? new Map()
    : new Map(declarations(workspaceOfFile));
}

/**
 * What a base said of them, in the names of `desired`: a group that was renamed since keeps its own address there, but
 * what it holds stands under the name that it has now.
 */
export function formerFields(base: DesiredState, desired: DesiredWorkspace): ReadonlyMap<Address, Fields> {
  const workspaceOfFile = base.workspaces.find(({ name }) => name === desired.name);
  if (workspaceOfFile === undefined || workspaceOfFile.state === "absent") return new Map();
  return new Map(declarations(workspaceOfFile, renamesSince(workspaceOfFile, desired)));
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

function declarations(
  workspace: PresentWorkspace,
  renames: ReadonlyMap<string, string> = new Map(),
): readonly [Address, Fields][] {
  return desiredResources(workspace).map(({ address, kind, managed, says }) => {
    const [name = "", collection, owner = "", ...inner] = parseAddress(address);
    const renamed = collection === "groups" && inner.length > 0 ? renames.get(owner) : undefined;
    const known = KINDS[kind].fields;
    const fields = Object.entries(managed).filter(([field]) => field !== "name" && field in known);
    return [
      renamed === undefined ? address : formatAddress([name, "groups", renamed, ...inner]),
      { ...Object.fromEntries(fields), ...says },
    ];
  });
}
