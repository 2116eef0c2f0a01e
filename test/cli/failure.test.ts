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
    const failed = await orgform(["plan", "--format", "json", "-o", "plan.json"], { cwd });
    expect(failed.exitCode).toBe(1);
    expect(failed.stdout).toBe("");
    expect(failed.stderr).toContain("organization");
    const document: unknown = JSON.parse(readFileSync(join(cwd, "plan.json"), "utf8"));
    expect(document).toMatchObject({ outcome: "error", errored: true });
    expect(fitsPlanSchema(document), JSON.stringify(fitsPlanSchema.errors)).toBe(true);
    expect(fitsPlanSchema({ ...(document as object), applyable: true })).toBe(false);
    expect(statSync(join(cwd, "plan.json")).mode & 0o777).toBe(0o600);

    const nowhere = await orgform(["plan", "--format", "json", "-o", "no/such/folder.json"], { cwd });
    expect(nowhere.exitCode).toBe(1);
    expect(JSON.parse(nowhere.stdout)).toMatchObject({ outcome: "error" });
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

it("takes --sandbox in every command, also where no service is asked", async () => {
  const ended = await orgform(["validate", "-f", "examples/quickstart/orgform.yaml", "--sandbox"]);
  expect([ended.exitCode, ended.stdout]).toEqual([0, "Success! The file is valid.\n"]);
});

it.each([
  [["plan", "--json"], "Here that is `--format json`."],
  [["plan", "-target=prod/groups/A"], "Here that is `--only PATTERN`."],
  [["plan", "--token", "x"], "Here that is ORGFORM_TOKEN, or `--token-file FILE`"],
  [["plan", "--region", "eu"], "Here that is `service.region` in the file"],
  [["plan", "base.yaml"], "A file is named with -f: `orgform plan -f base.yaml`."],
  [["validate", "a.yaml", "b.yml"], "`orgform validate -f a.yaml -f b.yml`."],
  [["plan", "base.yaml", "-f", "a.yaml", "--var", "x=y"], "`orgform plan -f base.yaml -f a.yaml --var x=y`."],
  [["validate", "-f", "examples/quickstart/orgform.yaml", "-o", ""], '"" cannot be written'],
  [["apply", "base.yaml"], "base.yaml is a file of workspaces, and not a plan"],
  [["apply", "--dry-run"], "Here that is `orgform plan`, which never writes."],
])("knows what other tools call it: %j", async (args, says) => {
  const { exitCode, stderr } = await orgform(args);
  expect(exitCode).toBe(1);
  expect(stderr).toContain(says);
});
