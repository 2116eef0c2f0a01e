import { ancestorAddress } from "../model/address.js";
import { type Kind, numberOf, textOf } from "./kind.js";

/** A group: renamed and re-ranked in place; deleting it removes its values and memberships, not the people (api.md). */
export const group: Kind = {
  title: "group",
  plural: "groups",
  fields: { name: { rule: "mutable" }, precedence: { rule: "mutable" } },
  unknownOnCreate: ["id"],
  needs: (address) => [ancestorAddress(address, 1)],
  create: (_address, after) => ({
    op: "create-group",
    name: textOf(after, "name"),
    precedence: numberOf(after, "precedence") ?? 0,
  }),
  update(_address, changed) {
    const precedence = numberOf(changed, "precedence");
    return {
      op: "update-group",
      ...("name" in changed ? { name: textOf(changed, "name") } : {}),
      ...(precedence === undefined ? {} : { precedence }),
    };
  },
  delete: () => ({ op: "delete-group" }),
};
