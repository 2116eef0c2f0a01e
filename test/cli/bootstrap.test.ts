import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openSandbox } from "../support/open-sandbox.js";
import { orgform } from "../support/run-in-process.js";

const WORKSPACES = ["north/west", "ti~lde \"q\" 'a'", "東京 Büro"];

/** Three workspaces of which one lives: 16 things to create and 2 to update. */
const FILE = JSON.stringify({
  version: 1,
  organization: { id: "org_northwind" },
  workspaces: {
    [WORKSPACES[0] ?? ""]: {
      attributes: {
        "région/zone": { data_type: "string", label: "Region, new" },
        "n~1": { data_type: "number" },
      },
      groups: { "Продажи/Запад": { precedence: 20 }, 'it\'s "West"': { precedence: 5 } },
    },
    [WORKSPACES[1] ?? ""]: {
      attributes: { a: { data_type: "string" }, b: { data_type: "date" }, c: { data_type: "number" } },
      groups: { x: { precedence: 1 }, y: { precedence: 2 }, "z/~": { precedence: 3 } },
    },
    [WORKSPACES[2] ?? ""]: {
      attributes: {
        地域: { data_type: "string" },
        "~0": { data_type: "string" },
        __proto__x: { data_type: "date" },
      },
      groups: { 営業: { precedence: 1 }, "ö//ä": { precedence: 2 }, "'": { precedence: 3 } },
    },
  },
});

it("bootstraps three workspaces on a server it has never seen, within the request budget, once", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "orgform-bootstrap-"));
  const sandbox = openSandbox({
    seed: {
      workspaces: [
        {
          name: WORKSPACES[0] ?? "",
          definitions: [{ name: "région/zone", data_type: "string", label: "Region" }],
          groups: [{ name: "Продажи/Запад", precedence: 10 }],
        },
      ],
    },
  });
  const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
  try {
    writeFileSync(join(cwd, "orgform.yaml"), FILE);
    const planned = await orgform(["plan", "--format", "json", "--detailed-exitcode"], { cwd, env });
    expect(planned.exitCode).toBe(2);
    expect(JSON.parse(planned.stdout).summary).toMatchObject({ create: 16, update: 2, delete: 0 });
    // One /me, one /workspaces, two for the workspace that lives.
    expect(sandbox.log().map(({ method }) => method)).toEqual(["GET", "GET", "GET", "GET"]);

    const applied = await orgform(["apply", "--auto-approve", "--format", "json"], { cwd, env });
    expect(applied.exitCode).toBe(0);
    const events = applied.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(events.at(-1)).toMatchObject({
      type: "apply_summary",
      changes: { create: 16, update: 2, delete: 0 },
    });

    const before = sandbox.log().length;
    const again = await orgform(["plan", "--detailed-exitcode"], { cwd, env });
    expect(again.stdout).toContain("No changes.");
    expect(again.exitCode).toBe(0);
    expect(sandbox.log().length - before).toBe(1 + 1 + 2 * WORKSPACES.length);
  } finally {
    await sandbox.close();
    rmSync(cwd, { recursive: true, force: true });
  }
});
