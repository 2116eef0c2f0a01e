import { ancestorAddress, parseAddress } from "../model/address.js";
import { findNamed, type Kind } from "./kind.js";

const fields: Kind["fields"] = {
  name: { api: "name", rule: "mutable" },
  precedence: { api: "user_attribute_precedence", rule: "mutable" },
};

/** A group: renamed and re-ranked in place; deleting it removes its values and memberships, not the people (api.md). */
export const group: Kind = {
  title: "group",
  plural: "groups",
  fields,
  unknownOnCreate: ["id"],
  needs: (address) => [ancestorAddress(address, 1)],
  api: {
    parents: (address) => ({ workspace_id: ancestorAddress(address, 1) }),
    id: "group_id",
    lists: ["listGroups"],
    create: "createGroup",
    update: "updateGroup",
    delete: "deleteGroup",
    hidesGone: true,
    // The built-in group is no resource, whatever its name.
    find: findNamed(
      fields,
      (address) => parseAddress(address)[2] ?? "",
      (row) => row.is_all_users !== true,
    ),
  },
};
