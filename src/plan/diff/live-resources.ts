import {
  attributeAddress,
  groupAddress,
  groupValueAddress,
  memberAddress,
  membershipAddress,
  memberValueAddress,
  workspaceAddress,
} from "../../model/address.js";
import type { LiveWorkspace } from "../../model/state/live-state.js";
import type { GroupMatch } from "./match-groups.js";
import type { createRoster } from "./people.js";
import type { LiveResource } from "./resource.js";

/**
 * Lists everything that lives in a workspace as far as it was read, flat, at the addresses of the file: nested things
 * of a group that is to be renamed stand under its new name. `workspace` is the name in the file.
 */
export function foundIn(
  workspace: string,
  live: LiveWorkspace,
  match: GroupMatch,
  roster: ReturnType<typeof createRoster>,
): readonly LiveResource[] {
  const attributeNames = new Map(live.attributes.map(({ id, name }) => [id, name]));
  const { id, name, provision_by_default } = live;
  const found: LiveResource[] = [
    { address: workspaceAddress(workspace), kind: "workspace", id, fields: { name, provision_by_default } },
  ];
  for (const attribute of live.attributes) {
    const { id, name, data_type, label } = attribute;
    found.push({
      address: attributeAddress(workspace, name),
      kind: "attribute",
      id,
      fields: { name, data_type, label },
    });
  }
  for (const group of live.groups) {
    const name = match.nameOf.get(group.id) ?? group.name;
    if (!group.is_all_users) {
      found.push({
        address: groupAddress(workspace, name),
        kind: "group",
        id: group.id,
        fields: { name: group.name, precedence: group.precedence },
        ...(name === group.name ? {} : { previous_address: groupAddress(workspace, group.name) }),
      });
      for (const user of group.users) {
        const member = roster.emailOf(user);
        if (member === undefined) continue;
        const fields = { group: name, member };
        found.push({
          address: membershipAddress(workspace, name, member),
          kind: "group_membership",
          id: user,
          fields,
        });
      }
    }
    for (const { id, attribute_id, value } of group.values ?? []) {
      const attribute = attributeNames.get(attribute_id);
      if (attribute === undefined) continue;
      const address = groupValueAddress(workspace, name, attribute);
      found.push({ address, kind: "group_value", id, fields: { group: name, attribute, value } });
    }
  }
  for (const member of live.members ?? []) {
    const { email, role } = member;
    found.push({
      address: memberAddress(workspace, email),
      kind: "invite",
      id: member.id,
      fields: { email, role },
    });
    for (const { id, attribute_id, value } of member.own_values ?? []) {
      const attribute = attributeNames.get(attribute_id);
      if (attribute === undefined) continue;
      const address = memberValueAddress(workspace, email, attribute);
      found.push({ address, kind: "member_value", id, fields: { member: email, attribute, value } });
    }
  }
  // An invite that was accepted between the two answers is a membership.
  const members = new Set(live.members?.map(({ email }) => email));
  for (const { id, email, role } of live.invites ?? []) {
    if (members.has(email)) continue;
    found.push({ address: memberAddress(workspace, email), kind: "invite", id, fields: { email, role } });
  }
  return found;
}
