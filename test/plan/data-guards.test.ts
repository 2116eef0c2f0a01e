import { expect, it } from "vitest";
import { lintObjects } from "../../src/data-model/answer/data-expectations.js";
import { findingsFrom, guardsOf } from "../../src/model/plan/finding.js";
import { modelOf, readTexts } from "../support/model.js";
import { desiredState } from "../support/parse.js";
import { type planAgainst, planIn } from "../support/plan-against.js";

const MODEL = modelOf(`
type: model
name: demo
connection: c
access_grants: [{name: hr, user_attribute: department, allowed_values: [HR]}]
---
type: view
name: employees
model_name: demo
fields: [{name: salary, field_type: dimension, required_access_grants: [hr]}, {name: id, field_type: dimension}]
---
type: topic
label: Payroll
model_name: demo
base_view: employees
required_access_grants: [hr]
`);

const group = (name: string, precedence: number, department: string, ...members: string[]) => ({
  name,
  precedence,
  values: { department },
  members: members.map((member) => `${member}@n.example`),
});

async function plan(file: string, options: Parameters<typeof planAgainst>[2] = {}) {
  return planIn(
    {
      workspaces: [
        {
          name: "eu-prod",
          all_users: { values: { department: "none" } },
          definitions: [{ name: "department", data_type: "string" }],
          groups: [group("People Team", 2, "HR", "cleo"), group("Sales", 1, "Sales", "ada", "bob")],
        },
      ],
    },
    file,
    { dataModel: MODEL, ...options },
  );
}

const sales = (value: string) => `workspaces: {eu-prod: {groups: {Sales: {values: {department: ${value}}}}}}`;
const messages = async (file: string) =>
  guardsOf(await plan(file)).map(({ name, refused, message }) => `${name} ${refused}: ${message}`);

it.each([
  ["Sales", []],
  ["HR", ["ada@n.example, bob@n.example would reach field:employees.salary, topic:Payroll"]],
  // The engine compares the whole text, the documentation entries: the worst case counts.
  [
    "'HR, Sales'",
    ["ada@n.example (unclear), bob@n.example (unclear) would reach field:employees.salary, topic:Payroll"],
  ],
])("nobody else reaches what is for some groups: %s", async (value, because) => {
  const expectation = `{workspace: "*-prod", data: ["field:*.salary", topic:Payroll], only_groups: ["People *"], except_roles: [organization_admin]}`;
  expect(await messages(`${sales(value)}\nexpect: [${expectation}]`)).toEqual(
    because.map((text) => `expect true: eu-prod: data: ${text}`),
  );
});

it("holds for the aliases of a field, asked for in any letter case, and names them", async () => {
  const dataModel = modelOf(`
type: model
name: demo
connection: c
---
type: view
name: employees
model_name: demo
fields: [{name: salary, field_type: dimension}]
---
type: topic
label: Payroll
model_name: demo
base_view: employees
views: {Staff: {from: employees}}
`);
  const expectation =
    "{workspace: eu-prod, data: ['field:Employees.SALARY'], only_groups: [People Team], except_roles: [organization_admin]}";
  const guards = guardsOf(await plan(`${sales("Sales")}\nexpect: [${expectation}]`, { dataModel }));
  expect(guards.map(({ message }) => message)).toEqual([
    "eu-prod: data: ada@n.example, bob@n.example would reach field:employees.salary, field:staff.salary",
  ]);
});

const DEMO = "type: model\nname: demo\nconnection: c";

it.each([
  [
    "the query engine refuses it",
    ["type: view\nname: ["],
    "the query engine refuses the data model, so that nobody can say who reaches what",
  ],
  [
    "a file is not read",
    [
      DEMO,
      "# x\rtype: view\ntype: view\nname: pay\nmodel_name: demo\nfields: [{name: f, field_type: measure}]",
    ],
    "the data model cannot be read completely, and the rest of it may show anything to anybody",
  ],
])("does not pass an expectation that the data model leaves undecided: %s", async (_, texts, because) => {
  const dataModel = readTexts(...texts);
  const asked =
    "data: [view:pay, 'field:pay.*'], only_groups: [People Team], except_roles: [organization_admin]";
  const run = (options: Parameters<typeof plan>[1] = {}) =>
    plan(`${sales("Sales")}\nexpect: [{workspace: eu-prod, ${asked}}]`, { dataModel, ...options });
  const made = await run();
  expect([made.outcome, guardsOf(made)]).toMatchObject([
    "refused",
    [
      {
        name: "expect-undecided",
        refused: true,
        override: "--allow expect-undecided=eu-prod",
        message: `1 expectation about data in eu-prod could not be decided: ${because}. The findings about the model say where`,
      },
    ],
  ]);
  expect((await run({ purpose: "drift" })).outcome).toBe("refused");
  const allow = [["expect-undecided", "eu-prod"]] as const;
  expect((await run({ allow })).outcome).not.toBe("refused");
});

it("says of a data model that is not read completely what is broken for certain", async () => {
  const dataModel = readTexts(
    `${DEMO}`,
    "type: view\nname: pay\nmodel_name: demo\nfields: []",
    "\r# x\ntype: topic",
  );
  const expectation =
    "{workspace: eu-prod, data: [view:pay], only_groups: [People Team], except_roles: [organization_admin]}";
  const made = await plan(`${sales("Sales")}\nexpect: [${expectation}]`, { dataModel });
  expect(guardsOf(made).map(({ message }) => message)).toEqual([
    "eu-prod: data: ada@n.example, bob@n.example would reach view:pay",
  ]);
});

it("takes an object that nothing matches for an error at its place, and so without a data model", async () => {
  const file = `${sales("Sales")}\nexpect: [{workspace: eu-prod, data: ["field:*.salary", "topic:Pay"], only_groups: [Sales]}]`;
  const made = await plan(file);
  expect([
    made.errored,
    ...findingsFrom(made, "file").map(({ code, summary }) => `${code} ${summary}`),
  ]).toEqual([true, "unknown-object The data model has no topic:Pay"]);
  expect(lintObjects(desiredState(file), undefined).map(({ address }) => address)).toEqual([
    "expect/0/data/0",
    "expect/0/data/1",
  ]);
});

it("counts who sees more, arrivals and what is unclear included, where the file sets a limit", async () => {
  const limit = "limits: {access: {widened: 1}}";
  expect(await messages(`${limit}\n${sales("HR")}`)).toEqual([
    "access.widened true: 2 people would see more, or other data",
  ]);
  expect(await messages(`${limit}\n${sales("'HR, Sales'")}`)).toEqual([
    "access.widened true: 2 people would see more, or other data (of 2 it is unclear)",
  ]);
  expect(await messages(`${limit}\n${sales("none")}`)).toEqual([]);
  expect(await messages(sales("HR"))).toEqual([]);
  const invite = "workspaces: {eu-prod: {members: {dora@n.example: {}, eva@n.example: {}}}}";
  expect(await messages(`${limit}\n${invite}`)).toEqual([
    "access.widened true: 2 people would see more, or other data (2 of them arriving)",
  ]);
  const allowed = await plan(`${limit}\n${sales("HR")}`, { allow: [["access.widened", "2"]] });
  expect(allowed.outcome).toBe("ok");
  const failing = await plan(sales("HR"), { failOn: ["widened"] });
  expect(guardsOf(failing).map(({ message }) => message)).toEqual(["--fail-on widened: 2 found"]);
});
