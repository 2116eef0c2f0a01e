import { expect, it } from "vitest";
import type { MemberValues, WorkspaceById } from "../../src/kinds/by-id.js";
import { contradictionsIn } from "../../src/live/contradictions.js";

const ada = {
  presence: "member" as const,
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
const handedDown = { group_id: "grp_west", attribute_id: "uad_region", value: "west" };
const everybody = { id: "grp_all", name: "All Users", is_all_users: true, precedence: 0, users: ["usr_ada"] };
const west = { id: "grp_west", name: "West", is_all_users: false, precedence: 1, users: ["usr_ada"] };

const NONE = new Map();
const valuesOfAda = (values: Partial<MemberValues>) =>
  new Map([["usr_ada", { own_values: [], inherited: [], ...values }]]);

const WHOLE: WorkspaceById = {
  id: "ws",
  name: "prod",
  provision_by_default: false,
  groups: [everybody, { ...west, values: [value] }],
  attributes: [region],
  members: [ada],
  member_values: valuesOfAda({ own_values: [value], inherited: [handedDown] }),
};

const detailsOf = (workspace: Partial<WorkspaceById>) =>
  contradictionsIn({ ...WHOLE, ...workspace }).map(({ detail }) => detail);

it("lets lists pass that fit one another, and what was not read", () => {
  expect(contradictionsIn(WHOLE)).toEqual([]);
  expect(detailsOf({ groups: [everybody, west], member_values: NONE })).toEqual([]);
});

it.each<[string, Partial<WorkspaceById>, string]>([
  ["lacks the built-in group", { groups: [west], member_values: NONE }, "lacks the built-in group"],
  ["lacks somebody who is in a group", { members: [] }, "lacks people who are in its groups"],
  [
    "lacks somebody in the built-in group",
    { groups: [{ ...everybody, users: [] }, west], member_values: NONE },
    "lacks people in the built-in group who are members of the workspace",
  ],
  [
    "names somebody twice",
    { groups: [everybody, { ...west, users: ["usr_ada", "usr_ada"] }], member_values: NONE },
    "names somebody twice among the users of grp_west",
  ],
  [
    "gives the built-in group a precedence",
    { groups: [{ ...everybody, precedence: 1 }, west], member_values: NONE },
    "gives the built-in group, grp_all, the precedence 1",
  ],
  [
    "gives another group the precedence of the built-in one",
    { groups: [everybody, { ...west, precedence: 0 }], member_values: NONE },
    "gives another group than the built-in one, grp_west, the precedence 0",
  ],
  [
    "lacks the attribute of a group's value",
    { attributes: [], member_values: NONE },
    "lacks attributes that have values",
  ],
  [
    "lacks the attribute of an own value",
    { attributes: [], groups: [everybody], member_values: valuesOfAda({ own_values: [value] }) },
    "lacks attributes that have values",
  ],
  [
    "lacks a group that somebody has a value of",
    { groups: [everybody] },
    "has a value of the group grp_west, and the list of groups does not have them in it",
  ],
  [
    "lacks somebody in a group that they have a value of",
    { groups: [everybody, { ...west, users: [] }] },
    "has a value of the group grp_west, and the list of groups does not have them in it",
  ],
  [
    "lacks a value of somebody's group",
    { member_values: valuesOfAda({}) },
    "has other values of the group grp_west than that group itself",
  ],
  [
    "has another value of somebody's group",
    { member_values: valuesOfAda({ inherited: [{ ...handedDown, value: "east" }] }) },
    "has other values of the group grp_west than that group itself",
  ],
  [
    "has a value that somebody's group lacks",
    { groups: [everybody, { ...west, values: [] }] },
    "has other values of the group grp_west than that group itself",
  ],
])("finds a list that %s", (_, workspace, detail) => {
  expect(detailsOf(workspace)).toEqual([detail]);
});
