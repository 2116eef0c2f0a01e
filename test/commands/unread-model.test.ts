import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { execa } from "execa";
import { expect, it, onTestFinished } from "vitest";
import type { SandboxSeed } from "../../src/sandbox/start-sandbox.js";
import { orgform } from "../support/run-in-process.js";
import { openNorthwind } from "./northwind.js";

const WORLD = {
  workspaces: [
    {
      id: "ws_prod",
      name: "prod",
      definitions: [{ name: "region", data_type: "string" }],
      all_users: { values: { region: "none" } },
      groups: [{ name: "Sales", precedence: 1, values: { region: "west" }, members: ["ada@x.example"] }],
      members: [{ email: "ada@x.example", role: "view" }],
    },
  ],
} as const satisfies SandboxSeed;

const FILE = `version: 1
organization: {id: org_northwind}
data_model: model
workspaces: {prod: {groups: {Sales: {members: [ada@x.example, new@x.example]}}, members: {new@x.example: {role: view}}}}
expect: [{workspace: prod, data: ["view:pay", "field:pay.*"], only_groups: [Sales]}]
`;

const PROJECT = "model-paths: [models]\nview-paths: [views]\n";
const GRANT =
  "type: model\nname: m\nconnection: c\naccess_grants: [{name: hr, user_attribute: region, allowed_values: [hr]}]\n";
const viewWith = (more: string) =>
  `type: view\nname: pay\nmodel_name: m\nsql_table_name: pay\n${more}fields: [{name: f, field_type: dimension, sql: f}]\n`;
const PAY = viewWith("# x\r\n");
const CUT = viewWith("required_access_grants: [hr] # x\rfields:\n");

type Files = Readonly<Record<string, string>>;

/** The files of a model that is not read completely, in three ways. */
const UNREAD: readonly (readonly [string, Files])[] = [
  ["a line that ends in another way", { "models/m.yml": GRANT, "views/pay.yml": CUT }],
  [
    "a dbt project",
    {
      "zenlytic_project.yml": `${PROJECT}mode: metricflow\n`,
      "dbt_project.yml": "name: d",
      "models/m.yml": GRANT,
    },
  ],
  [
    "folders that are misspelt",
    { "zenlytic_project.yml": "model-paths: [modles]\nview-paths: [veiws]\n", "models/m.yml": GRANT },
  ],
  ["a link that leads out", { "models/m.yml": GRANT, "views/pay.yml": "LINK" }],
];

async function open() {
  const cwd = await mkdtemp(join(tmpdir(), "orgform-"));
  onTestFinished(() => rm(cwd, { recursive: true }));
  const write = async (name: string, text: string) => {
    const path = join(cwd, name);
    await mkdir(dirname(path), { recursive: true });
    await (text === "LINK" ? symlink(join(cwd, "outside.yml"), path) : writeFile(path, text));
  };
  await write("outside.yml", PAY);
  await write("orgform.yaml", FILE);
  const sandbox = await openNorthwind(WORLD);
  const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
  return {
    git: (...args: string[]) =>
      execa("git", ["-c", "user.name=Ada", "-c", "user.email=ada@northwind.example", ...args], { cwd }),
    run: (...args: string[]) => orgform(args, { cwd, env }),
    model: async (folder: string, files: Files) => {
      for (const [name, text] of Object.entries(files)) await write(join(folder, name), text);
    },
  };
}

it.each(UNREAD)("is certain of nobody where a part of the data model is not read: %s", async (_, files) => {
  const { run, model } = await open();
  await model("model", files);
  const plan = await run("plan");
  expect(plan.exitCode).toBe(3);
  expect(plan.stdout).toContain("could not be decided: the data model cannot be read completely");
  expect(plan.stdout).toContain("what cannot be read of the data model (unclear)");
  expect(plan.stdout).not.toContain("certainly");
  expect((await run("drift")).exitCode).toBe(3);
  const told = expect.stringContaining("Answers that depend on it are unclear.");
  const person = await run("who", "ada@x.example");
  expect([person.stdout, person.stderr]).toEqual([
    expect.stringMatching(/unclear: .*what cannot be read of the data model/),
    told,
  ]);
  expect(await run("who", "view:pay")).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining(
      "It is unclear who reaches view:pay: the data model cannot be read completely",
    ),
  });
  const asked = await run("who", "model:m");
  expect(asked.stdout + asked.stderr).toContain("cannot be read completely");
  const review = await run("review", "--out", "q");
  expect([review.exitCode, review.stderr]).toEqual([0, told]);
});

it.each(UNREAD)(
  "is certain of no change to a data model that is not read completely: %s",
  async (_, files) => {
    const { run, model } = await open();
    await model("model", files);
    await model("other", { ...files, "models/m.yml": GRANT.replace("[hr]", "[hr, west]") });
    const compared = await run(
      "compare",
      "live",
      "live",
      "--model-from",
      "model",
      "--model-to",
      "other",
      "--fail-on",
      "widened",
    );
    expect(compared.exitCode).toBe(3);
    expect(compared.stdout).toContain("1 person may see more or less.");
    for (const name of ["model", "other"])
      expect(compared.stderr).toContain(`The data model ${name} cannot be understood in 1 place`);
    const same = await run("compare", "live", "live");
    expect([same.exitCode, same.stdout]).toEqual([0, expect.stringContaining("nobody changes")]);
    expect(same.stderr).toContain("The data model model cannot be understood in 1 place");
  },
);

it("names a part of a revision that is not read by the revision and the folder there", async () => {
  const { run, model, git } = await open();
  await model("model", { "models/m.yml": GRANT, "views/pay.yml": "LINK" });
  await git("init", "-q", "-b", "main");
  await git("add", ".");
  await git("commit", "-qm", "first");
  const { stderr, exitCode } = await run(
    "compare",
    "live",
    "live",
    "--model-from",
    "main",
    "--model-to",
    "model",
  );
  expect(exitCode).toBe(0);
  expect(stderr).toContain(
    'The data model main cannot be understood in 1 place: "main:model/views/pay.yml" is a link',
  );
});
