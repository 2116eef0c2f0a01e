import { expect, it } from "vitest";
import { createSandbox } from "../../src/sandbox/start-sandbox.js";
import { modelOf } from "../support/model.js";
import { desiredState } from "../support/parse.js";
import { clientOf, planAgainst } from "../support/plan-against.js";

/** A model in which a field needs the grant, and which says who has it. */
const modelWith = (values: string, filters = "") =>
  modelOf(`type: model
name: demo
connection: c
access_grants: [{name: hr, user_attribute: department, allowed_values: [${values}]}]
---
type: view
name: orders
model_name: demo
fields: [{name: total, field_type: measure, type: sum, required_access_grants: [hr]}]${filters}`);

it("is another where the model makes something else of the same change", async () => {
  const sandbox = createSandbox({
    seed: {
      workspaces: [
        {
          name: "prod",
          definitions: [{ name: "department", data_type: "string" }],
          groups: [{ name: "A", precedence: 1, values: { department: "Sales" }, members: ["ada@n.example"] }],
        },
      ],
    },
  });
  const file = desiredState("workspaces: {prod: {groups: {A: {values: {department: HR}}}}}");
  const plans = await Promise.all(
    [modelWith("HR"), modelWith("HR"), modelWith("Legal")].map((dataModel) =>
      planAgainst(clientOf(sandbox), file, { dataModel }),
    ),
  );
  const [first, same, other] = plans;
  expect(same?.plan_digest).toBe(first?.plan_digest);
  expect(other?.plan_digest).not.toBe(first?.plan_digest);
});

const ALL = ["field:orders.total", "model:demo", "view:orders"];
const OTHERS = ALL.filter((object) => object !== "field:orders.total");

it.each([
  ["an object that they reach", "HR", modelWith("HR"), modelWith("Legal"), { gained: OTHERS }],
  [
    "an object that they may reach",
    "HR, Legal",
    modelWith("X"),
    modelWith("HR"),
    { gained: OTHERS, unclear: ["field:orders.total"] },
  ],
  [
    "rows",
    "HR",
    modelWith("HR"),
    modelWith("HR", "\naccess_filters: [{field: total, user_attribute: department}]"),
    { gained: ALL, rows: [expect.objectContaining({ place: "view:orders", field: "orders.total" })] },
  ],
])("is another where people who arrive see something else: %s", async (_, value, before, after, data) => {
  const sandbox = createSandbox({
    seed: { workspaces: [{ name: "prod", definitions: [{ name: "department", data_type: "string" }] }] },
  });
  const file = desiredState(
    `workspaces: {prod: {groups: {A: {precedence: 1, values: {department: "${value}"}, members: [ada@n.example]}}, members: {ada@n.example: {role: view}}}}`,
  );
  const plan = (dataModel?: ReturnType<typeof modelOf>) =>
    planAgainst(clientOf(sandbox), file, dataModel === undefined ? {} : { dataModel });
  const [approved, other, without] = [await plan(before), await plan(after), await plan()];
  expect(other.arrivals[0]?.data).toEqual({ unclear: [], rows: [], ...data });
  expect(other.plan_digest).not.toBe(approved.plan_digest);
  expect(without.arrivals[0]).not.toHaveProperty("data");
});
