import { ancestorAddress, memberValueAddress } from "../model/address.js";
import { exactIn, type Kind } from "./kind.js";
import {
  definitionOf,
  definitionReference,
  findValueFrom,
  ownerOf,
  VALUE_FIELDS,
  valueLeft,
} from "./value.js";

/** A value that a member has of their own; it wins over every group's. */
export const memberValue: Kind = {
  noun: ["member value", "member values"],
  fields: VALUE_FIELDS,
  unknownOnCreate: ["id"],
  needs: (address) => [definitionOf(address)],
  file: {
    desired: ({ name: workspace, members = [] }) =>
      members.flatMap(({ email, display_email, values = [] }) =>
        values.map(({ attribute, value }) => ({
          address: memberValueAddress(workspace, email, attribute),
          managed: { value },
          create: { member: email, attribute, value },
          person: { email, display_email },
        })),
      ),
    exact: ({ members = [] }) =>
      exactIn(
        members.flatMap(({ email, values }) => (values ? [email] : [])),
        "values",
      ),
  },
  live: ({ members = [] }, { workspace, attributeName }) =>
    members.flatMap(({ email, own_values = [] }) =>
      own_values.flatMap(({ id, attribute_id, value }) => {
        const attribute = attributeName(attribute_id);
        if (attribute === undefined) return [];
        return [
          {
            address: memberValueAddress(workspace, email, attribute),
            id,
            fields: { member: email, attribute, value },
          },
        ];
      }),
    ),
  access(change) {
    const { owner: member, attribute, value } = valueLeft(change);
    return { on: "own-value", member, attribute, value };
  },
  api: {
    parents: (address) => ({ workspace_id: ancestorAddress(address, 1), user_id: ownerOf(address) }),
    references: definitionReference,
    id: "user_attribute_id",
    lists: ["listMemberValues"],
    create: "createMemberValue",
    update: "updateMemberValue",
    delete: "deleteMemberValue",
    find: findValueFrom("user"),
  },
};
