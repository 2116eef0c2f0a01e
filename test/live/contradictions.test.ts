import { expect, it } from "vitest";
import { assertWhole } from "../../src/live/whole.js";
import type { LiveWorkspace } from "../../src/model/live-state.js";

const ada = {
  id: "usr_ada",
  email: "ada@northwind.example",
  display_email: "ada@northwind.example",
  role: "view",
  first_name: null,
  last_name: null,
  email_verified: true,
  mfa_enabled: true,
  identity_provider: "Okta",
};
const region = { id: "uad_region", name: "region", data_type: "string" as const, label: "Region" };
const value = { id: "ua_1", attribute_id: "uad_region", value: "west" };
const everybody = { id: "grp_all", name: "All Users", is_all_users: true, precedence: 0, users: ["usr_ada"] };
const west = { id: "grp_west", name: "West", is_all_users: false, precedence: 1, users: ["usr_ada"] };

const WHOLE: LiveWorkspace = {
  id: "ws",
  name: "prod",
  provision_by_default: false,
  groups: [everybody, { ...west, values: [value] }],
  attributes: [region],
  members: [{ ...ada, own_values: [value] }],
};

it("lets lists pass that fit one another", () => {
  expect(() => assertWhole(WHOLE)).not.toThrow();
});

it.each<[string, Partial<LiveWorkspace>, string]>([
  ["the built-in group", { groups: [west] }, "lacks the built-in group"],
  ["somebody who is in a group", { members: [] }, "lacks people who are in its groups"],
  [
    "the attribute of a group's value",
    { attributes: [], members: [ada] },
    "lacks attributes that have values",
  ],
  [
    "the attribute of an own value",
    { attributes: [], groups: [everybody] },
    "lacks attributes that have values",
  ],
])("stops where a list lacks %s", (_, missing, why) => {
  expect(() => assertWhole({ ...WHOLE, ...missing })).toThrow(why);
});
