import { expect, it, onTestFinished } from "vitest";
import { startSandbox } from "../../src/sandbox/start-sandbox.js";
import { modelOf } from "../support/model.js";
import { desiredState } from "../support/parse.js";
import { clientOf, planAgainst } from "../support/plan-against.js";

/** A model in which a field needs the grant, and which says who has it. */
const modelWith = (values: string) =>
  modelOf(`type: model
name: demo
connection: c
access_grants: [{name: hr, user_attribute: department, allowed_values: [${values}]}]
---
type: view
name: orders
model_name: demo
fields: [{name: total, field_type: measure, type: sum, required_access_grants: [hr]}]`);

it("is another where the model makes something else of the same change", async () => {
  const sandbox = await startSandbox({
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
  onTestFinished(() => sandbox.close());
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
