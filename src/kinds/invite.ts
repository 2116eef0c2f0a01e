import { namesInAddress } from "../model/address.js";
import { canonicalEmail } from "../model/email.js";
import { contentsOf } from "../model/state/contents.js";
import type { Fields } from "../model/state/resource.js";
import { setOf } from "../util/collections.js";
import {
  fieldsIn,
  fromRow,
  inItsWorkspace,
  itsWorkspace,
  type Kind,
  type ReportedThing,
  type ServiceRow,
  type ThingToFind,
} from "./kind.js";

const fields: Kind["fields"] = {
  email: { api: "email", rule: "identity" },
  role: {
    api: "role",
    rule: "unsupported",
    instead: "No endpoint changes a role: change it in the product, or write the live role in the file.",
    insteadBySignIn:
      "The identity provider should give this role: correct its claim (a claim of a first sign-in counts once: then change the role in the product), or write the live role in the file.",
  },
};

/** An invite: sending it sends an e-mail; no endpoint revokes one, removes a member or changes a role (API docs). */
export const invite: Kind = {
  noun: ["invite", "invites"],
  heading: "Invites (an e-mail goes out)",
  fields,
  unknownOnCreate: ["id"],
  sendsMail: true,
  needs: itsWorkspace,
  file: {
    managed: ({ keys }) => fieldsIn(fields, keys),
    creation: ({ name, managed, person }) => ({ email: person?.display_email ?? name, ...managed }),
    exact: "members",
    isReported: true,
    mentioned(workspace) {
      const named = setOf(contentsOf(workspace).of("group_membership"), "name");
      return (email) => named.has(email);
    },
  },
  // An invite that was accepted between the two answers is a membership: at one address the member is the last.
  live: ({ members = [], invites = [] }) =>
    [...invites, ...members].map((person) => ({
      name: person.email,
      id: person.id,
      fields: fieldsIn(fields, person),
      person,
    })),
  api: {
    parents: inItsWorkspace,
    id: "invite_id",
    lists: ["listInvites", "listMembers"],
    create: "createInvite",
    forbids:
      "To an invite it also answers so if the workspace has no seat left, if billing stops invites, and if somebody who is no organization admin invites one.",
    delete: { instead: "No endpoint removes a member or revokes an invite: do it in the product." },
    find([invites = [], members = []], target) {
      const { name: email } = namesInAddress(target.address);
      const isTheirs = (row: ServiceRow): boolean => canonicalEmail(String(row.email)) === email;
      // An invite that was accepted between the two answers is a membership.
      const joined = members.filter(isTheirs);
      return joined.length > 0
        ? joined.map((row) => asMember(row, target))
        : invites.filter(isTheirs).map((row) => ({ id: String(row.id), fields: fieldsOfPerson(row) }));
    },
  },
};

/** The fields of a person other than the address, whose letter case differs between lists. */
function fieldsOfPerson(row: ServiceRow): Fields {
  const { email: _, ...own } = fromRow(fields, row);
  return own;
}

/** A member's fields are changed in the product only, as every plan says. */
function asMember(row: ServiceRow, { fields: { email, ...expected } }: ThingToFind): ReportedThing {
  const found = { id: String(row.id), fields: {} };
  const actual = fieldsOfPerson(row);
  const [other] = Object.entries(expected).filter(
    ([field, value]) => value !== null && value !== actual[field],
  );
  if (other === undefined) return found;
  const [field, value] = other;
  return {
    ...found,
    note: `${email} is a member already, with the ${field} ${actual[field]} instead of ${value}`,
  };
}
