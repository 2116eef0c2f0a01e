import { expect, it } from "vitest";
import { parseConfig } from "../../src/config/config.js";
import { findingsFrom, guardsOf } from "../../src/model/plan/finding.js";
import { createSandbox } from "../../src/sandbox/start-sandbox.js";
import { clientOf, planAgainst } from "../support/plan-against.js";

const file = (expect: string) => `version: 1
organization: {id: org_northwind}
workspaces:
  eu-prod: {groups: {All Users: {values: {region: none}}, Sales West: {precedence: 1, values: {region: west}, members: [ada@northwind.example]}}}
  us-prod: {groups: {All Users: {values: {region: none}}, Ops: {precedence: 1, values: {region: west}, members: [ada@northwind.example]}}}
  lab: {}
expect:
  - ${expect}
`;

const read = (text: string) => parseConfig([{ filename: "orgform.yaml", text: file(text) }]);

async function refusals(text: string): Promise<readonly string[]> {
  return guardsOf(await planOf(text)).map(
    ({ name, message, range }) => `${name} ${message} ${range?.start.line}`,
  );
}

async function planOf(text: string) {
  const workspace = (name: string) => ({
    name,
    definitions: [{ name: "region", data_type: "string" as const }],
    all_users: { values: { region: "none" } },
    members: [{ email: "ada@northwind.example" }],
  });
  const seed = { workspaces: [workspace("eu-prod"), workspace("us-prod"), workspace("lab")] };
  const sandbox = createSandbox({ seed });
  const config = read(text);
  if (config.desired === null) throw new Error(JSON.stringify(config.diagnostics));
  return await planAgainst(clientOf(sandbox), config.desired, { file: config });
}

it("is asked of every workspace that fits, and excepts every group that fits", async () => {
  const text = '{workspace: "*-prod", attribute: region, never: [west], except_groups: ["Sales *"]}';
  expect(await refusals(text)).toEqual([
    "expect us-prod: region: ada@northwind.example would get west (orgform.yaml:8) 8",
  ]);
  expect(
    await refusals('{workspace: eu-prod, attribute: region, never: [west], except_groups: ["*West"]}'),
  ).toEqual([]);
});

it("never excepts by a pattern the group that everybody is in", async () => {
  const of = (group: string) =>
    `{workspace: us-prod, attribute: region, never: [west], except_groups: ["${group}"]}`;
  expect(await refusals(of("*s"))).toEqual([]);
  expect(await refusals(of("O*"))).toEqual([]);
  const broken = "expect us-prod: region: ada@northwind.example would get west (orgform.yaml:8) 8";
  expect(await refusals(of("A*"))).toEqual([broken]);
  expect(await refusals(of("All Users"))).toEqual([]);
});

it("is an error where no workspace that is asked has a group that fits", async () => {
  const of = async (workspace: string, group: string) => {
    const rule = `{workspace: "${workspace}", attribute: region, never: [west], except_groups: ["${group}"]}`;
    return findingsFrom(await planOf(rule), "file")
      .filter(({ severity }) => severity === "error")
      .map(({ code, range }) => [code, range?.start.line]);
  };
  expect(await of("*-prod", "Sales *")).toEqual([]);
  expect(await of("us-prod", "Sales *")).toEqual([["unknown-group", 8]]);
  expect(await of("*-prod", "Slaes *")).toEqual([["unknown-group", 8]]);
  expect(await of("*-prod", "Sales West")).toEqual([]);
  expect(await of("us-prod", "Sales West")).toEqual([["unknown-group", 8]]);
  expect(await of("*-prod", "Slaes West")).toEqual([["unknown-group", 8]]);
});

it("takes a group that one of the workspaces has, also where each lists all of its groups", () => {
  const of = (group: string) =>
    parseConfig([
      {
        filename: "orgform.yaml",
        text: file(
          `{workspace: "*-prod", attribute: region, never: [west], except_groups: ["${group}"]}`,
        ).replaceAll("prod: {groups", "prod: {exact: {groups: true}, groups"),
      },
    ])
      .diagnostics.filter(({ severity }) => severity === "error")
      .map(({ code }) => code);
  expect(of("Sales West")).toEqual([]);
  expect(of("Slaes West")).toContain("unknown-group");
});

it("fits at least one workspace of the file", () => {
  const { diagnostics } = read('{workspace: "*-prd", attribute: region, never: [west]}');
  expect(diagnostics.map(({ code, range }) => [code, range?.start.line])).toEqual([["unknown-workspace", 8]]);
});
