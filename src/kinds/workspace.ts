import { fieldsIn, findNamed, type Kind } from "./kind.js";

const fields: Kind["fields"] = {
  name: {
    api: "name",
    rule: "unsupported",
    instead: "No endpoint renames a workspace: rename it in the product, or write its live name in the file.",
  },
  provision_by_default: {
    api: "provision_by_default",
    rule: "unsupported",
    instead:
      "No endpoint changes provision_by_default after creation: change it in the product, or write the live setting in the file.",
  },
};

/** A workspace: created and archived; nothing of it can be changed afterwards (API docs). */
export const workspace: Kind = {
  noun: ["workspace", "workspaces"],
  heading: "Workspace",
  fields,
  unknownOnCreate: ["id"],
  isArchived: true,
  needs: () => [],
  file: {
    managed: ({ name, keys }) => fieldsIn(fields, { name, ...keys }),
    creation: ({ managed }) => ({ provision_by_default: false, ...managed }),
  },
  live: (live) => [{ name: live.name, id: live.id, fields: fieldsIn(fields, live) }],
  api: {
    parents: () => ({}),
    id: "workspace_id",
    lists: ["listWorkspaces"],
    create: "createWorkspace",
    delete: "archiveWorkspace",
    hidesGone: true,
    // An archived workspace keeps its name. Archiving is about one workspace, even if others have its name.
    find(lists, target) {
      const found = findNamed(fields, (row) => row.archived_at == null)(lists, target);
      return found.filter(({ id }) => target.action === "create" || id === target.id);
    },
  },
};
