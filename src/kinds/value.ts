import { type Address, ancestorAddress, attributeAddress, parseAddress } from "../model/address.js";
import { fromRow, type Kind, type KindApi } from "./kind.js";

/** The thing that carries a value, by the value's address: a group or a member. */
const ownerOf = (address: Address): Address => ancestorAddress(address, 3);

function definitionOf(address: Address): Address {
  const [workspace = "", , , , attribute = ""] = parseAddress(address);
  return attributeAddress(workspace, attribute);
}

const fields: Kind["fields"] = { value: { api: "value", rule: "mutable" } };

/** The value of an owner is known by its definition; a member's list has what their groups give them, too. */
const findFrom =
  (source: "group" | "user"): KindApi["find"] =>
  ([rows = []], { ids }) =>
    rows
      .filter(
        (row) =>
          row.user_attribute_definition_id === ids.user_attribute_definition_id && row.source === source,
      )
      .map((row) => ({ id: String(row.id), fields: fromRow({ fields }, row) }));

const references = (address: Address): Readonly<Record<string, Address>> => ({
  user_attribute_definition_id: definitionOf(address),
});

/** A value that a group gives its members. */
export const groupValue: Kind = {
  title: "group value",
  plural: "group values",
  fields,
  unknownOnCreate: ["id"],
  needs: (address) => [ownerOf(address), definitionOf(address)],
  api: {
    parents: (address) => ({ workspace_id: ancestorAddress(address, 1), group_id: ownerOf(address) }),
    references,
    id: "user_attribute_id",
    lists: ["listGroupValues"],
    create: "createGroupValue",
    update: "updateGroupValue",
    delete: "deleteGroupValue",
    find: findFrom("group"),
  },
};

/** A value that a member has of their own; it wins over every group's. */
export const memberValue: Kind = {
  title: "member value",
  plural: "member values",
  fields,
  unknownOnCreate: ["id"],
  needs: (address) => [definitionOf(address)],
  api: {
    parents: (address) => ({ workspace_id: ancestorAddress(address, 1), user_id: ownerOf(address) }),
    references,
    id: "user_attribute_id",
    lists: ["listMemberValues"],
    create: "createMemberValue",
    update: "updateMemberValue",
    delete: "deleteMemberValue",
    find: findFrom("user"),
  },
};
