import { expect, it, onTestFinished } from "vitest";
import { startSandbox } from "../../src/sandbox/start-sandbox.js";
import { modelOf } from "../support/model.js";
import { desiredState } from "../support/parse.js";
import { clientOf, planAgainst } from "../support/plan-against.js";

const MODEL = modelOf(`
type: model
name: demo
connection: c
access_grants:
  - {name: hr, user_attribute: department, allowed_values: [HR]}
  - {name: emea, user_attribute: region, allowed_values: [west]}
---
type: view
name: orders
model_name: demo
fields:
  - {name: region, field_type: dimension, type: string}
  - {name: total, field_type: measure, type: sum, required_access_grants: [hr]}
access_filters: [{field: orders.region, user_attribute: region}]
---
type: dashboard
name: salaries
required_access_grants: [hr, emea]
`);

const ORGANIZATION = {
  users: ["ada", "bob", "cleo"].map((name) => ({ email: `${name}@n.example` })),
  workspaces: ["prod", "test"].map((name) => ({
    name,
    definitions: ["region", "department"].map((attribute) => ({
      name: attribute,
      data_type: "string" as const,
    })),
    groups: [
      {
        name: "A",
        precedence: 1,
        values: { region: "east", department: "Sales" },
        members: ["ada@n.example", "bob@n.example"],
      },
      { name: "B", precedence: 2, values: { region: "north,east" }, members: ["cleo@n.example"] },
    ],
  })),
};

async function plan(workspaces: string, options: Parameters<typeof planAgainst>[2] = {}) {
  const sandbox = await startSandbox({ seed: ORGANIZATION });
  onTestFinished(() => sandbox.close());
  return planAgainst(clientOf(sandbox), desiredState(`workspaces: ${workspaces}`), options);
}

const HIRES = "{prod: {groups: {A: {values: {region: west, department: HR}}}}}";

it("weighs each change alone, and all changes of a person together", async () => {
  const { access_changes, people, summary } = await plan(HIRES, { dataModel: MODEL });
  const row = {
    place: "view:orders",
    field: "orders.region",
    before: { attribute: "region", value: "east", meaning: "these", entries: ["east"] },
    after: { attribute: "region", value: "west", meaning: "these", entries: ["west"] },
    verdict: "moved",
  };
  const ofAda = access_changes.filter(({ member }) => member.startsWith("ada"));
  expect(ofAda.map(({ attribute, verdict, data }) => [attribute, verdict, data])).toEqual([
    ["department", "widened", { gained: ["field:orders.total"], lost: [], rows: [] }],
    ["region", "moved", { gained: [], lost: [], rows: [row] }],
  ]);
  // The dashboard takes both.
  const data = { gained: ["field:orders.total", "dashboard:salaries"], lost: [], rows: [row] };
  expect(people).toEqual(
    ["ada", "bob"].map((name) => ({
      workspace: "prod",
      member: `${name}@n.example`,
      verdict: "moved",
      data,
    })),
  );
  expect(people[0]?.data).toBe(people[1]?.data);
  expect(summary.access).toMatchObject({ widened: 0, narrowed: 0, moved: 2, same: 0, unclear: 0 });
});

it("goes by the entries without a data model, and counts a person of two workspaces once", async () => {
  const widened = "groups: {A: {values: {region: 'east, west', department: Sales}}}";
  const narrowed = "groups: {B: {values: {region: east}}, A: {values: {region: '-east', department: Sales}}}";
  const { people, summary } = await plan(`{prod: {${widened}}, test: {${narrowed}}}`);
  expect(people.map(({ workspace, member, verdict }) => `${workspace} ${member} ${verdict}`)).toEqual([
    "prod ada@n.example widened",
    "prod bob@n.example widened",
    "test ada@n.example moved",
    "test bob@n.example moved",
    "test cleo@n.example narrowed",
  ]);
  expect(people.every((person) => !("data" in person))).toBe(true);
  expect(summary.access).toMatchObject({ widened: 2, narrowed: 1, moved: 0 });
});

it("has another digest where the model makes something else of the same change", async () => {
  const other = modelOf("type: model\nname: demo\nconnection: c\naccess_grants: []\n");
  const [first, same, changed] = await Promise.all(
    [MODEL, MODEL, other].map((dataModel) => plan(HIRES, { dataModel })),
  );
  expect(same?.plan_digest).toBe(first?.plan_digest);
  expect(changed?.plan_digest).not.toBe(first?.plan_digest);
});
