import { expect, it } from "vitest";
import { findingsFrom } from "../../src/model/plan/finding.js";
import { createSandbox, type SandboxSeed } from "../../src/sandbox/start-sandbox.js";
import { desiredState } from "../support/parse.js";
import { applyAgainst, clientOf, planAgainst } from "../support/plan-against.js";

const SEED = {
  workspaces: [
    {
      id: "ws_1",
      name: "prod",
      definitions: [{ id: "uad_1", name: "région", data_type: "string" }],
      groups: [{ id: "grp_1", name: "Sales", precedence: 1 }],
      invites: [{ id: "inv_1", email: "ada@n.example", role: "view" }],
    },
    { id: "ws_2", name: "Lab" },
  ],
} as const;

async function open(seed: SandboxSeed = SEED) {
  const sandbox = createSandbox({ seed });
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
  [
    "a character that nobody sees",
    'prod: {groups: {"Sales\\u200e": {precedence: 2}}}',
    "prod/groups/Sales\u200e",
    '"Sales" (grp_1)',
  ],
  [
    "a letter of another alphabet",
    'prod: {groups: {"S\\u0430les": {precedence: 2}}}',
    "prod/groups/S\u0430les",
    '"Sales" (grp_1)',
  ],
  [
    "a wide letter",
    'prod: {groups: {"\\uff33ales": {precedence: 2}}}',
    "prod/groups/\uff33ales",
    '"Sales" (grp_1)',
  ],
  [
    "an attribute with a character that nobody sees",
    'prod: {attributes: {"r\\u00adégion": {data_type: string}}}',
    "prod/attributes/r\u00adégion",
    '"région" (uad_1)',
  ],
  ["a workspace with one", '"Lab\\u2060": {}', "Lab\u2060", '"Lab" (ws_2)'],
  [
    "somebody's address",
    'prod: {members: {"\\u0430da@n.example": {role: view}}}',
    "prod/members/\u0430da@n.example",
    '"ada@n.example" (inv_1)',
  ],
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
    findings: [{ from: "guard", refuses: { name: "look-alike", refused: false, addresses: [address] } }],
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

it("warns of a value that looks like a live one of its attribute or differs in letter case, but not of one that corrects it", async () => {
  const groups = [
    { name: "Sales", precedence: 1, values: { region: "west" } },
    { name: "Field", precedence: 2, values: { region: "we\u200bst" } },
  ];
  const definitions = [{ name: "region", data_type: "string" }] as const;
  const client = await open({ workspaces: [{ name: "prod", definitions, groups }] });
  const told = async (values: string) => {
    const plan = await planAgainst(client, desiredState(`workspaces: {prod: {groups: {${values}}}}`));
    return plan.findings.map(({ severity, code, summary }) => [severity, code, summary]);
  };
  expect(await told('Sales: {values: {region: "w\\u0435st"}}')).toEqual([
    ["warning", "look-alike", '"w\u0435st" for region looks like "west", which somebody has'],
  ]);
  expect(await told("Field: {values: {region: west}}")).toEqual([]);
  // The group's own value before, as a slip in an edit leaves it.
  expect(await told("Sales: {values: {region: West}}")).toEqual([
    ["warning", "look-alike", '"West" for region looks like "west", which somebody has'],
  ]);
  // The file says it of both.
  expect(await told("Sales: {values: {region: west}}, Field: {values: {region: West}}")).toEqual([]);
});

it("knows one domain in both of its spellings", async () => {
  const client = await open({
    workspaces: [
      {
        name: "prod",
        groups: [{ name: "Sales", precedence: 1, members: ["eve@m\u00fcnchen.example"] }],
        invites: [{ email: "dan@xn--mnchen-3ya.example", role: "view" }],
      },
    ],
  });
  const file =
    "checks: {email_domains: {allowed: [m\u00fcnchen.example, northwind.example], severity: error}}\n" +
    "workspaces: {prod: {members: {dan@m\u00fcnchen.example: {}}, groups: {Sales: {members: [EVE@xn--mnchen-3ya.example]}}}}";
  const plan = await planAgainst(client, desiredState(file));
  expect([plan.outcome, plan.findings, plan.resource_changes]).toEqual(["ok", [], []]);
});
