import fc from "fast-check";
import { ROLES } from "../../../src/access/values/roles.js";
import { plainWorlds } from "./plain-world.js";

/** Live and wanted, in each of two workspaces; the same five people may be in both. */
export const fileWorlds = fc.array(
  fc.record({
    from: plainWorlds,
    to: plainWorlds,
    /** Who is a member, who is invited, and whom the file names. */
    joined: fc.subarray([0, 1, 2, 3, 4]),
    invited: fc.subarray([0, 1, 2, 3, 4]),
    named: fc.subarray([0, 1, 2, 3, 4]),
    /** The roles of people and of invites. */
    roles: fc.array(fc.constantFrom(...ROLES), { minLength: 5, maxLength: 5 }),
    /** How people arrive, as the file says. */
    arrive_by: fc.constantFrom("invite" as const, "sign_in" as const),
    /** How many groups the file keeps: what goes with a group is not counted. */
    kept: fc.integer({ min: 1, max: 4 }),
  }),
  { minLength: 2, maxLength: 2 },
);

export type FileWorld = (typeof fileWorlds extends fc.Arbitrary<infer T> ? T : never)[number];

/** One workspace of a sandbox. */
const seedOf = ({ from, joined, invited, roles }: FileWorld, name: string) => {
  const isIn = (email: string) => joined.some((i) => from.people[i]?.email === email);
  return {
    name,
    definitions: from.attributes.map((attribute) => ({ name: attribute, data_type: "string" as const })),
    all_users: { values: from.allUsers ?? {} },
    members: from.people
      .map(({ email, values = {} }, i) => ({ email, values, role: roles[i] ?? "view" }))
      .filter(({ email }) => isIn(email)),
    invites: invited.flatMap((i) => {
      const { email = "" } = from.people[i] ?? {};
      return isIn(email) ? [] : [{ email, role: roles[i] ?? "view" }];
    }),
    groups: from.groups.map((group) => ({ ...group, members: group.members.filter(isIn) })),
  };
};

/** The file that wants the second of each pair, as JSON. */
export function fileOfWorlds(some: readonly FileWorld[], more: object = {}): string {
  const workspace = ({ to, named, joined, roles, arrive_by, kept }: FileWorld) => {
    const people = to.people.filter((_, i) => named.includes(i)).map(({ email }) => email);
    const groups = to.groups.slice(0, kept).map(({ name, members, ...group }) => {
      return [name, { ...group, members: members.filter((email) => people.includes(email)) }];
    });
    return {
      arrive_by,
      groups: Object.fromEntries([["All Users", { values: to.allUsers }], ...groups]),
      attributes: Object.fromEntries(to.attributes.map((name) => [name, { data_type: "string" }])),
      members: Object.fromEntries(
        to.people
          .map(
            ({ email }, i) => [email, joined.includes(i) || i % 2 === 0 ? {} : { role: roles[i] }] as const,
          )
          .filter(([email]) => people.includes(email)),
      ),
      exact: { groups: true, members: true },
    };
  };
  return JSON.stringify({
    version: 1,
    ...more,
    organization: { id: "org_northwind" },
    workspaces: Object.fromEntries(some.map((one, i) => [`w${i}`, workspace(one)])),
  });
}

/** The organization that has the first of each pair. */
export const seedOfWorlds = (some: readonly FileWorld[]) => ({
  users: [{ email: "admin@northwind.example", organization_admin: true as const }],
  workspaces: some.map((one, i) => seedOf(one, `w${i}`)),
});

/** The texts of a data model whose objects and rows depend on the attributes of these worlds, by file. */
export const MODEL_OF_WORLDS: Readonly<Record<string, string>> = {
  "model.yml": `type: model
name: m
connection: c
access_grants:
  - {name: regional, user_attribute: region, allowed_values: [a, b]}
  - {name: team, user_attribute: team, allowed_values: [a]}`,
  "orders.yml": `type: view
name: orders
model_name: m
sql_table_name: db.orders
required_access_grants: [regional]
access_filters: [{field: orders.tier, user_attribute: tier}]
fields:
  - {name: tier, field_type: dimension, type: string, sql: "\${TABLE}.tier"}
  - {name: margin, field_type: measure, type: sum, sql: "\${TABLE}.margin", required_access_grants: [team]}`,
  "people.yml": `type: view
name: people
model_name: m
sql_table_name: db.people
access_filters: [{field: people.region, user_attribute: region}]
fields:
  - {name: region, field_type: dimension, type: string, sql: "\${TABLE}.region"}`,
};
