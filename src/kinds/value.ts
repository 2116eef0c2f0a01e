import { type Address, ancestorAddress, attributeAddress, parseAddress } from "../model/address.js";
import { fromRow, type Kind, type KindApi, type KindChange } from "./kind.js";

/** The thing that carries a value, by the value's address: a group or a member. */
export const ownerOf = (address: Address): Address => ancestorAddress(address, 3);

/** The definition that a value is of, by the value's address. */
export function definitionOf(address: Address): Address {
  const [workspace = "", , , , attribute = ""] = parseAddress(address);
  return attributeAddress(workspace, attribute);
}

/** What a value consists of, whoever carries it. */
export const VALUE_FIELDS: Kind["fields"] = { value: { api: "value", rule: "mutable" } };

/** The value of an owner is known by its definition; a member's list has what their groups give them, too. */
export const findValueFrom =
  (source: "group" | "user"): KindApi["find"] =>
  ([rows = []], { ids }) =>
    rows
      .filter(
        (row) =>
          row.user_attribute_definition_id === ids.user_attribute_definition_id && row.source === source,
      )
      .map((row) => ({ id: String(row.id), fields: fromRow({ fields: VALUE_FIELDS }, row) }));

/** The owner's name and the attribute's, by the value's address, and the value that a change leaves. */
export function valueLeft({ address, after }: KindChange) {
  const [, , owner = "", , attribute = ""] = parseAddress(address);
  const value = after === null || after.value === undefined ? undefined : String(after.value);
  return { owner, attribute, value };
}

/** What the creation of a value names: its definition. */
export const definitionReference = (address: Address): Readonly<Record<string, Address>> => ({
  user_attribute_definition_id: definitionOf(address),
});
