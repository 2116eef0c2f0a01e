import { expect, it, onTestFinished } from "vitest";
import { findingsFrom } from "../../src/model/plan/finding.js";
import { startSandbox } from "../../src/sandbox/start-sandbox.js";
import { desiredState } from "../support/parse.js";
import { applyAgainst, clientOf, planAgainst } from "../support/plan-against.js";

const SEED = {
  workspaces: [
    {
      id: "ws_1",
      name: "prod",
      definitions: [{ id: "uad_1", name: "région", data_type: "string" }],
      groups: [{ id: "grp_1", name: "Sales", precedence: 1 }],
    },
    { id: "ws_2", name: "Lab" },
  ],
} as const;

async function open() {
  const sandbox = await startSandbox({ seed: SEED });
  onTestFinished(() => sandbox.close());
  return clientOf(sandbox);
}

it.each([
  ["letter case", "prod: {groups: {sales: {precedence: 2}}}", "prod/groups/sales", '"Sales" (grp_1)'],
  ["blanks", 'prod: {groups: {"Sales ": {precedence: 2}}}', "prod/groups/Sales ", '"Sales" (grp_1)'],
  [
    "the built-in group",
    "prod: {groups: {all users: {precedence: 2}}}",
    "prod/groups/all users",
    '"All Users"',
  ],
  [
    "Unicode form",
    'prod: {attributes: {"re\\u0301gion": {data_type: string}}}',
    "prod/attributes/re\u0301gion",
    '"région" (uad_1)',
  ],
  [
    "the product's attribute",
    "prod: {attributes: {Email: {data_type: string}}}",
    "prod/attributes/Email",
    '"email"',
  ],
  ["a workspace of the file", "PROD: {}, prod: {}", "PROD", '"prod" (ws_1)'],
  ["another workspace", "lab: {}", "lab", '"Lab" (ws_2)'],
])("does not create what is nearly the same as a live name: %s", async (_, workspaces, address, other) => {
  const client = await open();
  const desired = desiredState(`workspaces: {${workspaces}}`);
  const plan = await planAgainst(client, desired);
  expect(plan.outcome).toBe("error");
  const [error, ...more] = findingsFrom(plan, "file");
  expect(more).toEqual([]);
  const name = address.split("/").at(-1) ?? "";
  expect(error).toMatchObject({ severity: "error", code: "look-alike", address });
  // Advice that validation refuses is none.
  expect(error?.detail).not.toMatch(/previously: \["All Users"\]|Write "email"/);
  expect(error?.summary).toBe(`${JSON.stringify(name)} is nearly the same as ${other}, which exists`);

  const allowed = await planAgainst(client, desired, { allow: [["look-alike", name]] });
  expect(allowed).toMatchObject({
    outcome: "ok",
    findings: [],
    guards: [{ name: "look-alike", refused: false, addresses: [address] }],
  });
  expect(allowed.plan_digest).not.toBe("");
  const other_spelling = await planAgainst(client, desired, { allow: [["look-alike", `${name}x`]] });
  expect(other_spelling.outcome).toBe("error");
});

it("lets a group be renamed to another spelling, and one be made under the name that it gave up", async () => {
  const client = await open();
  for (const file of [
    "workspaces: {prod: {groups: {sales: {previously: [Sales]}}}}",
    "workspaces: {prod: {groups: {Field: {previously: [sales]}, Sales: {precedence: 3}}}}",
  ]) {
    const plan = await planAgainst(client, desiredState(file));
    expect([plan.outcome, findingsFrom(plan, "file")]).toEqual(["ok", []]);
    await applyAgainst(client, plan);
  }
});
