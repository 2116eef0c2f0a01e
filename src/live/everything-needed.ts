import { LISTED_KINDS } from "../kinds/registry.js";
import type { LiveState, ReadNeed } from "../model/state/live-state.js";

/**
 * All there is to read of the managed workspaces: values of all groups, members with their own values, invites.
 * Members' own values can be asked for once the members are known, so this is to be called again after each round.
 */
export function everythingNeeded(live: LiveState): readonly ReadNeed[] {
  return live.workspaces.flatMap(({ id: workspace_id, groups, members = [] }): ReadNeed[] => [
    { need: "members", workspace_id },
    { need: "invites", workspace_id },
    ...LISTED_KINDS.map((kind): ReadNeed => ({ need: "list", workspace_id, kind })),
    ...groups.map((group): ReadNeed => ({ need: "group_values", workspace_id, group_id: group.id })),
    ...members.map((member): ReadNeed => ({ need: "own_values", workspace_id, user_id: member.id })),
  ]);
}
