import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { orgform } from "../support/run-built.js";

it("puts the JSON of a failure where the product was to go, and tells people why", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "orgform-failure-"));
  try {
    writeFileSync(join(cwd, "orgform.yaml"), "version: 1\n");
    const failed = await orgform(["plan", "--format", "json", "-o", "plan.json"], { cwd });
    expect(failed.exitCode).toBe(1);
    expect(failed.stdout).toBe("");
    expect(failed.stderr).toContain("organization");
    expect(JSON.parse(readFileSync(join(cwd, "plan.json"), "utf8"))).toMatchObject({
      outcome: "error",
      errored: true,
    });
    expect(statSync(join(cwd, "plan.json")).mode & 0o777).toBe(0o600);

    const nowhere = await orgform(["plan", "--format", "json", "-o", "no/such/folder.json"], { cwd });
    expect(nowhere.exitCode).toBe(1);
    expect(JSON.parse(nowhere.stdout)).toMatchObject({ outcome: "error" });
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
});
