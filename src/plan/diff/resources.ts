import { KINDS } from "../../kinds/registry.js";
import { RESOURCE_KINDS } from "../../model/resource-kind.js";
import type { PresentWorkspace } from "../../model/state/desired-state.js";
import type { LiveWorkspace } from "../../model/state/live-state.js";
import type { DesiredResource, LiveResource } from "../../model/state/resource.js";
import type { GroupMatch } from "./match-groups.js";

/** Lists everything that the file declares in a workspace, flat, kind by kind. */
export function desiredResources(workspace: PresentWorkspace): readonly DesiredResource[] {
  return RESOURCE_KINDS.flatMap((kind) =>
    KINDS[kind].file.desired(workspace).map((resource) => ({ kind, ...resource })),
  );
}

/**
 * Lists everything that exists in a workspace as far as it was read, flat, at the addresses of the file: what belongs
 * to a group that will be renamed is below its new name. `workspace` is the name in the file.
 */
export function liveResources(
  workspace: string,
  live: LiveWorkspace,
  match: GroupMatch,
): readonly LiveResource[] {
  const attributes = new Map(live.attributes.map(({ id, name }) => [id, name]));
  const emails = new Map((live.members ?? []).map(({ id, email }) => [id, email]));
  const names = {
    workspace,
    groupName: ({ id, name }: { readonly id: string; readonly name: string }) => match.nameOf.get(id) ?? name,
    emailOf: (userId: string) => emails.get(userId),
    attributeName: (id: string) => attributes.get(id),
  };
  return RESOURCE_KINDS.flatMap((kind) =>
    KINDS[kind].live(live, names).map((resource) => ({ kind, ...resource })),
  );
}
