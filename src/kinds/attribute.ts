import { fieldsIn, findNamed, inItsWorkspace, itsWorkspace, type Kind } from "./kind.js";

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

/** An attribute definition: only the label can change; deleting it removes its values everywhere (API docs). */
export const attribute: Kind = {
  noun: ["attribute", "attributes"],
  fields,
  unknownOnCreate: ["id"],
  definesValues: true,
  needs: itsWorkspace,
  file: {
    managed: ({ name, keys }) => fieldsIn(fields, { name, ...keys }),
    creation: ({ name, managed }) => ({ label: name, ...managed }),
    exact: "attributes",
    isReported: true,
  },
  live: ({ attributes }) =>
    attributes.map((attribute) => ({
      name: attribute.name,
      id: attribute.id,
      fields: fieldsIn(fields, attribute),
    })),
  access: ({ before, after }) =>
    after === null ? { on: "attribute-deletion", attribute: String(before?.name) } : undefined,
  api: {
    parents: inItsWorkspace,
    id: "user_attribute_definition_id",
    lists: ["listAttributeDefinitions"],
    create: "createAttributeDefinition",
    update: "updateAttributeDefinition",
    delete: "deleteAttributeDefinition",
    find: findNamed(fields),
  },
};
