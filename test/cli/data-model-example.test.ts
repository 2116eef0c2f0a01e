import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { openSandbox } from "../support/open-sandbox.js";
import { orgform } from "../support/run-in-process.js";

const cwd = fileURLToPath(new URL("../../examples/data-model", import.meta.url));

it("validates against the model offline, plans against it, and refuses when told to", async () => {
  const offline = await orgform(["validate", "--format", "json"], { cwd });
  expect(offline.exitCode).toBe(0);
  expect([...offline.stdout.matchAll(/"code": "(model-\S+)"/g)].map(([, code]) => code)).toEqual([
    "model-attribute-undeclared",
    "model-attribute-unused",
    "model-value-unused",
    "model-value-several",
  ]);
  const seed = JSON.parse(readFileSync(`${cwd}/organization.json`, "utf8"));
  const sandbox = openSandbox({ seed });
  const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
  try {
    const plan = await orgform(["plan"], { cwd, env });
    expect(plan.exitCode).toBe(0);
    expect(plan.stdout).toContain("[model-open]");
    expect(plan.stdout).toMatch(
      /Sees more: 2 values\n +ada@northwind\.example .*\n.* sees the field orders\.margin\n +rows of orders: west → west, east \(more\)\n/s,
    );
    expect(plan.stdout.replace(/\s+/g, " ")).toContain("or correct the name in the model.");
    expect(plan.stdout).toContain("it is unclear whether they pass the grant sees_east\n");
    // What a grant opens is said by the data: the grant is not named beside it.
    expect(plan.stdout).not.toContain("gains the grant");
    expect(plan.stdout).toContain("it is unclear whether they pass the grant sees_east");
    expect((await orgform(["plan", "--fail-on", "check"], { cwd, env })).exitCode).toBe(3);
  } finally {
    await sandbox.close();
  }
});

it("stops where the model's folder is missing, which is not a model without grants", async () => {
  const folder = mkdtempSync(join(tmpdir(), "orgform-model-"));
  try {
    writeFileSync(join(folder, "orgform.yaml"), "version: 1\norganization: {id: o}\ndata_model: gone\n");
    const { exitCode, stderr } = await orgform(["plan", "--sandbox"], { cwd: folder });
    expect([exitCode, /model-unreadable/.test(stderr)]).toEqual([1, true]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
