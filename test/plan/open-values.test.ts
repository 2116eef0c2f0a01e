import { expect, it } from "vitest";
import { guardsOf } from "../../src/model/plan/finding.js";
import { desiredState } from "../support/parse.js";
import { planIn } from "../support/plan-against.js";

const ADA = "ada@northwind.example";

/** Plans a group's value for ada from what it is, `null` for none at all. */
async function planValue(before: string | null, after: string | null) {
  const valuesOf = (value: string | null) => (value === null ? {} : { region: value });
  const plan = await planIn(
    {
      workspaces: [
        {
          name: "prod",
          definitions: [{ name: "region", data_type: "string" }],
          groups: [{ name: "A", precedence: 1, values: valuesOf(before), members: [ADA] }],
        },
      ],
    },
    `workspaces: {prod: {groups: {A: {values: ${JSON.stringify(valuesOf(after))}}}}}`,
  );
  return [...plan.access_changes.map(({ kind }) => kind), ...guardsOf(plan).map(({ name }) => name)];
}

it.each([
  ["west", "", ["opened", "access.opened"]],
  ["west", "%", ["opened", "access.opened"]],
  ["west", null, ["opened", "access.opened"]],
  ["west", "east", ["changed"]],
  ["west", "-east", ["changed"]],
  ["west", " ", ["changed"]],
  ["", "west", ["closed"]],
  ["%%", "west", ["closed"]],
  ["", "%", ["changed"]],
  ["%", null, ["changed"]],
  [null, "", ["changed"]],
  [null, "west", ["closed"]],
])("from %j to %j: %j", async (before, after, said) => {
  expect(await planValue(before, after)).toEqual(said);
});

it("quotes an empty value that wins for nobody", async () => {
  const file = `workspaces: {prod: {groups: {A: {values: {region: ""}}, B: {values: {region: west}}}, members: {${ADA}: {values: {}}}}}`;
  const { findings } = await planIn(
    {
      workspaces: [
        {
          name: "prod",
          definitions: [{ name: "region", data_type: "string" }],
          groups: [
            { name: "A", precedence: 1, values: { region: "" }, members: [ADA] },
            { name: "B", precedence: 2, values: { region: "west" }, members: [ADA] },
          ],
        },
      ],
    },
    file,
  );
  const shadowed = findings.filter(({ code }) => code === "value-shadowed");
  expect(shadowed.map(({ summary }) => summary)).toEqual(['No member of A gets its value region = ""']);
});

/** Plans an edit of All Users and Sales in a workspace where nobody but ada, with a pending invite, has values from them. */
async function planForAda(everybody: object, sales: object, fail: "opened"[] = []) {
  const file = (all: object, own: object) =>
    `workspaces: {prod: {groups: {All Users: {values: ${JSON.stringify(all)}}, Sales: {values: ${JSON.stringify(own)}, members: [${ADA}]}}}}`;
  const plan = await planIn(
    {
      workspaces: [
        {
          name: "prod",
          definitions: [{ name: "region", data_type: "string" }],
          all_users: { values: { region: "none" } },
          groups: [
            { name: "Sales", precedence: 1, values: { region: "west" } },
            {
              name: "Admins",
              precedence: 2,
              values: { region: "all" },
              members: ["admin@northwind.example"],
            },
          ],
          invites: [{ email: ADA, role: "view" }],
        },
      ],
    },
    file(everybody, sales),
    { base: desiredState(file({ region: "none" }, { region: "west" })), failOn: fail },
  );
  expect(plan.access_changes).toEqual([]);
  return guardsOf(plan).map(({ name, actual, message }) => [name, actual, message.includes(ADA)]);
}

it("counts what somebody who has not arrived would lose, whom no member's access speaks for", async () => {
  const [limit, found] = [
    ["access.opened", 1, true],
    ["fail-on.opened", 1, false],
  ];
  expect(await planForAda({ region: "none" }, { region: "%" }, ["opened"])).toEqual([limit, found]);
  expect(await planForAda({ region: "none" }, {})).toEqual([]);
  expect(await planForAda({}, { region: "west" })).toEqual([limit]);
  expect(await planForAda({ region: "east" }, { region: "east" })).toEqual([]);
});
