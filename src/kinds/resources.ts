import { type Address, formatAddress } from "../model/address.js";
import { ADDRESS_FORMS } from "../model/generated/kinds.js";
import { RESOURCE_KINDS } from "../model/resource-kind.js";
import type { DesiredWorkspace } from "../model/state/desired-state.js";
import type { LiveWorkspace } from "../model/state/live-state.js";
import type { DesiredResource, LiveResource } from "../model/state/resource.js";
import { KINDS } from "./registry.js";

/** Everything that the file declares in a workspace, flat, kind by kind: the comparison, the base and origins ask for it. */
export const resourcesOf = oncePerWorkspace((workspace): readonly DesiredResource[] =>
  workspace.state === "absent"
    ? []
    : RESOURCE_KINDS.flatMap((kind) =>
        KINDS[kind].file.desired(workspace).map((resource) => ({ kind, ...resource })),
      ),
);

/** The addresses of everything in a workspace that the file marks `state: absent`. */
export const tombstonesOf = oncePerWorkspace(
  (workspace): ReadonlySet<Address> =>
    new Set(
      workspace.state === "absent"
        ? []
        : RESOURCE_KINDS.flatMap((kind) => {
            const [, collection = ""] = ADDRESS_FORMS[kind].split("/");
            const names = KINDS[kind].file.tombstones?.(workspace) ?? [];
            return names.map((name) => formatAddress([workspace.name, collection, name]));
          }),
    ),
);

/** States never change, so that what follows from a workspace of one is the same each time. */
function oncePerWorkspace<T>(of: (workspace: DesiredWorkspace) => T): (workspace: DesiredWorkspace) => T {
  const known = new WeakMap<DesiredWorkspace, T>();
  return (workspace) => {
    const before = known.get(workspace);
    if (before !== undefined) return before;
    const found = of(workspace);
    known.set(workspace, found);
    return found;
  };
}

/**
 * Everything that exists in a workspace as far as it was read, flat, at the addresses of the file: what belongs to a
 * group that will be renamed is below its new name. `workspace` is the name in the file, `groupNames` are the names that
 * groups have there, by id.
 */
export function liveResourcesOf(
  live: LiveWorkspace,
  workspace: string,
  groupNames: ReadonlyMap<string, string>,
): readonly LiveResource[] {
  const attributes = new Map(live.attributes.map(({ id, name }) => [id, name]));
  const emails = new Map((live.members ?? []).map(({ id, email }) => [id, email]));
  const names = {
    workspace,
    groupName: ({ id, name }: { readonly id: string; readonly name: string }) => groupNames.get(id) ?? name,
    emailOf: (userId: string) => emails.get(userId),
    attributeName: (id: string) => attributes.get(id),
  };
  return RESOURCE_KINDS.flatMap((kind) =>
    KINDS[kind].live(live, names).map((resource) => ({ kind, ...resource })),
  );
}
