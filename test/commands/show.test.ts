import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { withoutBreaks } from "../support/plan-formats.js";
import { orgform } from "../support/run-in-process.js";
import { openFolder } from "./folder.js";

const CASES = new URL("../cases/", import.meta.url);
const cases = readdirSync(CASES, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);
const textOf = (name: string, file: string): string =>
  readFileSync(new URL(`${name}/${file}`, CASES), "utf8");

it.each(cases)("prints a saved plan as plan printed it: %s", async (name) => {
  const folder = await openFolder();
  await folder.write("plan.json", textOf(name, "expected-plan.json"));
  const shown = await orgform(["show", "plan.json"], { cwd: folder.path("") });
  expect(shown.stdout).toBe(textOf(name, "expected-plan.txt"));
  expect(shown.exitCode).toBe(0);
  const json = await orgform(["show", "plan.json", "--format", "json"], { cwd: folder.path("") });
  expect(JSON.parse(json.stdout)).toEqual(JSON.parse(textOf(name, "expected-plan.json")));
});

const FILE = `version: 1
organization: {id: org_northwind}
workspaces:
  prod:
    attributes: {region: {data_type: string}}
    groups: {Sales: {precedence: 1, values: {region: west}}}
`;

/** A folder with what the commands leave: a plan, the JSON of a drift and of an apply, and a receipt. */
async function start() {
  const folder = await openFolder();
  await folder.write("orgform.yaml", FILE);
  const run = (...args: string[]) => orgform(args, { cwd: folder.path("") });
  const sandbox = ["--sandbox", "org.json"];
  await run("plan", "--out", "plan.json", ...sandbox);
  await folder.write("drift.json", (await run("drift", "--format", "json", ...sandbox)).stdout);
  const applied = await run(
    "apply",
    ...sandbox,
    "--auto-approve",
    "--receipt",
    "run.jsonl",
    "--format",
    "json",
  );
  await folder.write("apply.jsonl", applied.stdout);
  await folder.write("failed.json", (await run("plan", "-f", "nope.yaml", "--format", "json")).stdout);
  return { run, folder };
}

it("prints what a saved plan says of its sandbox without what would steer a terminal", async () => {
  const { run, folder } = await start();
  const plan = JSON.parse(await folder.read("plan.json"));
  plan.made.sandbox = "\u001b[31mred\nError: no";
  await folder.write("plan.json", JSON.stringify(plan));
  for (const format of ["text", "markdown", "html"]) {
    const { printed } = await run("show", "plan.json", "--format", format);
    expect(printed).toContain("red");
    expect(printed).not.toContain("\u001b");
    expect(printed).not.toMatch(/^Error: no/m);
  }
});

it("shows every kind of file in the forms that its command has", async () => {
  const { run } = await start();
  const show = async (...words: string[]) => {
    const { stdout, stderr, exitCode } = await run("show", ...words);
    expect(exitCode, words.join(" ")).toBe(0);
    // A plan that was saved in a sandbox says so, as it did when it was made.
    expect(stderr.replace("This ran in the sandbox org.json, and not in the service.\n", "")).toBe("");
    return stdout;
  };
  expect(await show("plan.json")).toContain("Plan: 4 to add");
  expect(await show("plan.json", "--format", "markdown")).toMatch(/^<!-- orgform:plan /);
  expect(await show("plan.json", "--format", "html")).toMatch(/^<!doctype html>/i);
  expect(JSON.parse(await show("plan.json", "--format", "sarif")).version).toBe("2.1.0");
  expect(await show("drift.json", "--format", "html")).toContain("prod");
  expect(await show("drift.json")).toContain("Drift: access is what is live beside what the file says");
  expect(await show("run.jsonl")).toContain("+ prod/groups/Sales");
  expect(JSON.parse(await show("run.jsonl", "--format", "json")).runs[0].about.changes).toHaveLength(4);
  expect(await show("run.jsonl", "--format", "csv")).toMatch(/^"address"/);
  expect(await show("run.jsonl", "--format", "markdown")).toContain("| When |");
  expect(await show("apply.jsonl")).toContain("Apply complete. Changes: 4 added");
  const events = (await show("apply.jsonl", "--format", "json")).trimEnd().split("\n");
  expect(JSON.parse(events.at(-1) ?? "")).toMatchObject({ type: "apply_summary", outcome: "ok" });
  expect(await show("failed.json")).toContain("nope.yaml");
});

it("has every value before in each form of a receipt, also of what went with another deletion", async () => {
  const { run, folder } = await start();
  await folder.write(
    "orgform.yaml",
    FILE.replace("{precedence: 1, values: {region: west}}", "{state: absent}"),
  );
  const allow = ["--allow", "all-groups=prod"];
  const applied = await run(
    "apply",
    "--sandbox",
    "org.json",
    "--auto-approve",
    ...allow,
    "--receipt",
    "gone.jsonl",
  );
  expect(applied.stdout).toContain("`orgform show RECEIPT` has every value before");
  const show = async (format: string) =>
    withoutBreaks((await run("show", "gone.jsonl", "--format", format)).stdout);
  const [group, value] = [
    "- prod/groups/Sales  precedence 1",
    "- prod/groups/Sales/values/region  west  (goes with prod/groups/Sales)",
  ];
  for (const format of ["text", "markdown", "html"])
    for (const part of [group, value].flatMap((line) => (format === "html" ? line.split("  ") : line)))
      expect(await show(format), format).toContain(part);
  expect(JSON.parse(await show("json")).runs[0].about.changes).toMatchObject([
    { action: "delete", before: { name: "Sales", precedence: 1 }, after: null },
    { action: "delete", before: { value: "west" }, after: null, implied_by: "prod/groups/Sales" },
  ]);
});

it("names the moment and the file of a saved plan, and none that it does not know", async () => {
  const { run, folder } = await start();
  const { made, ...plan } = JSON.parse(await folder.read("plan.json"));
  expect(made).toMatchObject({ files: ["orgform.yaml"], options: {} });
  await folder.write("old.json", JSON.stringify(plan));
  const shown = async (file: string, format: string) => (await run("show", file, "--format", format)).stdout;
  expect(await shown("plan.json", "markdown")).toContain(", read 2026-03-31 12:00 UTC");
  expect(await shown("plan.json", "html")).toMatch(/2026-03-31 12:00 UTC[\s\S]*orgform\.yaml/);
  expect(await shown("old.json", "markdown")).not.toContain(", read ");
  expect(await shown("old.json", "html")).not.toMatch(/<dt>Read<|Read at/);
});

it.each([
  [["nope.json"], "There is no file nope.json"],
  [["orgform.yaml"], "`orgform plan -f orgform.yaml`"],
  [["org.json"], "`show` cannot read org.json"],
  [["snapshot.json"], "`orgform who --live snapshot.json`"],
  [["half.jsonl"], "`show` cannot read half.jsonl"],
  [["plan.json", "--format", "csv"], "A plan cannot be shown as csv"],
  [["run.jsonl", "--format", "sarif"], "A receipt cannot be shown as sarif"],
  [["apply.jsonl", "--format", "html"], "The JSON of an apply cannot be shown as html"],
])("says of %j what is wrong", async (words, says) => {
  const { run, folder } = await start();
  await run("snapshot", "--sandbox", "org.json", "--out", "snapshot.json");
  await folder.write("half.jsonl", (await folder.read("apply.jsonl")).slice(0, -20));
  const { stdout, stderr, exitCode } = await run("show", ...words);
  expect(exitCode).toBe(1);
  // In a form for programs the failure is a document.
  expect(stderr + stdout).toContain(says);
});

it("shows every error of a failure with --full, as its command did", async () => {
  const { run, folder } = await start();
  const groups = "{Sales: {precedence: 0}, Other: {precedence: 0}, Third: {precedence: 0}}";
  await folder.write("orgform.yaml", FILE.replace(/groups: .*/, `groups: ${groups}`));
  await folder.write("failed.json", (await run("plan", "--format", "json")).stdout);
  const errorsOf = async (...words: string[]) =>
    (await run("show", "failed.json", ...words)).stdout.match(/^Error: /gm)?.length;
  expect(await errorsOf()).toBe(1);
  expect(await errorsOf("--full")).toBe(3);
});
