import { ALL_USERS } from "../model/address.js";
import { finding } from "../model/diagnostic.js";
import { groupNameOf } from "./by-id.js";
import { fieldsIn, findNamed, inItsWorkspace, itsWorkspace, type Kind } from "./kind.js";

const fields: Kind["fields"] = {
  name: { api: "name", rule: "mutable" },
  precedence: { api: "user_attribute_precedence", rule: "mutable" },
};

/** A group: renamed and re-ranked in place; deleting it removes its values and memberships, not the people (API docs). */
export const group: Kind = {
  noun: ["group", "groups"],
  fields,
  unknownOnCreate: ["id"],
  isRanked: true,
  endsWithIt: "shares of dashboards, folders and agents with this group end",
  needs: itsWorkspace,
  file: {
    managed: ({ name, keys }) => fieldsIn(fields, { name, ...keys }),
    exact: "groups",
    isReported: true,
    refuseCreation({ address, name, managed }) {
      if (managed.precedence !== undefined) return undefined;
      const isBuiltIn = /^allusers?$/i.test(name.replace(/[^\p{L}]/gu, ""));
      return finding(
        "missing-precedence",
        `${name} does not exist and has no precedence to be created with`,
        isBuiltIn
          ? `Did you mean the built-in group? Its name in the file is \`${ALL_USERS}\`, and it needs no precedence. Any other group needs one.`
          : "Give the group a `precedence` (an integer above 0), or list it in `precedence_order`. If it exists under another name, add that name to `previously`.",
        { address },
      );
    },
  },
  live: ({ groups }) =>
    groups.map((group) => ({
      name: groupNameOf(group),
      id: group.id,
      fields: fieldsIn(fields, group),
      ...(group.is_all_users && { state: "built-in" }),
    })),
  access({ before, after }) {
    const group = String((after ?? before)?.name);
    if (after === null) return { on: "group-deletion", group };
    const { precedence } = after;
    if (typeof precedence !== "number" || precedence === before?.precedence) return undefined;
    return { on: "precedence", group, precedence };
  },
  api: {
    parents: inItsWorkspace,
    id: "group_id",
    lists: ["listGroups"],
    create: "createGroup",
    update: "updateGroup",
    delete: "deleteGroup",
    hidesGone: true,
    // The built-in group is not a resource, whatever its name.
    find: findNamed(fields, (row) => row.is_all_users !== true),
  },
};
