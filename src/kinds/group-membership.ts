import { type Address, groupAddress, memberAddress, parseAddress } from "../model/address.js";
import type { Kind } from "./kind.js";

function partsOf(address: Address): { readonly group: Address; readonly member: Address } {
  const [workspace = "", , group = "", , email = ""] = parseAddress(address);
  return { group: groupAddress(workspace, group), member: memberAddress(workspace, email) };
}

/** Somebody's membership of a group: there or not, nothing about it can change. */
export const groupMembership: Kind = {
  title: "membership",
  plural: "memberships",
  guard: "group_membership",
  fields: {},
  unknownOnCreate: [],
  needs: (address) => [partsOf(address).group],
  create: (address) => ({ op: "add-group-member", ...partsOf(address) }),
  delete: (address) => ({ op: "remove-group-member", ...partsOf(address) }),
};
