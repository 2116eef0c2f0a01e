import { type Address, ancestorAddress, memberAddress, parseAddress } from "../model/address.js";
import type { Kind } from "./kind.js";

const groupOf = (address: Address): Address => ancestorAddress(address, 3);

function personIn(address: Address): Address {
  const [workspace = "", , , , email = ""] = parseAddress(address);
  return memberAddress(workspace, email);
}

/** Somebody's membership of a group: there or not, nothing about it can change. */
export const groupMembership: Kind = {
  title: "membership",
  plural: "memberships",
  fields: {},
  unknownOnCreate: [],
  needs: (address) => [groupOf(address)],
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
