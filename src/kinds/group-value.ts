import { groupNameOf } from "./by-id.js";
import { valueKind } from "./value.js";

/** A value that a group gives its members. */
export const groupValue = valueKind({
  noun: ["group value", "group values"],
  owner: "group",
  needsOwner: true,
  live: ({ groups }) => groups.map((group) => ({ name: groupNameOf(group), values: group.values })),
  access: (group, attribute, value) => ({ on: "group-value", group, attribute, value }),
  api: {
    ownerId: "group_id",
    source: "group",
    lists: ["listGroupValues"],
    create: "createGroupValue",
    update: "updateGroupValue",
    delete: "deleteGroupValue",
  },
});
