import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { loadConfig } from "../../src/config/load-config.js";
import { readDataModel } from "../../src/config/model-files/read-model.js";
import { findingsFrom } from "../../src/model/plan/finding.js";
import type { DesiredState } from "../../src/model/state/desired-state.js";
import { createSandbox } from "../../src/sandbox/start-sandbox.js";
import { flat, nested } from "../support/nested-workspace.js";
import { clientOf, planAgainst, type TestOptions } from "../support/plan-against.js";

const EXAMPLE = fileURLToPath(new URL("../../examples/data-model/", import.meta.url));
const seed = JSON.parse(readFileSync(`${EXAMPLE}organization.json`, "utf8"));

async function planExample(
  change: (desired: DesiredState) => DesiredState = (desired) => desired,
  options: TestOptions = {},
) {
  const { desired } = await loadConfig([`${EXAMPLE}orgform.yaml`]);
  if (desired?.data_model === undefined) throw new Error("the example is not valid");
  const sandbox = createSandbox({ seed });
  const dataModel = await readDataModel(desired.data_model);
  return await planAgainst(clientOf(sandbox), change(desired), { dataModel, ...options });
}

test("the example has one finding of each kind, from the end state that the plan leads to", async () => {
  const checks = findingsFrom(await planExample(), "check");
  expect(checks.map(({ code, address }) => [code, address])).toEqual([
    ["model-attribute-undeclared", undefined],
    ["model-attribute-unused", "northwind-prod/attributes/desk"],
    ["model-value-unused", "northwind-prod/groups/Sales East/values/region"],
    ["model-value-several", "northwind-prod/groups/Sales East/values/region"],
    ["model-open", "northwind-prod/attributes/clearance"],
  ]);
  expect(checks[0]?.detail).toContain("Declare it under `attributes`, or correct the name in the model.");
  // cleo is in the People Team; region is closed for everybody by the plan itself.
  expect(checks.at(-1)?.summary).toBe(
    "3 members of northwind-prod have no value for clearance and so pass the grant sees_salaries: ada@northwind.example, bob@northwind.example, grace@northwind.example",
  );
});

test("a run of some workspaces says of these who passes a grant, and nothing of what the model lacks or has in vain", async () => {
  const plan = await planExample(undefined, { workspaces: ["northwind-prod"] });
  expect(findingsFrom(plan, "check").map(({ code }) => code)).toEqual(["model-open"]);
});

test("the access diff says which grants somebody gains and loses; no value passes every grant", async () => {
  const { access_changes } = await planExample();
  expect(access_changes.map(({ member, kind, grants }) => [member.split("@")[0], kind, grants])).toEqual([
    ["ada", "changed", { gained: ["sees_margin"], lost: [] }],
    ["ada", "changed", { gained: [], lost: [] }],
    ["bob", "changed", { gained: [], lost: ["sees_west"], unclear: ["sees_east"] }],
    ["cleo", "closed", { gained: [], lost: ["sees_east", "sees_west"] }],
    ["grace", "closed", { gained: [], lost: ["sees_east", "sees_west"] }],
  ]);
});

test("an attribute that the plan deletes is missing in the end state", async () => {
  const { findings } = await planExample((desired) => ({
    ...desired,
    workspaces: desired.workspaces.map((w) =>
      w.state === "present"
        ? flat({ ...nested(w), groups: [], attributes: [{ name: "region", state: "absent" }] })
        : w,
    ),
  }));
  expect(
    findings.flatMap(({ code, summary }) => (code === "model-attribute-undeclared" ? [summary] : [])),
  ).toEqual([
    "The data model names the attribute cost_center, and no workspace has it",
    "The data model names the attribute region, and no workspace has it",
  ]);
});

test("own values that were not read, and grants that nothing requires, are said", async () => {
  const { desired } = await loadConfig([`${EXAMPLE}orgform.yaml`]);
  if (desired === null) throw new Error("the example is not valid");
  const sandbox = createSandbox({ seed });
  const place = { file: "m.yml", line: 1 };
  const grants = ["b", "a"].map((name) => ({ name, attribute: "clearance", allowed: ["x"], place }));
  const dashboards = [{ name: "d", requires: ["a"], place }];
  const dataModel = { grants, models: [], views: [], topics: [], dashboards, complete: true };
  const plan = await planAgainst(clientOf(sandbox), desired, { dataModel, accessReads: 1 });
  expect(findingsFrom(plan, "check").at(-1)?.summary).toMatch(
    /pass the grants a, b \(which nothing requires\): .*; own values of 2 of them/,
  );
});
