import { expect, it } from "vitest";
import type { SandboxSeed } from "../../src/sandbox/start-sandbox.js";
import { desiredState } from "../support/parse.js";
import { planIn } from "../support/plan-against.js";

const [ADA, BOB] = ["ada@northwind.example", "bob@northwind.example"];

const prod = (yaml: string): string =>
  `workspaces: {prod: {attributes: {a: {data_type: string, deny: none}}, ${yaml}}}`;

type Live = NonNullable<SandboxSeed["workspaces"]>[number];

/** The verdicts on people by an edit that accepts what is live, and the origins of what it still changes. */
async function edited(base: string, file: string, live: Omit<Live, "name">) {
  const seed = { workspaces: [{ name: "prod", ...live }] };
  const plan = await planIn(seed, prod(file), { base: desiredState(prod(base)) });
  return {
    adopted: plan.people.flatMap(({ adopted, member, verdict }) => (adopted ? [`${member} ${verdict}`] : [])),
    changes: plan.resource_changes.map(
      ({ change, address, origin }) => `${origin} ${change.actions[0]} ${address}`,
    ),
    plan,
  };
}

const A = { definitions: [{ name: "a", data_type: "string" as const }] };
const members = [{ email: ADA }, { email: BOB }];
const closed = { values: { a: "none" } };

it.each([
  [
    "a value of All Users that no file names",
    `groups: {G: {precedence: 40, values: {a: x}, members: [${ADA}]}}`,
    `groups: {G: {precedence: 40, values: {a: x}, members: [${ADA}, ${BOB}]}}`,
    {
      ...A,
      members,
      all_users: closed,
      groups: [{ name: "G", precedence: 40, values: { a: "x" }, members: [ADA, BOB] }],
    },
    [`${BOB} widened`],
  ],
  [
    "a group that no file names, below one that lost its value",
    "groups: {All Users: {values: {a: none}}, G: {precedence: 40, values: {a: none}}}",
    "groups: {All Users: {values: {a: none}}, G: {precedence: 40, values: {}}}",
    {
      ...A,
      members,
      all_users: closed,
      groups: [
        { name: "U", precedence: 10, values: { a: "all" }, members: [ADA] },
        { name: "G", precedence: 40, members: [ADA] },
      ],
    },
    [`${ADA} widened`],
  ],
  [
    "somebody's own value, which the plan takes away while a group gives it",
    `groups: {All Users: {values: {a: none}}, G: {precedence: 9, values: {a: x}, members: []}}, members: {${BOB}: {values: {}}}`,
    `groups: {All Users: {values: {a: none}}, G: {precedence: 9, values: {a: x}, members: [${BOB}]}}, members: {${BOB}: {values: {}}}`,
    {
      ...A,
      members: [{ email: BOB, values: { a: "x" } }],
      all_users: closed,
      groups: [{ name: "G", precedence: 9, values: { a: "x" }, members: [] }],
    },
    [`${BOB} widened`],
  ],
])("is judged by what is live of %s", async (_, base, file, live, expected) => {
  expect((await edited(base, file, live)).adopted).toEqual(expected);
});

it("is read for where a value of everybody is gone and the edit drops it", async () => {
  const people = (value: string) => `groups: {All Users: {values: {${value}}}}`;
  const { adopted } = await edited(people("a: none"), people(""), { ...A, members });
  expect(adopted).toEqual(expect.arrayContaining([`${ADA} widened`, `${BOB} widened`]));
});

it("counts a role that somebody has been given, whether the file has it now or says nothing of it", async () => {
  const live = { ...A, members: [{ email: ADA, role: "develop" }, { email: BOB }] };
  for (const role of ["{role: develop}", "{}"]) {
    const { adopted } = await edited(
      `members: {${ADA}: {role: explore}}`,
      `members: {${ADA}: ${role}}`,
      live,
    );
    expect(adopted).toEqual([`${ADA} widened`]);
  }
});

it("makes nobody known whom the edit begins to list, or whose role it takes over", async () => {
  const live = { ...A, invites: [{ email: ADA, role: "develop" }] };
  const arrives = async (base: string) =>
    (await edited(`members: {${base}}`, `members: {${ADA}: {role: develop}}`, live)).plan.arrivals;
  expect(await arrives(`${ADA}: {role: develop}`)).toMatchObject([{ known: true }]);
  expect(await arrives(`${ADA}: {role: explore}`)).toMatchObject([{ before: { verdict: "widened" } }]);
  expect((await arrives(""))[0]).not.toHaveProperty("known");
});

it("is drift what the base would change as well, by a tombstone too, and intent what it would not", async () => {
  const groups = [
    { name: "G", precedence: 40 },
    { name: "H", precedence: 30 },
    { name: "I", precedence: 20 },
  ];
  const inOrder = (order: string) => `precedence_order: [${order}], groups: {G: {}, H: {}, I: {}}`;
  const tombstone = "groups: {G: {state: absent}}";
  const origins = async (base: string, file: string) => (await edited(base, file, { groups })).changes;
  expect(await origins(tombstone, tombstone)).toContain("drift delete prod/groups/G");
  expect(await origins("groups: {G: {}}", tombstone)).toContain("intent delete prod/groups/G");
  expect(await origins("groups: {G: {}}", "exact: {groups: true}, groups: {G: {}}")).toContain(
    "intent delete prod/groups/H",
  );
  const reordered = await origins(inOrder("G, H, I"), inOrder("I, H, G"));
  expect(reordered.filter((change) => change.startsWith("drift update"))).toEqual([]);
});

it.each([
  ["drops", "", null],
  ["marks", "workspaces: {old: {state: absent}}", { state: "absent" }],
])("is a rule that an edit %s a workspace which the product has archived", async (_, file, after) => {
  const base = desiredState("workspaces: {old: {groups: {G: {precedence: 1}}}}");
  const plan = await planIn({ workspaces: [{ name: "prod" }] }, file, { base });
  expect(plan.rules_changed).toMatchObject([{ rule: "workspaces.old", before: "old", after }]);
});

it("what goes with a group is of the edit that deletes the group, also what the base alone would delete", async () => {
  const names = ["a", "b"];
  const file = (groups: string) =>
    `workspaces: {prod: {attributes: {a: {data_type: string}, b: {data_type: string}}, groups: {All Users: {values: {a: none, b: none}}, ${groups}}}}`;
  const live: Live = {
    name: "prod",
    definitions: names.map((name) => ({ name, data_type: "string" as const })),
    all_users: { values: { a: "none", b: "none" } },
    groups: [{ name: "G", precedence: 40, values: { a: "x", b: "y" } }],
  };
  const base = desiredState(file("G: {values: {a: x}}"));
  const plan = await planIn({ workspaces: [live] }, file("G: {state: absent}"), { base });
  expect(
    plan.resource_changes.map(({ change, address, origin }) => `${origin} ${change.actions[0]} ${address}`),
  ).toEqual([
    "intent delete prod/groups/G",
    "intent delete prod/groups/G/values/a",
    "intent delete prod/groups/G/values/b",
  ]);
});
