import { expect, it } from "vitest";
import { orgform } from "../support/run-in-process.js";
import { openFolder } from "./folder.js";
import { gitIn } from "./repository.js";

const FIRST = `version: 1
organization: {id: org_northwind}
workspaces:
  prod:
    attributes: {region: {data_type: string, deny: none}}
    groups:
      All Users: {values: {region: none}}
`;
const FILE = `${FIRST}      A: {precedence: 10, values: {region: west}, members: [admin@northwind.example]}
      B: {precedence: 20, members: [ada@northwind.example]}
    members: {ada@northwind.example: {role: explore}}
`;

/** A folder with what a plan, an apply and its receipt leave, and what writes a changed one. */
async function start() {
  const folder = await openFolder();
  await folder.write("orgform.yaml", FIRST);
  const run = (...args: string[]) => orgform(args, { cwd: folder.path("") });
  const sandbox = ["--sandbox", "org.json"];
  await run("apply", "--auto-approve", "--no-receipt", ...sandbox);
  await folder.write("orgform.yaml", FILE);
  await run("plan", "--out", "plan.json", ...sandbox);
  const { stdout } = await run(
    ...["apply", "--auto-approve", "--receipt", "run.jsonl", "--format", "json", ...sandbox],
  );
  await folder.write("apply.jsonl", stdout);
  return {
    folder,
    run,
    sandbox,
    plan: JSON.parse(await folder.read("plan.json")),
    linesOf: async (name: string) =>
      (await folder.read(name))
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line)),
  };
}

const DIGEST = "does not hold the plan that its digest is of";
const COUNTS = "does not hold what its summary counts";
const STEPS = "does not hold the changes that its steps write";

type Document = Awaited<ReturnType<typeof start>>["plan"];
const without = (list: readonly { readonly address: string }[], name: string) =>
  list.filter(({ address }) => !address.includes(name));

it.each<[string, string, (plan: Document) => object]>([
  [
    "a change less",
    DIGEST,
    ({ resource_changes, execution_order }) => ({
      resource_changes: without(resource_changes, "/B"),
      execution_order: without(execution_order, "/B"),
    }),
  ],
  ["another digest", DIGEST, () => ({ plan_digest: "0".repeat(64) })],
  ["nobody's access", DIGEST, () => ({ access_changes: [] })],
  ["nobody who arrives", DIGEST, () => ({ arrivals: [] })],
  ["a window more", DIGEST, () => ({ exposure: { verdict: "windows", windows: [] } })],
  ["a step less", STEPS, ({ execution_order }) => ({ execution_order: without(execution_order, "/B") })],
  ["no step", STEPS, () => ({ execution_order: [] })],
  ["other counts", COUNTS, ({ summary }) => ({ summary: { ...summary, create: 99 } })],
  [
    "other people",
    COUNTS,
    ({ summary }) => ({ summary: { ...summary, access: { ...summary.access, opened: 1 } } }),
  ],
  ["fewer e-mails", COUNTS, ({ summary }) => ({ summary: { ...summary, emails: 0 } })],
])("is refused by show as by apply: a plan with %s", async (_, says, change) => {
  const { folder, run, plan, sandbox } = await start();
  await folder.write("less.json", JSON.stringify({ ...plan, ...change(plan) }));
  const applied = await run("apply", "less.json", ...sandbox);
  expect(applied).toMatchObject({ exitCode: 1, stdout: "", stderr: expect.stringContaining(says) });
  for (const format of ["text", "markdown", "html", "json", "sarif", "junit"]) {
    const shown = await run("show", "less.json", "--format", format);
    expect(shown.exitCode, format).toBe(1);
    expect(shown.stdout + shown.stderr, format).toContain(says);
    expect(shown.stdout + shown.stderr, format).not.toContain("--approve");
  }
});

it("tells a plan's own counts, each of them", async () => {
  const { folder, run, plan } = await start();
  const { no_op: _, access, ...counts } = plan.summary;
  const summaries = [
    ...Object.keys(counts).map((key) => ({ ...plan.summary, [key]: counts[key] + 1 })),
    ...Object.keys(access).map((key) => ({ ...plan.summary, access: { ...access, [key]: access[key] + 1 } })),
  ];
  for (const summary of summaries) {
    await folder.write("other.json", JSON.stringify({ ...plan, summary }));
    expect((await run("show", "other.json")).stderr).toContain(COUNTS);
  }
  expect((await run("show", "plan.json")).exitCode).toBe(0);
});

type Line = Readonly<Record<string, unknown>> & { readonly type: string };
const edit =
  (type: string, change: (line: Document) => object) =>
  (lines: readonly Line[]): readonly Line[] =>
    lines.map((line) => (line.type === type ? { ...line, ...change(line) } : line));
const drop = (type: string) => (lines: readonly Line[]) => {
  const at = lines.findIndex((line) => line.type === type);
  return lines.filter((_, i) => i !== at);
};

it.each<[string, (lines: readonly Line[]) => readonly Line[]]>([
  ["fewer changes announced than counted", drop("planned_change")],
  ["more done than there are", edit("apply_summary", ({ steps }) => ({ steps: { ...steps, done: 99 } }))],
  ["other changes", edit("apply_summary", ({ changes }) => ({ changes: { ...changes, delete: 1 } }))],
  ["a write less", drop("apply_complete")],
  [
    "another plan's counts",
    edit("change_summary", ({ summary }) => ({ summary: { ...summary, create: 1 } })),
  ],
  [
    "a write of another address",
    edit("apply_complete", () => ({ address: "prod/groups/Other", kind: "group" })),
  ],
  [
    "a failure that it calls a success",
    (lines) =>
      edit("apply_summary", ({ steps }) => ({ steps: { ...steps, done: steps.done - 1, not_started: 1 } }))(
        drop("apply_complete")(lines),
      ),
  ],
])("refuses events and receipts that do not hold what they say: %s", async (_, change) => {
  const { folder, run, linesOf, sandbox } = await start();
  for (const name of ["apply.jsonl", "run.jsonl"]) {
    const changed = change(await linesOf(name));
    await folder.write(`changed-${name}`, changed.map((line) => `${JSON.stringify(line)}\n`).join(""));
    expect(await run("show", name), name).toMatchObject({ exitCode: 0 });
    const shown = await run("show", `changed-${name}`);
    expect(shown, name).toMatchObject({
      exitCode: 1,
      stdout: "",
      stderr: expect.stringContaining("does not hold"),
    });
  }
  expect(await run("log", "changed-run.jsonl", ...sandbox)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("does not hold"),
  });
});

it.each<[string, (run: Document) => object]>([
  ["a change less", ({ changes }) => ({ changes: changes.slice(1) })],
  ["another digest", () => ({ plan_digest: "0".repeat(64) })],
  ["nobody whose access changes", () => ({ access_changes: [], people: [] })],
  ["nobody who arrives", () => ({ arrivals: [] })],
])("refuses a receipt whose first line is of another run than the rest: %s", async (_, change) => {
  const { folder, run, linesOf } = await start();
  const changed = edit("run", change)(await linesOf("run.jsonl"));
  await folder.write("changed.jsonl", changed.map((line) => `${JSON.stringify(line)}\n`).join(""));
  expect(await run("show", "changed.jsonl")).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("does not hold"),
  });
});

const ADA = "ada@northwind.example";
const REGION = { definitions: [{ name: "region", data_type: "string" }] };
const SEED = {
  workspaces: [
    {
      ...{ name: "prod", ...REGION, all_users: { values: { region: "all" } } },
      groups: [{ name: "K", precedence: 1 }],
      members: [{ email: ADA, role: "explore" }],
    },
    { name: "lab", ...REGION, all_users: { values: { region: "none" } } },
  ],
};
const TOP = "version: 1\norganization: {id: org_northwind}\n";
const K = "K: {precedence: 2}";
const prod = (groups: string, others = "") =>
  `${TOP}workspaces: {prod: {groups: {All Users: {values: {region: all}}, ${groups}}}${others}}\n`;
const modelOf = (allowed: string) =>
  `type: model\nname: m\nconnection: c\naccess_grants: [{name: g, user_attribute: region, allowed_values: [${allowed}]}]\n`;
const PAY =
  'type: view\nname: pay\nmodel_name: m\nsql_table_name: PAY\nrequired_access_grants: [g]\nfields: [{name: a, field_type: dimension, type: string, sql: "a"}]\n';

it.each<[string, string, string, readonly [string, string], object]>([
  [
    "a value that is taken over",
    prod(`K: {precedence: 1}, G: {precedence: 4, values: {region: none}, members: [${ADA}]}`),
    prod(K),
    ["", ""],
    { people: 1, changed: 1 },
  ],
  [
    "an archived workspace",
    prod(K),
    `${TOP}workspaces: {prod: {state: absent}}\n`,
    ["", ""],
    { people: 2, unclear: 2 },
  ],
  [
    "an organization admin who arrives elsewhere",
    prod(K),
    prod(K, `, lab: {members: {${ADA}: {role: organization_admin}}}`),
    ["", ""],
    { arriving: 1 },
  ],
  [
    "an edit of the data model",
    `${prod("K: {precedence: 1}")}data_model: .\n`,
    `${prod(K)}data_model: .\n`,
    ["none", "all"],
    { people: 1, changed: 0 },
  ],
])("bears out a plan, the plan's apply and its receipt: %s", async (_, before, after, models, access) => {
  const folder = await openFolder();
  const git = gitIn(folder.path(""));
  const run = (...args: string[]) => orgform(args, { cwd: folder.path("") });
  await folder.write("org.json", JSON.stringify(SEED));
  await folder.write("zenlytic_project.yml", "name: m\nprofile: m\nmodel-paths: [.]\nview-paths: [.]\n");
  await folder.write("pay.yml", PAY);
  await folder.write("orgform.yaml", before);
  await folder.write("m.yml", modelOf(models[0]));
  await git("init", "--quiet");
  await git("add", ".");
  await git("commit", "--quiet", "--message", "base");
  await folder.write("orgform.yaml", after);
  await folder.write("m.yml", modelOf(models[1]));
  const sandbox = ["--sandbox", "./org.json"];
  await run("plan", "--base", "HEAD", "--allow", "archive=prod", "--out", "plan.json", ...sandbox);
  expect(JSON.parse(await folder.read("plan.json")).summary.access).toMatchObject(access);
  expect(await run("show", "plan.json")).toMatchObject({ exitCode: 0 });
  const applied = await run("apply", "plan.json", "--receipt", "run.jsonl", ...sandbox);
  expect(applied).toMatchObject({ exitCode: 0 });
  expect(await run("show", "run.jsonl")).toMatchObject({ exitCode: 0 });
  expect(await run("log", "run.jsonl", ...sandbox)).toMatchObject({ exitCode: 0 });
});
