import { type Kind, textOf } from "./kind.js";

/** A workspace: created and archived; nothing of it can be changed afterwards (api.md). */
export const workspace: Kind = {
  title: "workspace",
  plural: "workspaces",
  fields: {
    name: {
      rule: "unsupported",
      instead:
        "No endpoint renames a workspace: rename it in the product, or write its live name in the file.",
    },
    provision_by_default: {
      rule: "unsupported",
      instead:
        "No endpoint changes provision_by_default after creation: change it in the product, or write the live setting in the file.",
    },
  },
  unknownOnCreate: ["id"],
  needs: () => [],
  create: (_address, after) => ({
    op: "create-workspace",
    name: textOf(after, "name"),
    provision_by_default: after.provision_by_default === true,
  }),
  delete: () => ({ op: "archive-workspace" }),
};
