import { KINDS } from "../../kinds/registry.js";
import { resourcesOf } from "../../kinds/resources.js";
import { type Address, formatAddress, parseAddress } from "../../model/address.js";
import {
  type DesiredState,
  type DesiredWorkspace,
  type PresentWorkspace,
  presentIn,
} from "../../model/state/desired-state.js";
import type { Fields } from "../../model/state/fields.js";

/**
 * What a file says of each thing that it declares in a workspace, by address: enough to tell an edit from drift. Of a
 * base it is said in the names of `desired`: a group that was renamed since keeps its own address there, but what it
 * holds is under the name that it has now.
 */
export function declaredFields(
  file: DesiredState | undefined,
  desired: DesiredWorkspace,
): ReadonlyMap<Address, Fields> {
  const declared = presentIn(file?.workspaces).find(({ name }) => name === desired.name);
  return new Map(declared && declarations(declared, renamesSince(declared, desired)));
}

/** The present names of groups that were renamed since a base, by former ones. */
export function renamesSince(base: PresentWorkspace, desired: DesiredWorkspace): ReadonlyMap<string, string> {
  if (desired.state === "absent") return new Map();
  const before = new Set((base.groups ?? []).map(({ name }) => name));
  const now = new Set((desired.groups ?? []).map(({ name }) => name));
  return new Map(
    presentIn(desired.groups).flatMap(({ name: present, previously }): [string, string][] => {
      const was = previously.find((name) => before.has(name) && !now.has(name));
      return was === undefined || before.has(present) ? [] : [[was, present]];
    }),
  );
}

function declarations(
  workspace: PresentWorkspace,
  renames: ReadonlyMap<string, string>,
): readonly [Address, Fields][] {
  return resourcesOf(workspace).map(({ address, kind, managed, says }) => {
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
