import { ROLES } from "../../access/values/roles.js";
import type { Assumption } from "../bench/assumption.js";

const NO_QUERY = { none: "No endpoint runs a query." };
const NO_CLAIM = { none: "It would need an identity provider, and a person who signs in." };
const documented = (assumption: Omit<Assumption, "source" | "expected">): Assumption => ({
  ...assumption,
  source: "documentation",
  expected: "as documented",
});

/**
 * The assumptions about access that values do not decide: roles, columns, the sign-in and shares. Hardly any
 * can be checked.
 */
export const BEYOND_VALUES: readonly Assumption[] = [
  {
    id: "roles-are-the-known-ones",
    says: "A member has one of the roles that the documentation names.",
    source: "description",
    otherwise: "A person with another role counts as somebody whom values do not limit.",
    expected: "known",
    check: async ({ members }) =>
      (await members()).every(({ role }) => ROLES.includes(role)) ? "known" : "another one",
  },
  documented({
    id: "some-roles-run-sql",
    says: "The roles organization_admin, admin, develop and develop_without_deploy may run SQL of their own, which no value limits.",
    otherwise:
      "orgform says that these people see everything, and they see less. `unlimited_roles` corrects it.",
    check: NO_QUERY,
  }),
  documented({
    id: "other-roles-are-limited",
    says: "The roles explore, view, restricted and those of embedding see what values and the data model let them see.",
    otherwise: "These people see more than orgform says. Add the role to `unlimited_roles`.",
    check: NO_QUERY,
  }),
  documented({
    id: "organization-admin-holds-everywhere",
    says: "An organization admin is one in every workspace of the organization, new ones too.",
    otherwise: "orgform says too much about the other workspaces.",
    check: { none: "It would need a second workspace." },
  }),
  documented({
    id: "a-role-has-no-endpoint",
    says: "Only the product and the identity provider change the role of a member.",
    otherwise: "Nothing is lost: orgform names the difference, and somebody changes the role in the product.",
    check: { none: "It would send a request that the service does not describe." },
  }),
  documented({
    id: "columns-come-with-a-field",
    says: "A person who reaches a field may use each column of its SQL, but a restricted person, who cannot make fields.",
    otherwise: "orgform says that people reach guarded columns, and they do not.",
    check: NO_QUERY,
  }),
  documented({
    id: "first-sign-in-sets-values",
    says: "Claims set a role and own values at the first sign-in only, and own values outrank those of groups.",
    otherwise:
      "Values that orgform took away come back at the next sign-in, and the next `drift` names them.",
    check: NO_CLAIM,
  }),
  documented({
    id: "workspaces-follow-each-sign-in",
    says: "The claim about workspaces is read at every sign-in. It sets the role in those that it names, and takes people out of all others, invited or not.",
    otherwise:
      "People stay whom the identity provider does not name, and orgform lists them. A role that somebody changed in the product stays, and `drift` names it.",
    check: NO_CLAIM,
  }),
  documented({
    id: "shares-end-with-their-group",
    says: "Dashboards, folders and agents are shared with groups, a share opens no rows or columns, and it ends when the group is deleted.",
    otherwise: "A plan says of a deletion that shares end, and they do not.",
    check: { none: "No endpoint shows shares." },
  }),
];
