import { ancestorAddress, groupValueAddress } from "../model/address.js";
import { presentIn } from "../model/state/desired-state.js";
import { exactIn, type Kind } from "./kind.js";
import {
  definitionOf,
  definitionReference,
  findValueFrom,
  ownerOf,
  VALUE_FIELDS,
  valueLeft,
} from "./value.js";

/** A value that a group gives its members. */
export const groupValue: Kind = {
  noun: ["group value", "group values"],
  fields: VALUE_FIELDS,
  unknownOnCreate: ["id"],
  needs: (address) => [ownerOf(address), definitionOf(address)],
  file: {
    desired: (workspace) =>
      presentIn(workspace.groups).flatMap(({ name: group, values = [] }) =>
        values.map(({ attribute, value }) => ({
          address: groupValueAddress(workspace.name, group, attribute),
          managed: { value },
          create: { group, attribute, value },
        })),
      ),
    exact: ({ groups }) =>
      exactIn(
        presentIn(groups).flatMap(({ name, values }) => (values ? [name] : [])),
        "values",
      ),
  },
  live: ({ groups }, { workspace, groupName, attributeName }) =>
    groups.flatMap((owner) => {
      const group = groupName(owner);
      return (owner.values ?? []).flatMap(({ id, attribute_id, value }) => {
        const attribute = attributeName(attribute_id);
        if (attribute === undefined) return [];
        return [
          {
            address: groupValueAddress(workspace, group, attribute),
            id,
            fields: { group, attribute, value },
          },
        ];
      });
    }),
  access(change) {
    const { owner: group, attribute, value } = valueLeft(change);
    return { on: "group-value", group, attribute, value };
  },
  api: {
    parents: (address) => ({ workspace_id: ancestorAddress(address, 1), group_id: ownerOf(address) }),
    references: definitionReference,
    id: "user_attribute_id",
    lists: ["listGroupValues"],
    create: "createGroupValue",
    update: "updateGroupValue",
    delete: "deleteGroupValue",
    find: findValueFrom("group"),
  },
};
