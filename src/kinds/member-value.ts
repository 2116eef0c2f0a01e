import { valueKind } from "./value.js";

/** A value that a member has of their own; it wins over every group's. */
export const memberValue = valueKind({
  noun: ["member value", "member values"],
  owner: "member",
  needsOwner: false,
  live: ({ members = [], member_values }) =>
    members.map((person) => ({
      name: person.email,
      values: member_values?.get(person.id)?.own_values,
      person,
    })),
  access: (member, attribute, value) => ({ on: "own-value", member, attribute, value }),
  api: {
    ownerId: "user_id",
    source: "user",
    lists: ["listMemberValues"],
    create: "createMemberValue",
    update: "updateMemberValue",
    delete: "deleteMemberValue",
  },
});
