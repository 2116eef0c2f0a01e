import { expect, it } from "vitest";
import type { PlanDocument } from "../../src/model/generated/documents.js";
import { orgform } from "../support/run-in-process.js";
import { openFolder } from "./folder.js";
import { openRepository } from "./repository.js";

/** What is not known, or said otherwise by an edit, counts as the worst case. */

const [ADA, BOB, EVE] = ["ada", "bob", "eve"].map((name) => `${name}@northwind.example`);
const region = { name: "region", data_type: "string" };
const workspaceOf = (name: string, west: string) => ({
  name,
  definitions: [region],
  all_users: { values: { region: "none" } },
  groups: [{ name: "West", precedence: 1, members: [ADA], values: { region: west } }],
  members: [ADA, BOB].map((email) => ({ email, role: "explore" })),
});
const fileOf = (workspaces: Readonly<Record<string, string>>, more = "", members = "") =>
  `version: 1\norganization: {id: org_northwind}\n${more}workspaces:\n${Object.entries(workspaces)
    .map(
      ([name, west]) => `  ${name}:
    attributes: {region: {data_type: string, deny: none}}
    groups:
      All Users: {values: {region: none}}
      West: {precedence: 1, values: {region: "${west}"}, members: [${ADA}]}
    members: {${members}}
`,
    )
    .join("")}`;

async function start(file: string, live: readonly object[]) {
  const folder = await openFolder();
  await folder.write("orgform.yaml", file);
  await folder.write("live.json", JSON.stringify({ workspaces: live }));
  return async (...args: string[]) =>
    await orgform([...args, "--live", "live.json"], { cwd: folder.path("") });
}

it("knows who is an organization admin by every roster, also of workspaces that nobody asks about", async () => {
  const other = { name: "other", members: [{ email: BOB, role: "organization_admin" }] };
  const live = [workspaceOf("prod", "west"), workspaceOf("lab", "west"), other];
  const run = await start(fileOf({ prod: "west", lab: "west" }), live);
  for (const words of [["region=west"], ["region=west", "--planned"], ["--open"]]) {
    const { stdout } = await run("who", ...words, "--workspace", "prod", "--format", "json");
    const bob = JSON.parse(stdout).people.find(({ member }: { member: string }) => member === BOB);
    expect(bob).toMatchObject({ everywhere: "organization_admin", by: "role" });
  }
  expect((await run("who", BOB as string, "--workspace", "lab")).stdout).toContain("sees everything");
});

it("counts a person who gains for certain in one workspace as that, whatever is unclear in another", async () => {
  const live = ["prod", "lab"].map((name) => workspaceOf(name, "west"));
  const run = await start(fileOf({ prod: "west, east", lab: "we%" }), live);
  expect((await run("plan")).stdout).toContain("Access: 1 person changes: 1 sees more.");
});

it("answers who sees a value that others exclude", async () => {
  const run = await start(fileOf({ prod: "-west" }), [workspaceOf("prod", "-west")]);
  const { exitCode, stdout } = await run("who", "region=west");
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining("region=west: 1 person: 1 by role")]);
});

it.each([
  ["guards everything in it", "data_model: model\n", { "model/m.yml": "required_access_grants: [g]\n" }],
  ["drops it", "", {}],
])("does not call somebody's arrival nothing by a model that the edit %s", async (_, named, more) => {
  const grant = "access_grants: [{name: g, user_attribute: region, allowed_values: [west]}]";
  const model = `type: model\nname: m\nconnection: c\n${grant}\n`;
  const field = "{name: a, field_type: dimension, type: string, sql: a}";
  const view = `type: view\nname: o\nmodel_name: m\nsql_table_name: o\nfields: [${field}]\n`;
  const limits = "limits: {access: {widened: 0}}\n";
  const at = (data: string, members = "") => fileOf({ prod: "west" }, data + limits, members);
  const repository = await openRepository({
    "model/m.yml": model,
    "model/o.yml": view,
    "orgform.yaml": at("data_model: model\n"),
    "live.json": JSON.stringify({ workspaces: [workspaceOf("prod", "west")] }),
  });
  const edited = Object.entries(more).map(([name, text]) => [name, model + text] as const);
  await repository.write({
    ...Object.fromEntries(edited),
    "orgform.yaml": at(named, `${EVE}: {role: explore}`),
  });
  const plan = async (base: string): Promise<PlanDocument> =>
    JSON.parse(
      (await repository.run(["plan", "--live", "live.json", "--format", "json", "--base", base])).stdout,
    );
  const { outcome, guards, arrivals, rules_changed } = await plan("HEAD");
  expect([outcome, guards.map(({ name }) => name), rules_changed.length]).toEqual([
    "refused",
    ["access.widened"],
    1,
  ]);
  expect(arrivals).toEqual([expect.not.objectContaining({ data: expect.anything() })]);
});
