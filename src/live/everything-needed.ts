import { LISTED_KINDS } from "../kinds/registry.js";
import { contentsOf } from "../model/state/contents.js";
import { type LiveState, membersOf, type ReadNeed } from "../model/state/live-state.js";

/**
 * All there is to read of the managed workspaces: values of all groups, members with their own values, invites.
 * Members' own values can be asked for once the members are known, so this is to be called again after each round.
 */
export function everythingNeeded(live: LiveState): readonly ReadNeed[] {
  return live.workspaces.flatMap((workspace): ReadNeed[] => {
    const workspace_id = workspace.id;
    const groups = contentsOf(workspace).of("group");
    return [
      { need: "members", workspace_id },
      { need: "invites", workspace_id },
      ...LISTED_KINDS.map((kind): ReadNeed => ({ need: "list", workspace_id, kind })),
      ...groups.map(({ id: group_id }): ReadNeed => ({ need: "group_values", workspace_id, group_id })),
      ...membersOf(workspace).map(
        ({ id: user_id }): ReadNeed => ({ need: "own_values", workspace_id, user_id }),
      ),
    ];
  });
}
