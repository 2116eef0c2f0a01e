import { ancestorAddress, parseAddress } from "../model/address.js";
import { findNamed, type Kind } from "./kind.js";

const fields: Kind["fields"] = {
  name: { api: "name", rule: "identity" },
  data_type: {
    api: "data_type",
    rule: "immutable",
    wayOut:
      "A definition's data type is fixed at creation. Replacing the definition destroys all its values, so it is done only when asked for: apply once with `state: absent` on the attribute, then again with the new data type.",
  },
  label: { api: "label", rule: "mutable" },
};

/** An attribute definition: only the label can change; deleting it removes its values everywhere (api.md). */
export const attribute: Kind = {
  title: "attribute definition",
  plural: "attribute definitions",
  fields,
  unknownOnCreate: ["id"],
  needs: (address) => [ancestorAddress(address, 1)],
  api: {
    parents: (address) => ({ workspace_id: ancestorAddress(address, 1) }),
    id: "user_attribute_definition_id",
    lists: ["listAttributeDefinitions"],
    create: "createAttributeDefinition",
    update: "updateAttributeDefinition",
    delete: "deleteAttributeDefinition",
    find: findNamed(fields, (address) => parseAddress(address)[2] ?? ""),
  },
};
