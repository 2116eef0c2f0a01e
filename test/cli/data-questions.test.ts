import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { SandboxInProcess } from "../../src/sandbox/start-sandbox.js";
import { openSandbox } from "../support/open-sandbox.js";
import { orgform } from "../support/run-in-process.js";

const cwd = fileURLToPath(new URL("../../examples/data-model", import.meta.url));
let sandbox: SandboxInProcess;
beforeAll(async () => {
  sandbox = openSandbox({ seed: JSON.parse(readFileSync(`${cwd}/organization.json`, "utf8")) });
});
afterAll(() => sandbox.close());

const run = (...words: string[]) =>
  orgform(words, { cwd, env: { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token } });

it("says who has a value, who has none, and who reaches an object", async () => {
  const members = async (...words: string[]) => {
    const { stdout } = await run("who", ...words, "--format", "json");
    const { people } = JSON.parse(stdout) as { people: { member: string; open: boolean; reaches: string }[] };
    return people.map(
      ({ member, open, reaches }) => `${member.split("@")[0]} ${reaches}${open ? " open" : ""}`,
    );
  };
  expect(await members("region=west")).toEqual(["ada yes", "bob yes", "cleo yes open", "grace yes open"]);
  expect(await members("region=")).toEqual(["cleo yes open", "grace yes open"]);
  // Values do not limit grace, who is an admin.
  expect(await members("field:orders.margin")).toEqual(["grace yes"]);
  expect(await members("field:orders.margin", "--planned")).toEqual(["ada yes", "grace yes"]);
  expect(await members("territory=west", "field:orders.margin", "--planned")).toEqual([
    "ada yes",
    "grace yes",
  ]);
  expect((await run("who", "ada@northwind.example", "region=west")).stderr).toContain("question of its own");
  expect(await members("view:orders_east", "--planned")).toEqual(["bob unclear", "grace yes"]);
  expect(await members("field:employees.salary")).toEqual([
    "ada yes open",
    "bob yes open",
    "cleo yes",
    "grace yes",
  ]);
});

it("has an exit code for somebody, and says what it does not know", async () => {
  expect((await run("who", "region=west", "--detailed-exitcode")).exitCode).toBe(2);
  // Who has no value sees it all the same.
  expect((await run("who", "region=nowhere", "--detailed-exitcode")).exitCode).toBe(2);
  expect((await run("who", "territory=", "--planned", "--detailed-exitcode")).exitCode).toBe(0);
  expect((await run("who", "field:orders.magrin")).stderr).toContain("Did you mean field:orders.margin?");
  expect((await run("who", "regoin=west")).stderr).toContain("unknown-attribute");
  expect((await run("who", "west")).stderr).toMatch(
    /orgform who region=west\n +orgform who territory=west\n/,
  );
});

it.each([
  [
    "region=west field:orders.margin",
    'Rows of view:orders are not filtered by "region"',
    'filtered by "territory"',
  ],
  ["region=west,east", '"west,east" has several entries', "orgform who region=west"],
])("refuses what has no answer: %s", async (words, says, help) => {
  const { exitCode, stderr } = await run("who", ...words.split(" "));
  expect(exitCode).toBe(1);
  expect(stderr).toContain(says);
  expect(stderr).toContain(help);
});

it("answers by the address that the product fills in", async () => {
  const { stdout } = await run("who", "email=ada@northwind.example", "--format", "json");
  const { people } = JSON.parse(stdout);
  expect(people).toMatchObject([
    {
      member: "ada@northwind.example",
      by: "value",
      values: [{ attribute: "email", value: "ada@northwind.example", source: { kind: "own" } }],
    },
    { member: "grace@northwind.example", by: "role" },
  ]);
  expect((await run("who", "email")).stdout).toContain("grace@northwind.example");
  expect((await run("who", "email=adda@northwind.example")).stderr).toContain(
    'Did you mean "ada@northwind.example"?',
  );
});

it("lists names as they are in CSV", async () => {
  const { stdout } = await run("who", "region=west", "--format", "csv");
  expect(stdout.split("\r\n")[1]).toBe(
    '"northwind-prod","ada@northwind.example","explore","region","west","Sales West","sees_west","set","","","values","value",""',
  );
});

it("explains what is hidden and which rows are left", async () => {
  const { stdout } = await run("who", "ada@northwind.example", "--format", "json");
  const { data } = JSON.parse(stdout);
  expect(data).toHaveLength(1);
  expect(data[0].live.hidden).toContainEqual({
    object: "field:orders.margin",
    grant: "sees_margin",
    attribute: "detail",
    value: "summary",
  });
  expect(data[0].planned.reached).toContain("field:orders.margin");
  expect(data[0].planned.rows).toEqual([
    {
      place: "view:orders",
      field: "orders.territory",
      attribute: "territory",
      value: "west, east",
      meaning: "these",
      entries: ["west", "east"],
    },
  ]);
  const text = await run("who", "ada@northwind.example");
  expect(text.stdout).toContain("hidden: the field orders.margin (grant sees_margin, detail is summary)");
});

it.each([
  ["salary", "field:employees.salary"],
  ["employees.salary", "field:employees.salary"],
  ["field:Employees.SALARY", "field:employees.salary"],
  ["orders_east", "view:orders_east"],
  ["Account Managers", "group:Account Managers"],
  ["ada", "ada@northwind.example"],
])("finds what is called %s", async (word, meant) => {
  const { stdout } = await run("who", word, "--format", "json");
  expect(JSON.parse(stdout).what).toBe(meant);
});
