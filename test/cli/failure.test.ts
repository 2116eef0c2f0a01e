import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect, it } from "vitest";
import planSchema from "../../schemas/plan.schema.json" with { type: "json" };
import { orgform } from "../support/run-in-process.js";

const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true });
addFormats.default(ajv);
const fitsPlanSchema = ajv.compile(planSchema);

it("puts the JSON of a failure where the product was to go, and tells people why", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "orgform-failure-"));
  try {
    writeFileSync(join(cwd, "orgform.yaml"), "version: 1\n");
    const failed = await orgform(["who", "region=", "--format", "json", "--out", "plan.json"], { cwd });
    expect(failed.exitCode).toBe(1);
    expect(failed.stdout).toBe("");
    expect(failed.stderr).toContain("organization");
    const document: unknown = JSON.parse(readFileSync(join(cwd, "plan.json"), "utf8"));
    expect(document).toMatchObject({ outcome: "error", errored: true });
    expect(fitsPlanSchema(document), JSON.stringify(fitsPlanSchema.errors)).toBe(true);
    expect(fitsPlanSchema({ ...(document as object), applyable: true })).toBe(false);
    expect(statSync(join(cwd, "plan.json")).mode & 0o777).toBe(0o600);

    const nowhere = await orgform(["whoami", "--format", "json", "--out", "no/such/folder.json"], { cwd });
    expect(nowhere.exitCode).toBe(1);
    expect(JSON.parse(nowhere.stdout)).toMatchObject({ outcome: "error" });
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
});

it.each([
  ["plan", "markdown", /^<!-- orgform:plan -->\n\n### Not planned\n.*never closed/s],
  ["plan", "html", /<h1>Not planned<\/h1>.*never closed/s],
  ["who region=", "markdown", /^### No answer: orgform who ended with an error\n.*never closed/s],
] as const)("puts a page that says why in the place of that of `%s` in %s", async (line, format, page) => {
  const cwd = mkdtempSync(join(tmpdir(), "orgform-failure-"));
  try {
    writeFileSync(join(cwd, "orgform.yaml"), "groups: [\n");
    const failed = await orgform([...line.split(" "), "--format", format], { cwd });
    expect(failed).toMatchObject({ exitCode: 1, stdout: expect.stringMatching(page) });
    expect(failed.stderr).toContain("never closed");
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
});

it("tells of a mistake in the command line as JSON where JSON was asked for", async () => {
  const plan = await orgform(["plan", "--no-such", "--format", "json"]);
  expect(plan.exitCode).toBe(1);
  expect(plan.stderr).toContain("unknown option '--no-such'");
  const document: unknown = JSON.parse(plan.stdout);
  expect(document).toMatchObject({ outcome: "error", diagnostics: [{ code: "usage" }] });
  expect(fitsPlanSchema(document), JSON.stringify(fitsPlanSchema.errors)).toBe(true);

  const validate = await orgform(["validate", "--format=json", "--no-such"]);
  expect(JSON.parse(validate.stdout)).toMatchObject({ valid: false, error_count: 1 });

  const apply = await orgform(["apply", "--format=json", "--no-such"]);
  const lines = apply.stdout.trimEnd().split("\n");
  expect(lines.map((line) => (JSON.parse(line) as { type: string }).type)).toEqual([
    "version",
    "diagnostic",
    "apply_summary",
  ]);

  const text = await orgform(["plan", "--no-such"]);
  expect(text.stdout).toBe("");
});

it("does not take -out for -o with the value ut", async () => {
  const plan = await orgform(["plan", "-out=plan.json", "--sandbox"]);
  expect([plan.exitCode, plan.stdout]).toEqual([1, ""]);
  expect(plan.stderr).toContain("Did you mean --out=plan.json?");
});

it.each([
  [["validate", "--sandbox"], "Here that is nothing: this command contacts no service."],
  [
    ["apply", "--live", "q3.json"],
    "`orgform plan`, which can read a snapshot; nothing can be written to one.",
  ],
  [["plan", "--json"], "Here that is `--format json`."],
  [
    ["plan", "-target=prod/groups/A"],
    "Here that is `--workspace NAME`: a run is of the whole file or of whole workspaces",
  ],
  [["plan", "--token", "x"], "Here that is ORGFORM_TOKEN, or `--token-file FILE`"],
  [["plan", "--region", "eu"], "Here that is `service.region` in the file"],
  [["plan", "base.yaml"], "A file is named with -f: `orgform plan -f base.yaml`."],
  [["validate", "a.yaml", "b.yml"], "`orgform validate -f a.yaml -f b.yml`."],
  [["plan", "base.yaml", "-f", "a.yaml", "--var", "x=y"], "`orgform plan -f base.yaml -f a.yaml --var x=y`."],
  [
    ["validate", "-f", "examples/quickstart/orgform.yaml", "--out", ""],
    "It is empty; a variable may be unset.",
  ],
  [["apply", "base.yaml"], "base.yaml is a file of workspaces, and not a plan"],
  [["plan", "-o", "plan.md"], "Here that is `--out FILE`."],
  [["plan", "-o", "json"], "Here that is `--format FORMAT`; `--out FILE` names a file."],
  [["who", "-o=yaml"], "Here that is `--format FORMAT`"],
  [["plan", "--output", "plan.json"], "Here that is `--out FILE`."],
  [["apply", "-y"], "Here that is `--auto-approve`."],
  [["apply", "--yes"], "Here that is `--auto-approve`."],
  [["state", "list"], "Here that is `orgform who` or `orgform export`: there is no state file"],
  [["import", "foo"], "Here that is `orgform init`"],
  [["destroy"], "Here that is `state: absent` in the file"],
  [["diff"], "Here that is `orgform plan`."],
  [["plan", "--out", "plan.html"], "Print the other form: --format html > plan.html"],
  [["plan", "--out", "-"], "It names a file. To print the plan as JSON: --format json"],
  [["apply", "--dry-run"], "Here that is `orgform plan`, which never writes."],
])("knows what other tools call it: %j", async (args, says) => {
  const { exitCode, stderr } = await orgform(args);
  expect(exitCode).toBe(1);
  expect(stderr).toContain(says);
  // A guess beside the answer would lead somewhere else.
  if (says.startsWith("Here")) expect(stderr).not.toContain("Did you mean");
});

it("says of a token file in UTF-16 what it is", async () => {
  const folder = mkdtempSync(join(tmpdir(), "orgform-"));
  const path = join(folder, "token");
  writeFileSync(path, Buffer.from("\ufeffpat_secret\r\n", "utf16le"));
  const { stderr } = await orgform(["whoami", "--base-url", "http://127.0.0.1:9", "--token-file", path]);
  rmSync(folder, { recursive: true });
  expect(stderr).toContain("is UTF-16");
  expect(stderr).not.toContain("pat_secret");
});
