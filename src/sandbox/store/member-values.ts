import { viewValuesOf } from "../server/views.js";
import type { GroupRow, MemberRow } from "./rows.js";
import { indexKey, type World } from "./world.js";

/**
 * Every value that reaches a member, with the one that decides for each attribute not overridden: the member's own,
 * else that of the group with the highest precedence. Where groups tie the service promises nothing; here the one
 * that was set first wins.
 */
export function viewMemberValues(world: World, member: MemberRow) {
  const own = viewValuesOf(world, member.workspace_id, member.user_id, null);
  const inherited = groupsOf(world, member)
    .toSorted((a, b) => b.user_attribute_precedence - a.user_attribute_precedence)
    .flatMap((group) => viewValuesOf(world, group.workspace_id, group.id, group.user_attribute_precedence));
  const decided = new Set<string>();
  return [...own, ...inherited].map((value) => {
    const is_overridden = decided.has(value.user_attribute_definition_id);
    decided.add(value.user_attribute_definition_id);
    return { ...value, is_overridden };
  });
}

function groupsOf(world: World, { workspace_id, user_id }: MemberRow): GroupRow[] {
  const joined = Array.from(world.memberships.by("member", indexKey(workspace_id, user_id))).flatMap(
    ({ group_id }) => world.groups.get(group_id) ?? [],
  );
  return [...joined, ...world.groups.by("precedence", indexKey(workspace_id, 0))];
}
