import { groupUserIds } from "../store/roster.js";
import type { DefinitionRow, GroupRow, MemberRow, ValueRow } from "../store/rows.js";
import { habitsOf, indexKey, type World } from "../store/world.js";

export function viewGroup(world: World, group: GroupRow) {
  return { ...group, users: groupUserIds(world, group) };
}

/** A value as the API shows it. The precedence is its group's, and null for a value that is set on the user. */
export function viewValue(value: ValueRow, definition: DefinitionRow, precedence: number | null) {
  return {
    id: value.id,
    user_attribute_definition_id: value.definition_id,
    value: value.value,
    data_type: definition.data_type,
    name: definition.name,
    source: value.source,
    source_id: value.source_id,
    user_attribute_precedence: precedence,
    is_overridden: false,
  };
}

/** The values that are set on one group or user, as the API shows them. */
export function viewValuesOf(world: World, workspaceId: string, sourceId: string, precedence: number | null) {
  return Array.from(world.values.by("source", indexKey(workspaceId, sourceId))).flatMap((value) => {
    const definition = world.definitions.get(value.definition_id);
    return definition ? [viewValue(value, definition, precedence)] : [];
  });
}

/**
 * Every value that reaches a member, with the one that decides for each attribute not overridden: the member's own,
 * else that of the group with the highest precedence. Where groups tie the service promises nothing; here the one
 * that the member joined first wins, or last, by habit.
 */
export function viewMemberValues(world: World, member: MemberRow) {
  const own = viewValuesOf(world, member.workspace_id, member.user_id, null);
  const groups = groupsOf(world, member);
  const inherited = (habitsOf(world).tie === "last" ? groups.toReversed() : groups)
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
