import { expect, it } from "vitest";
import { createPlanner } from "../../src/plan/planner.js";
import { createSandbox } from "../../src/sandbox/start-sandbox.js";
import { createPlan } from "../support/create-plan.js";
import { desiredState } from "../support/parse.js";
import { clientOf, readFor } from "../support/plan-against.js";

// The reader stops where the built-in group lacks somebody of the roster; the planner goes by the roster alone.

it("taking a value from All Users opens everybody in the roster", async () => {
  const sandbox = createSandbox({
    seed: {
      workspaces: [
        {
          name: "prod",
          definitions: [{ name: "region", data_type: "string", label: "region" }],
          all_users: { values: { region: "no-access" } },
          members: ["ada", "bob"].map((name) => ({ email: `${name}@northwind.example`, role: "view" })),
        },
      ],
    },
  });
  const client = clientOf(sandbox);
  const desired = desiredState("workspaces: {prod: {groups: {All Users: {values: {}}}}}");
  const live = await readFor(createPlanner({ desired, options: { orgformVersion: "test" } }), client);
  const plan = createPlan({ desired, options: { orgformVersion: "test" } }, live);
  expect(plan.outcome).toBe("refused");
  expect(plan.access_changes.map(({ kind }) => kind)).toEqual(["opened", "opened", "opened"]);
});
