import { ancestorAddress } from "../model/address.js";
import type { DataType } from "../model/resource-kind.js";
import { type Kind, textOf } from "./kind.js";

/** An attribute definition: only the label can change; deleting it removes its values everywhere (api.md). */
export const attribute: Kind = {
  title: "attribute definition",
  plural: "attribute definitions",
  fields: {
    data_type: {
      rule: "immutable",
      wayOut:
        "A definition's data type is fixed at creation. Replacing the definition destroys all its values, so it is done only when asked for: apply once with `state: absent` on the attribute, then again with the new data type.",
    },
    label: { rule: "mutable" },
  },
  unknownOnCreate: ["id"],
  needs: (address) => [ancestorAddress(address, 1)],
  create: (_address, after) => ({
    op: "create-attribute",
    name: textOf(after, "name"),
    data_type: textOf(after, "data_type") as DataType, // Checked against the schema where the file is read.
    label: textOf(after, "label"),
  }),
  update: (_address, changed) => ({ op: "update-attribute", label: textOf(changed, "label") }),
  delete: () => ({ op: "delete-attribute" }),
};
