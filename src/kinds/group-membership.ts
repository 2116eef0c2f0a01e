import {
  type Address,
  ancestorAddress,
  memberAddress,
  namesInAddress,
  workspaceOf,
} from "../model/address.js";
import { groupNameOf } from "./by-id.js";
import type { Kind } from "./kind.js";

const groupOf = (address: Address): Address => ancestorAddress(address, 3);

const emailIn = (address: Address): string => namesInAddress(address).name;

const personIn = (address: Address): Address => memberAddress(workspaceOf(address), emailIn(address));

const NO_FIELDS = {};

/** The membership of a person in a group: it exists or not, and has nothing that can change. */
export const groupMembership: Kind = {
  noun: ["group member", "group members"],
  fields: {},
  unknownOnCreate: [],
  personOf: emailIn,
  needs: (address) => [groupOf(address)],
  file: {
    managed: () => NO_FIELDS,
    creation: ({ owner: group = "", name: member }) => ({ group, member }),
    held: "members",
  },
  // Everybody is in the built-in group, so that its list says nothing.
  live: ({ groups }, { memberOf }) =>
    groups
      .filter(({ is_all_users }) => !is_all_users)
      .flatMap((group) => {
        const owner = groupNameOf(group);
        return group.users.map((id) => {
          const person = memberOf(id);
          const name = person?.email ?? id;
          return { name, owner, id, fields: { group: owner, member: name }, person };
        });
      }),
  access({ before, after }) {
    const { group, member } = after ?? before ?? {};
    return { on: "membership", group: String(group), member: String(member), present: after !== null };
  },
  api: {
    parents: (address) => ({ workspace_id: ancestorAddress(address, 1), group_id: groupOf(address) }),
    references: (address) => ({ user_id: personIn(address) }),
    lists: ["listGroups"],
    create: "addGroupMember",
    delete: "removeGroupMember",
    find([groups = []], { ids }) {
      const group = groups.find(({ id }) => id === ids.group_id);
      const users: unknown = group?.users;
      return Array.isArray(users) && users.includes(ids.user_id) ? [{ fields: {} }] : [];
    },
  },
};
