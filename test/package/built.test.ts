import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { execa } from "execa";
import { describe, expect, it } from "vitest";
import * as sources from "../../src/index.js";
import { planNamed } from "../render/fixtures/hostile.js";
import { orgform } from "../support/run-built.js";

const DIST = fileURLToPath(new URL("../../dist", import.meta.url));

/** Letters of one, two, three and four bytes, and what each renderer treats on its own. */
const NAMES = [
  "Château",
  "A → B",
  "＝HYPERLINK(1)",
  "ïle",
  "営業",
  "Team 🦊",
  "é",
  "mi­dword",
  "\u202Egnp.exe",
];

describe("the built package", () => {
  it("renders every name as the sources do", async () => {
    const built: typeof sources = await import(pathToFileURL(join(DIST, "index.js")).href);
    for (const name of NAMES) {
      const plan = planNamed(name);
      expect(await built.planHtml(plan)).toBe(await sources.planHtml(plan));
      expect(built.planMarkdown(plan)).toEqual(sources.planMarkdown(plan));
      const look = { width: 100, color: false };
      expect(built.planText(plan, look)).toBe(sources.planText(plan, look));
      expect(built.planJson(plan)).toEqual(sources.planJson(plan));
    }
  });

  it("has no part that does not load", async () => {
    const parts = readdirSync(join(DIST, "chunks")).filter((file) => /\.js$/.test(file));
    const load = `for (const part of ${JSON.stringify(parts)}) await import("./chunks/" + part);`;
    const args = ["--input-type=module", "-e", `${load} console.log("loaded");`];
    const { stdout, stderr } = await execa(process.execPath, args, { cwd: DIST, reject: false });
    expect({ stdout, stderr }).toEqual({ stdout: "loaded", stderr: "" });
    expect(parts.length).toBeGreaterThan(10);
  });

  it("consists of text in UTF-8", () => {
    const files = readdirSync(DIST, { recursive: true, encoding: "utf8" }).filter((file) =>
      /\.js$/.test(file),
    );
    expect(files.length).toBeGreaterThan(10);
    for (const file of files) {
      const bytes = readFileSync(join(DIST, file));
      expect(() => new TextDecoder("utf-8", { fatal: true }).decode(bytes), file).not.toThrow();
    }
  });

  it("writes CSV that a spreadsheet neither runs nor changes", async () => {
    const folder = mkdtempSync(join(tmpdir(), "orgform-built-"));
    try {
      writeFileSync(
        join(folder, "orgform.yaml"),
        `version: 1
organization: {id: org_northwind}
workspaces:
  prod:
    attributes: {region: {data_type: string, label: Region}, place: {data_type: string, label: Place}}
    groups: {All Users: {values: {region: "＝HYPERLINK(1)", place: "ïle"}}}
`,
      );
      const sandbox = ["--sandbox", "organization.json"];
      const applied = await orgform(["apply", "--auto-approve", ...sandbox], { cwd: folder });
      expect(applied.exitCode, applied.stderr).toBe(0);
      const { stdout } = await orgform(["who", "--format", "csv", ...sandbox], { cwd: folder });
      expect(stdout).toContain(`"'＝HYPERLINK(1)"`);
      expect(stdout).toContain(`"ïle"`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
