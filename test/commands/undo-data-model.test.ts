import { mkdir, rm } from "node:fs/promises";
import { expect, it, onTestFinished } from "vitest";
import { openSandbox } from "../support/open-sandbox.js";
import { orgform } from "../support/run-in-process.js";
import { openFolder } from "./folder.js";

const file = (department: string, more = "") => `version: 1
organization: {id: org_northwind}
data_model: model
workspaces:
  prod:
    attributes: {department: {data_type: string}}
    groups:
      All Users: {values: {department: none}}
      Staff: {precedence: 5, values: {department: ${department}}, members: [ada@northwind.example]}
${more}`;

const EXPECT = `expect:
  - {workspace: prod, data: ["field:orders.cost"], only_groups: [Board]}
`;

const MODEL = `type: model
name: m
connection: c
access_grants:
  - {name: finance, user_attribute: department, allowed_values: [finance]}
`;
const VIEW = `type: view
name: orders
model_name: m
sql_table_name: t
fields:
  - {name: id, field_type: dimension, type: string, sql: "\${TABLE}.id", primary_key: yes}
  - {name: cost, field_type: dimension, type: number, sql: "\${TABLE}.cost", required_access_grants: [finance]}
`;

/** An organization in which a run has taken a field of the data model from somebody. */
async function afterApply() {
  const sandbox = openSandbox({
    seed: {
      organization: { id: "org_northwind", name: "Northwind" },
      workspaces: [
        {
          name: "prod",
          definitions: [{ name: "department", data_type: "string" }],
          all_users: { values: { department: "none" } },
          groups: [
            { name: "Board", precedence: 9 },
            {
              name: "Staff",
              precedence: 5,
              members: ["ada@northwind.example"],
              values: { department: "finance" },
            },
          ],
          members: [{ email: "ada@northwind.example", role: "view" }],
        },
      ],
    },
  });
  onTestFinished(() => sandbox.close());
  const folder = await openFolder();
  const cwd = folder.path(".");
  await mkdir(folder.path("model"));
  await folder.write("model/m.yml", MODEL);
  await folder.write("model/orders.yml", VIEW);
  await folder.write("orgform.yaml", file("sales"));
  const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
  const run = (...args: readonly string[]) => orgform(args, { cwd, env });
  const apply = await run("apply", "--auto-approve");
  expect(apply.stdout).toContain("no longer sees 1 field (orders.cost)");
  expect(apply.exitCode).toBe(0);
  return { folder, run };
}

it("shows which objects of the data model an undo gives back, and approves them with it", async () => {
  const { run } = await afterApply();
  const { stdout, exitCode } = await run("undo", "--dry-run");
  expect(exitCode).toBe(0);
  expect(stdout).toContain("sees 1 more field (orders.cost)");
  const json = JSON.parse((await run("undo", "--dry-run", "--format", "json")).stdout);
  expect(json.people).toMatchObject([{ member: "ada@northwind.example", verdict: "widened" }]);
});

it("refuses an undo after which somebody reaches what the file expects to be kept from them", async () => {
  const { folder, run } = await afterApply();
  await folder.write("orgform.yaml", file("sales", EXPECT));
  const { stdout, stderr, exitCode } = await run("undo", "--auto-approve");
  expect(stdout + stderr).toContain("orders.cost");
  expect(exitCode).toBe(3);
});

it("takes back without the data model where no rule asks it, and says so", async () => {
  const { folder, run } = await afterApply();
  await rm(folder.path("model"), { recursive: true });
  const { stdout, stderr, exitCode } = await run("undo", "--dry-run");
  expect(stderr).toMatch(/Without the data model, this plan shows values only: /);
  expect(stdout).toContain("sales → finance");
  expect(exitCode).toBe(0);
  await folder.write("orgform.yaml", file("sales", EXPECT));
  expect((await run("undo", "--dry-run")).exitCode).toBe(1);
});
