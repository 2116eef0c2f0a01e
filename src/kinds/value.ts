import { type Address, ancestorAddress, attributeAddress, parseAddress } from "../model/address.js";
import { type Kind, textOf } from "./kind.js";

/** The thing that carries a value, by the value's address: a group or a member. */
const ownerOf = (address: Address): Address => ancestorAddress(address, 3);

function definitionOf(address: Address): Address {
  const [workspace = "", , , , attribute = ""] = parseAddress(address);
  return attributeAddress(workspace, attribute);
}

const value: Omit<Kind, "title" | "plural" | "needs"> = {
  fields: { value: { rule: "mutable" } },
  unknownOnCreate: ["id"],
  create: (address, after) => ({
    op: "create-value",
    owner: ownerOf(address),
    attribute: definitionOf(address),
    value: textOf(after, "value"),
  }),
  update: (address, changed) => ({
    op: "update-value",
    owner: ownerOf(address),
    attribute: definitionOf(address),
    value: textOf(changed, "value"),
  }),
  delete: (address) => ({ op: "delete-value", owner: ownerOf(address), attribute: definitionOf(address) }),
};

/** A value that a group gives its members. */
export const groupValue: Kind = {
  ...value,
  title: "group value",
  plural: "group values",
  needs: (address) => [ownerOf(address), definitionOf(address)],
};

/** A value that a member has of their own; it wins over every group's. */
export const memberValue: Kind = {
  ...value,
  title: "member value",
  plural: "member values",
  needs: (address) => [definitionOf(address)],
};
