import { mkdir } from "node:fs/promises";
import { beforeEach, expect, it } from "vitest";
import type { PlanDocument } from "../../src/model/plan/plan.js";
import { openSandbox } from "../support/open-sandbox.js";
import { orgform } from "../support/run-in-process.js";
import { openFolder } from "./folder.js";

/** A guarded field is reached by the columns of fields without its grant: every question and every rule says so. */

const [ADA, REX] = ["ada@n.example", "rex@n.example"] as const;

const HR =
  "type: model\nname: hr\nconnection: c\naccess_grants: [{name: pay, user_attribute: team, allowed_values: [finance]}]\n";
const SALARY =
  "{name: salary, field_type: dimension, type: number, sql: '$TABLE.salary', required_access_grants: [pay]}";
const viewOf = (name: string, ...fields: readonly string[]) =>
  `type: view\nname: ${name}\nmodel_name: hr\nsql_table_name: HR.Staff\nfields:\n${fields
    .map((field) => `  - ${field}\n`)
    .join("")}`.replaceAll("$TABLE", "${" + "TABLE}");
const CITY = "{name: city, field_type: dimension, type: string, sql: '$TABLE.city'}";
const TOTAL = "{name: total, field_type: measure, type: sum, sql: '$TABLE.salary'}";
const guarded = viewOf("staff", SALARY, CITY);

const seed = {
  organization: { id: "org_n", name: "N" },
  users: [{ email: "nora@n.example", organization_admin: true }],
  workspaces: [
    {
      name: "prod",
      definitions: [{ name: "team", data_type: "string" as const, label: "Team" }],
      all_users: { values: { team: "sales" } },
      members: [
        { email: ADA, role: "explore" },
        { email: REX, role: "restricted" },
      ],
    },
  ],
};

let folder: Awaited<ReturnType<typeof openFolder>>;
let sandbox: ReturnType<typeof openSandbox>;

async function writeModel(at: string, views: Readonly<Record<string, string>>) {
  await mkdir(folder.path(at), { recursive: true });
  for (const [name, text] of Object.entries({ hr: HR, ...views }))
    await folder.write(`${at}/${name}.yml`, text);
}

const fileOf = (model: string, more = "") =>
  `version: 1\norganization: {id: org_n}\ndata_model: ${model}\n${more}\nworkspaces:\n  prod: {attributes: {team: {data_type: string, label: Team}}}\n`;

beforeEach(async () => {
  folder = await openFolder();
  sandbox = openSandbox({ seed });
  await writeModel("before", { staff: guarded });
  await writeModel("after", { staff: viewOf("staff", SALARY, CITY, TOTAL) });
});

async function run(...command: readonly string[]) {
  const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
  return await orgform(command, { cwd: folder.path(""), env });
}

it.each([
  ["a measure over it", { staff: viewOf("staff", SALARY, CITY, TOTAL) }, "field:staff.total"],
  [
    "a dimension through the field",
    {
      staff: viewOf(
        "staff",
        SALARY,
        CITY,
        "{name: band, field_type: dimension, type: string, sql: 'f($salary)'}",
      ).replace("$salary", "${" + "salary}"),
    },
    "field:staff.band",
  ],
  [
    "another view of the same table",
    {
      staff: guarded,
      people: viewOf(
        "people",
        "{name: pay, field_type: dimension, type: number, sql: '$TABLE.\"SALARY\"'}",
      ).replace("HR.Staff", "hr.staff"),
    },
    "field:people.pay",
  ],
])("a pull request to the model gives a guarded column away: %s", async (_, views, through) => {
  await folder.write("orgform.yaml", fileOf("before"));
  await writeModel("now", views);
  const points = ["compare", "live", "live", "--model-from", "before", "--model-to", "now"];
  const { stdout, exitCode } = await run(...points, "--format", "json", "--fail-on", "widened");
  expect(exitCode).toBe(3);
  const { people } = JSON.parse(stdout) as Pick<PlanDocument, "people">;
  const ada = people.find(({ member }) => member === ADA);
  expect(ada?.verdict).toBe("widened");
  expect(ada?.data?.gained).toContainEqual({
    object: "field:staff.salary",
    by: "column",
    through: [through],
  });
  const rex = people.find(({ member }) => member === REX);
  expect(JSON.stringify(rex?.data?.gained)).not.toContain("salary");
  expect((await run(...points)).stdout).toContain("by column through the field");
});

it("gives it away by an alias of the view", async () => {
  const joined = viewOf("staff", SALARY, CITY)
    .replace(
      "sql_table_name",
      "identifiers: [{name: boss, type: primary, sql: '$ID', join_as: boss}]\nsql_table_name",
    )
    .replace("$ID", "${" + "city}");
  await folder.write("orgform.yaml", fileOf("before"));
  await writeModel("now", { staff: joined, extra: viewOf("extra", TOTAL) });
  const { stdout } = await run(
    "compare",
    "live",
    "live",
    "--model-from",
    "before",
    "--model-to",
    "now",
    "--format",
    "json",
  );
  const { people } = JSON.parse(stdout) as Pick<PlanDocument, "people">;
  const gained = people.find(({ member }) => member === ADA)?.data?.gained ?? [];
  for (const object of ["field:staff.salary", "field:boss.salary"])
    expect(gained).toContainEqual({ object, by: "column", through: ["field:extra.total"] });
});

it("is an answer of who, about the object and about the person", async () => {
  await folder.write("orgform.yaml", fileOf("after", "unlimited_roles: []"));
  const asked = await run("who", "field:staff.salary", "--format", "json");
  const { people } = JSON.parse(asked.stdout) as { people: readonly unknown[] };
  expect(people).toMatchObject(
    [ADA, "nora@n.example"].map((member) => ({
      member,
      by: "column",
      through: ["field:staff.total"],
      reaches: "yes",
    })),
  );
  expect((await run("who", "field:staff.salary")).stdout).toContain("By column: they reach fields");
  const hiddenOf = async (email: string) => {
    const { stdout } = await run("who", email, "--format", "json");
    const { data } = JSON.parse(stdout) as {
      data: { live: { hidden: { object: string; through?: string[] }[] } }[];
    };
    return data[0]?.live.hidden.find(({ object }) => object === "field:staff.salary");
  };
  expect((await hiddenOf(ADA))?.through).toEqual(["field:staff.total"]);
  expect(await hiddenOf(REX)).toBeDefined();
  expect((await hiddenOf(REX))?.through).toBeUndefined();
  expect((await run("who", ADA)).stdout).toContain("reached by column through the field staff.total");
});

it("counts for expectations", async () => {
  const rules = (model: string) =>
    fileOf(
      model,
      'unlimited_roles: []\nexpect: [{workspace: prod, data: ["field:staff.salary"], only_groups: []}]',
    );
  const outcome = async (file: string) => {
    await folder.write("orgform.yaml", file);
    return await run("plan");
  };
  expect((await outcome(rules("before"))).exitCode).toBe(0);
  const { stdout, exitCode } = await outcome(rules("after"));
  expect(exitCode).toBe(3);
  expect(stdout).toContain("by column, through field:staff.total");
  expect(stdout).not.toContain(REX);
});

it("is told to who signs a review, and is no hidden field there", async () => {
  await folder.write("orgform.yaml", fileOf("after"));
  await run("review", "--out", "rev");
  const rows = (await folder.read("rev.csv")).split("\n");
  const rowOf = (email: string) => rows.find((row) => row.includes(`"${email}"`)) ?? "";
  expect(rowOf(ADA)).toContain("by column field:staff.salary");
  expect(rowOf(ADA)).not.toContain("hidden field:staff.salary");
  expect(rowOf(REX)).toContain("hidden field:staff.salary");
});
