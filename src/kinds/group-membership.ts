import { type Address, ancestorAddress, memberAddress, parseAddress } from "../model/address.js";
import type { Kind } from "./kind.js";

const groupOf = (address: Address): Address => ancestorAddress(address, 3);

function partsOf(address: Address): { readonly group: Address; readonly member: Address } {
  const [workspace = "", , , , email = ""] = parseAddress(address);
  return { group: groupOf(address), member: memberAddress(workspace, email) };
}

/** Somebody's membership of a group: there or not, nothing about it can change. */
export const groupMembership: Kind = {
  title: "membership",
  plural: "memberships",
  fields: {},
  unknownOnCreate: [],
  needs: (address) => [groupOf(address)],
  create: (address) => ({ op: "add-group-member", ...partsOf(address) }),
  delete: (address) => ({ op: "remove-group-member", ...partsOf(address) }),
};
