import type { GroupById, InheritedValue, ValueById, WorkspaceById } from "../kinds/by-id.js";
import type { ReadNeed } from "../model/state/live-state.js";
import { groupBy, setOf } from "../util/collections.js";

/** A contradiction between lists of one workspace: they cannot all be complete. */
interface Contradiction {
  /** The path of the list that is most likely at fault. */
  readonly path: string;
  /** The rest of a sentence that begins with the path. */
  readonly detail: string;
  /** The lists to read once more: they may have been read at different moments. */
  readonly again: readonly ReadNeed[];
}

/** The contradictions in what was read of a workspace; what was not read contradicts nothing. */
export function contradictionsIn(workspace: WorkspaceById): readonly Contradiction[] {
  return [
    ...amongGroups(workspace),
    ...betweenGroupsAndMembers(workspace),
    ...betweenValuesAndAttributes(workspace),
    ...betweenGroupsAndInheritedValues(workspace),
  ];
}

function amongGroups({ id: workspace_id, groups }: WorkspaceById): Contradiction[] {
  const double = groups.find(({ users }) => new Set(users).size < users.length);
  // Only the built-in group has the precedence 0 (API docs).
  const misplaced = groups.find(({ is_all_users, precedence }) => is_all_users !== (precedence === 0));
  const which = misplaced?.is_all_users ? "the built-in group" : "another group than the built-in one";
  const details = [
    ...(groups.some((group) => group.is_all_users) ? [] : ["lacks the built-in group"]),
    ...(double ? [`names somebody twice among the users of ${double.id}`] : []),
    ...(misplaced ? [`gives ${which}, ${misplaced.id}, the precedence ${misplaced.precedence}`] : []),
  ];
  const path = `/workspaces/${workspace_id}/groups`;
  return details.map((detail) => ({ path, detail, again: [{ need: "groups", workspace_id }] }));
}

function betweenGroupsAndMembers({ id: workspace_id, groups, members }: WorkspaceById): Contradiction[] {
  if (members === undefined) return [];
  const known = setOf(members, "id");
  const builtIn = groups.find(({ is_all_users }) => is_all_users);
  const everybody = new Set(builtIn?.users ?? known);
  const contradiction = (list: string, detail: string): Contradiction => ({
    path: `/workspaces/${workspace_id}/${list}`,
    detail,
    again: listsOf(workspace_id),
  });
  return [
    ...(groups.some(({ users }) => users.some((user) => !known.has(user)))
      ? [contradiction("members", "lacks people who are in its groups")]
      : []),
    ...(members.some(({ id }) => !everybody.has(id))
      ? [contradiction("groups", "lacks people in the built-in group who are members of the workspace")]
      : []),
  ];
}

const listsOf = (workspace_id: string): readonly ReadNeed[] => [
  { need: "groups", workspace_id },
  { need: "members", workspace_id },
];

function betweenValuesAndAttributes(workspace: WorkspaceById): Contradiction[] {
  const { id: workspace_id, groups, members = [], member_values, attributes } = workspace;
  const defined = setOf(attributes, "id");
  const isUndefined = ({ attribute_id }: ValueById): boolean => !defined.has(attribute_id);
  const again: ReadNeed[] = [
    ...groups.flatMap(({ id: group_id, values }): ReadNeed[] =>
      values?.some(isUndefined) ? [{ need: "group_values", workspace_id, group_id }] : [],
    ),
    ...members.flatMap(({ id: user_id }): ReadNeed[] =>
      member_values?.get(user_id)?.own_values.some(isUndefined)
        ? [{ need: "own_values", workspace_id, user_id }]
        : [],
    ),
  ];
  const path = `/workspaces/${workspace_id}/user_attribute_definitions`;
  const detail = "lacks attributes that have values";
  return again.length === 0
    ? []
    : [{ path, detail, again: [{ need: "attributes", workspace_id }, ...again] }];
}

/** The service says twice what a group gives: among the group's own values, and among those of each of its members. */
function betweenGroupsAndInheritedValues(workspace: WorkspaceById): Contradiction[] {
  const { id: workspace_id, groups, members = [], member_values } = workspace;
  const groupsOf = new Map<string, GroupById[]>();
  for (const { id } of members) if (member_values?.has(id)) groupsOf.set(id, []);
  for (const group of groups) {
    for (const user of group.is_all_users ? groupsOf.keys() : group.users) groupsOf.get(user)?.push(group);
  }
  return members.flatMap(({ id: user_id }): Contradiction[] => {
    const { inherited } = member_values?.get(user_id) ?? {};
    if (inherited === undefined) return [];
    const ownGroups = groupsOf.get(user_id) ?? [];
    const inheritedByGroup = groupBy(inherited, ({ group_id }) => group_id);
    const path = `/workspaces/${workspace_id}/members/${user_id}/user_attributes`;
    const again: ReadNeed = { need: "own_values", workspace_id, user_id };
    const strange = [...inheritedByGroup.keys()].find((id) => !ownGroups.some((group) => group.id === id));
    if (strange !== undefined) {
      const detail = `has a value of the group ${strange}, and the list of groups does not have them in it`;
      return [{ path, detail, again: [again, ...listsOf(workspace_id)] }];
    }
    const differing = ownGroups.find(
      ({ id, values }) => values && !isHandedDown(values, inheritedByGroup.get(id) ?? []),
    );
    if (differing === undefined) return [];
    const group_id = differing.id;
    const detail = `has other values of the group ${group_id} than that group itself`;
    return [{ path, detail, again: [again, { need: "group_values", workspace_id, group_id }] }];
  });
}

function isHandedDown(values: readonly ValueById[], rows: readonly InheritedValue[]): boolean {
  const isIn = ({ attribute_id, value }: ValueById): boolean =>
    rows.some((row) => row.attribute_id === attribute_id && row.value === value);
  return rows.length === values.length && values.every(isIn);
}
