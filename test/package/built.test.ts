import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { describe, expect, it } from "vitest";
import { VERSION } from "../examples/workshop.js";
import { orgform } from "../support/run-built.js";
import { orgform as inProcess } from "../support/run-in-process.js";

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
  it.each(["text", "markdown", "html", "json"])(
    "renders every name as the sources do: %s",
    async (format) => {
      const folder = mkdtempSync(join(tmpdir(), "orgform-built-"));
      try {
        const groups = Object.fromEntries(NAMES.map((name, i) => [name, { precedence: i + 1 }]));
        const file = { version: 1, organization: { id: "org_northwind" }, workspaces: { prod: { groups } } };
        writeFileSync(join(folder, "orgform.yaml"), JSON.stringify(file));
        const given = ["plan", "--sandbox", "--format", format];
        const options = { cwd: folder };
        const [built, source] = [await orgform(given, options), await inProcess(given, options)];
        // The version and the clock are the only things that differ.
        const said = ({ exitCode, stdout, stderr }: typeof built) =>
          JSON.stringify([exitCode, stdout, stderr])
            .replaceAll(VERSION, "0.0.0")
            .replace(/20\d\d-\d\d-\d\d(<\/span>)? \d\d:\d\d UTC/g, "now");
        expect(said(built)).toBe(said(source));
        expect(source.stdout).toContain("営業");
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  );

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
