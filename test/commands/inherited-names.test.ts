import { readdirSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { expect, it, onTestFinished } from "vitest";
import { snapshot } from "../../src/commands/snapshot.js";
import { testContext } from "../support/context.js";
import { openSandbox } from "../support/open-sandbox.js";
import { orgform } from "../support/run-in-process.js";
import { openFolder } from "./folder.js";

/** Names that a lookup in a plain object finds although nobody put them there. */
const NAMES = ["constructor", "toString", "__proto__"] as const;

const [CONSTRUCTOR, TO_STRING, PROTO] = NAMES;

/** Two people, of whom one is in a group that gives a value; in the east the other has a value of their own. */
const seed = (region: string) => ({
  organization: { id: "org_northwind", name: "Northwind" },
  workspaces: [
    {
      name: "constructor",
      definitions: NAMES.map((name) => ({ name, data_type: "string" as const })),
      groups: NAMES.map((name, i) => ({
        name,
        precedence: i + 1,
        members: i === 0 ? ["ada@northwind.example"] : [],
        values: Object.fromEntries([CONSTRUCTOR, PROTO].map((attribute) => [attribute, region])),
      })),
      members: [
        { email: "ada@northwind.example", role: "view" },
        { email: "bob@northwind.example", role: "view", values: region === "east" ? { toString: "x" } : {} },
      ],
    },
  ],
});

const FILE = `version: 1
organization: {id: org_northwind}
data_model: model
workspaces:
  constructor:
    groups:
      constructor: {members: [ada@northwind.example, bob@northwind.example]}
`;

const MODEL = `type: model
name: m
connection: c
access_grants:
  - {name: some, user_attribute: __proto__, allowed_values: [west]}
  - {name: region, user_attribute: constructor, allowed_values: [west]}
`;
const VIEW = `type: view
name: orders
model_name: m
sql_table_name: t
fields:
  - {name: id, field_type: dimension, type: string, sql: "\${TABLE}.id", primary_key: yes, required_access_grants: [some]}
  - {name: total, field_type: dimension, type: number, sql: "\${TABLE}.total", required_access_grants: [region]}
`;

async function openWorld() {
  const folder = await openFolder();
  const cwd = folder.path(".");
  for (const [name, region] of [
    ["a.json", "west"],
    ["b.json", "east"],
  ] as const) {
    const other = openSandbox({ seed: seed(region) });
    await snapshot(testContext({ sandbox: other }).context, { out: folder.path(name) });
    await other.close();
  }
  const sandbox = openSandbox({ seed: seed("west") });
  onTestFinished(() => sandbox.close());
  const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
  return { folder, run: (...args: readonly string[]) => orgform(args, { cwd, env }) };
}

it("compares people whose attributes are called like what every object has", async () => {
  const { run } = await openWorld();
  const { stdout, exitCode } = await run("compare", "a.json", "b.json", "--format", "csv");
  expect(exitCode).toBe(0);
  expect(parse(stdout, { from: 2 })).toEqual([
    [
      "constructor",
      "ada@northwind.example",
      "",
      "sees other data",
      PROTO,
      "west",
      "east",
      "",
      "",
      "",
      "set",
      "set",
    ],
    [
      "constructor",
      "ada@northwind.example",
      "",
      "sees other data",
      CONSTRUCTOR,
      "west",
      "east",
      "",
      "",
      "",
      "set",
      "set",
    ],
    ["constructor", "bob@northwind.example", "", "sees less", TO_STRING, "", "x", "", "", "", "open", "set"],
  ]);
});

it("says of nobody that they have a value which nobody gave them", async () => {
  const { run } = await openWorld();
  const { stdout } = await run("who", "toString=", "--live", "a.json", "--format", "json");
  expect(JSON.parse(stdout).people).toHaveLength(3);
  const everybody = await run("who", "--live", "a.json", "--format", "csv");
  const rows: string[][] = parse(everybody.stdout, { from: 2 });
  expect(rows.filter((row) => row.includes("set"))).toEqual([
    [
      "constructor",
      "ada@northwind.example",
      "view",
      PROTO,
      "west",
      "constructor",
      "",
      "set",
      "",
      "",
      "values",
      "",
      "",
    ],
    [
      "constructor",
      "ada@northwind.example",
      "view",
      CONSTRUCTOR,
      "west",
      "constructor",
      "",
      "set",
      "",
      "",
      "values",
      "",
      "",
    ],
  ]);
});

it("asks a grant of such an attribute with the values that people have", async () => {
  const { folder, run } = await openWorld();
  await folder.write("orgform.yaml", FILE);
  await mkdir(folder.path("model"));
  await folder.write("model/m.yml", MODEL);
  await folder.write("model/orders.yml", VIEW);
  for (const object of ["field:orders.id", "field:orders.total"]) {
    const answer = await run("who", object, "--format", "json");
    const people = JSON.parse(answer.stdout).people.map(({ member, open }: never) => [member, open]);
    expect(people).toEqual([
      ["ada@northwind.example", false],
      ["admin@northwind.example", false],
      ["bob@northwind.example", true],
    ]);
  }
});

it("applies in such a workspace, and shows it by the receipt", async () => {
  const { folder, run } = await openWorld();
  await folder.write("orgform.yaml", FILE.replace("data_model: model\n", ""));
  expect(await run("apply", "--auto-approve")).toMatchObject({ exitCode: 0 });
  const [receipt = ""] = readdirSync(folder.path(".orgform/receipts"));
  const shown = await run("show", `.orgform/receipts/${receipt}`);
  expect(shown).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("+1 ~0 -0") });
});

it.each(NAMES)("has no help on %s, and says so", async (name) => {
  const { run } = await openWorld();
  const { stderr, exitCode } = await run("help", name);
  expect(stderr).toMatch(/^Error: There is no help on /);
  expect(exitCode).toBe(1);
});

it("takes a file with any ending for what it is, and any name of a variable for a name", async () => {
  const { folder, run } = await openWorld();
  await folder.write("orgform.yaml", FILE.replace("data_model: model\n", ""));
  expect(await run("plan", "--out", "plan.constructor")).toMatchObject({ exitCode: 0 });
  const unknown = await run("validate", "--var", "__proto__=1");
  expect(unknown.stderr + unknown.stdout).toContain('No variable "__proto__" is declared');
});
