import { ancestorAddress } from "../model/address.js";
import { type Kind, textOf } from "./kind.js";

/** An invite: sending it sends an e-mail; no endpoint revokes one, removes a member or changes a role (api.md). */
export const invite: Kind = {
  title: "invite",
  plural: "invites",
  fields: {
    role: {
      rule: "unsupported",
      instead: "No endpoint changes a role: change it in the product, or write the live role in the file.",
    },
  },
  unknownOnCreate: ["id"],
  needs: (address) => [ancestorAddress(address, 1)],
  create: (_address, after) => ({
    op: "create-invite",
    email: textOf(after, "email"),
    ...(after.role === undefined || after.role === null ? {} : { role: textOf(after, "role") }),
  }),
};
