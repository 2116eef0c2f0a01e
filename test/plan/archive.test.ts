import { expect, it } from "vitest";
import { createSandbox } from "../../src/sandbox/start-sandbox.js";
import { desiredState } from "../support/parse.js";
import { applyAgainst, clientOf, planAgainst, planIn } from "../support/plan-against.js";

it("names all that goes with an archived workspace, and everybody whom it moves out", async () => {
  const sandbox = createSandbox({
    seed: {
      workspaces: [
        {
          name: "w",
          definitions: [{ name: "region", data_type: "string", label: "Region" }],
          members: [{ email: "Ada@northwind.example", role: "view" }],
          groups: [
            {
              name: "Sales",
              precedence: 1,
              values: { region: "west" },
              // The second one is whose token this is: whoever names the workspace has named that.
              members: ["ada@northwind.example", "admin@northwind.example"],
            },
          ],
        },
      ],
    },
  });
  const desired = desiredState("workspaces: {w: {state: absent}}");
  const plan = await planAgainst(clientOf(sandbox), desired, { allow: [["archive", "w"]] });
  expect(plan.resource_changes.map(({ address }) => address)).toEqual([
    "w",
    "w/attributes/region",
    "w/groups/Sales",
    "w/groups/Sales/members/ada@northwind.example",
    "w/groups/Sales/members/admin@northwind.example",
    "w/groups/Sales/values/region",
  ]);
  expect(plan.resource_changes[0]?.action_reason).toContain("Ada@northwind.example");
  expect(plan).toMatchObject({
    outcome: "ok",
    findings: [{ code: "archive-unnamed", refuses: { refused: false } }],
    summary: { delete: 1, delete_implied: 5 },
  });
});

it("is archived last, once everybody has a value in the workspaces that its people may be moved to", async () => {
  const sandbox = createSandbox({ seed: { workspaces: [{ name: "a" }, { name: "b" }] } });
  const desired = desiredState(
    "workspaces: {a: {state: absent}, b: {attributes: {region: {data_type: string}}, groups: {All Users: {values: {region: none}}}}}",
  );
  const client = clientOf(sandbox);
  const plan = await planAgainst(client, desired, { allow: [["archive", "a"]] });
  expect(plan.steps.map(({ address, needs }) => [address, needs])).toEqual([
    ["b/attributes/region", []],
    ["b/groups/All Users/values/region", [1]],
    ["a", [2]],
  ]);
  sandbox.addFaults({
    kind: "status",
    status: 400,
    match: { path: "/workspaces/*/groups/*/user_attributes" },
  });
  await applyAgainst(client, plan);
  expect(sandbox.state().workspaces.map(({ archived_at }) => archived_at)).toEqual([null, null]);
});

it("asks for the id where another key may mean the same workspace", async () => {
  const base = desiredState("workspaces: {w: {}}");
  const plan = await planIn({ workspaces: [{ name: "w" }] }, "workspaces: {v: {}}", { base });
  const { summary } = plan.findings.find(({ code }) => code === "archive-unnamed") ?? {};
  expect(summary).toContain("If v is the same one under another key, write its `id` there");
});
