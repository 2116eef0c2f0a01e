import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { readFile, stat, writeFile } from "node:fs/promises";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, it } from "vitest";
import type { SharedOptions } from "../../src/commands/context/options.js";
import { plan } from "../../src/commands/plan/plan.js";
import { snapshot } from "../../src/commands/snapshot.js";
import { testContext } from "../support/context.js";
import { openSandbox } from "../support/open-sandbox.js";
import { withoutBreaks } from "../support/plan-formats.js";
import { orgform } from "../support/run-in-process.js";
import { ended } from "./ended.js";
import { type Folder, openFolder } from "./folder.js";
import { FILE, NORTHWIND, openNorthwind } from "./northwind.js";

const SCHEMA = JSON.parse(
  readFileSync(new URL("../../schemas/snapshot.schema.json", import.meta.url), "utf8"),
);

async function taken(folder: Folder, options: SharedOptions = {}, seed = NORTHWIND): Promise<string> {
  const sandbox = await openNorthwind(seed as typeof NORTHWIND);
  const output = folder.path("q3.json");
  expect(await snapshot(testContext({ sandbox }).context, { ...options, out: output })).toBe("ok");
  return output;
}

/** Why a plan against a file ends. */
async function refusal(folder: Folder, live: string) {
  const file = [await folder.write("orgform.yaml", FILE)];
  const { outcome, diagnostics } = await ended(plan(testContext().context, { file, live }));
  return { outcome, ...diagnostics[0] };
}

it("holds everything but secrets, in one order, for its owner only", async () => {
  const folder = await openFolder();
  const path = await taken(folder);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const text = await readFile(path, "utf8");
  expect(text).not.toMatch(/invite_url|join\/|token"/);
  const validate = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true }).compile(
    SCHEMA,
  );
  validate(JSON.parse(text));
  expect(validate.errors).toBeNull();
  expect(JSON.parse(text)).toMatchObject({
    taken_at: "2026-03-31T12:00:00Z",
    workspaces: [
      { name: "lab" },
      {
        name: "prod",
        groups: [
          { name: "All Users", values: { region: "no-access" } },
          { name: "Execs" },
          { name: "Sales" },
        ],
        members: [{ email: "Ada@northwind.example", values: { team: "own" } }, {}, {}],
        invites: [{ email: "cal@northwind.example" }],
      },
    ],
  });
});

it("needs neither a token nor a network, and says so everywhere", async () => {
  const folder = await openFolder();
  const path = await taken(folder);
  const file = await folder.write("orgform.yaml", FILE);
  const env = { ORGFORM_BASE_URL: "http://127.0.0.1:9", https_proxy: "http://127.0.0.1:9" };
  const run = (...args: string[]) => orgform([...args, "-f", file, "--live", path], { env });
  for (const args of [
    ["plan"],
    ["drift"],
    ["who", "ada@northwind.example"],
    ["who"],
    ["plan", "--format", "html"],
    ["plan", "--format", "markdown"],
    ["compare", "live", "planned"],
    ["compare", path, "planned", "--format", "markdown"],
    ["compare", "live", "planned", "--format", "html"],
  ]) {
    const { stdout, stderr } = await run(...args);
    expect(withoutBreaks(stdout)).toContain("as of 2026-03-31 12:00 UTC (q3.json)");
    expect(stderr).not.toMatch(/Error/);
  }
  const spreadsheet = ["--format", "csv"];
  for (const args of [["who", ...spreadsheet], ["compare", "live", ...spreadsheet], ["export"]])
    expect((await run(...args)).stderr).toContain("as of 2026-03-31 12:00 UTC (q3.json)");
  for (const args of [["plan"], ["compare", "live"]])
    expect(JSON.parse((await run(...args, "--format", "json")).stdout).as_of).toEqual({
      taken_at: "2026-03-31T12:00:00Z",
      snapshot: "q3.json",
    });
  const { exitCode, stderr } = await run("apply", "--auto-approve");
  expect({ exitCode, stderr }).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("nothing can be written to one"),
  });
});

it("of one workspace has nothing to say of the others", async () => {
  const folder = await openFolder();
  const path = await taken(folder, { workspace: ["lab"] });
  expect(await refusal(folder, path)).toMatchObject({
    outcome: "error",
    detail: expect.stringContaining("not in the snapshot"),
  });
});

it.each([
  ["cut off", (text: string) => text.slice(0, -200), "was changed after orgform wrote it"],
  ["edited", (text: string) => text.replace('"west"', '"east"'), "was changed after orgform wrote it"],
  ["of a later version", (text: string) => text.replace('"1.0"', '"2.0"'), "another version"],
  ["not a snapshot", () => "[".repeat(1_000_000), "is not a snapshot"],
  [
    "brackets under a right digest",
    () => sealedByHand(`{\n  "format_version": "1.0",\n  "a": ${"[".repeat(3_000_000)}`),
    "is not a snapshot",
  ],
  [
    "of another form under a right digest",
    () => sealedByHand('{\n  "format_version": "1.0",\n  "workspaces": {}'),
    "is not a snapshot that this version can read",
  ],
  ["too large", () => Buffer.alloc(100_000_001, " "), "too large"],
])("is refused in words where it is %s", async (_, damage, says) => {
  const folder = await openFolder();
  const path = await taken(folder);
  await writeFile(path, damage(await readFile(path, "utf8")));
  expect(await refusal(folder, path)).toMatchObject({
    outcome: "error",
    code: "snapshot-unusable",
    summary: expect.stringContaining(says),
  });
});

it.each(["attributes", "groups", "members", "invites"])(
  "with an id twice among its %s is no more believed than the service",
  async (list) => {
    const folder = await openFolder();
    const path = await taken(folder);
    const { digest: _, ...snapshot } = JSON.parse(await readFile(path, "utf8"));
    const prod = snapshot.workspaces.find(({ name }: { readonly name: string }) => name === "prod");
    const [first] = prod[list];
    prod[list].push({ ...first, name: "Another", email: "another@northwind.example" });
    await writeFile(path, sealedByHand(JSON.stringify(snapshot, null, 2).replace(/\n\}$/, "")));
    expect(await refusal(folder, path)).toMatchObject({
      outcome: "error",
      detail: expect.stringContaining(`has the id ${first.id} twice`),
    });
  },
);

it("of another organization is refused as its token would be", async () => {
  const folder = await openFolder();
  const path = await taken(folder, {}, {
    ...NORTHWIND,
    organization: { id: "org_other", name: "Other" },
  } as never);
  expect(await refusal(folder, path)).toMatchObject({ outcome: "refused", code: "wrong-organization" });
});

function sealedByHand(body: string): string {
  return `${body},\n  "digest": "sha256:${createHash("sha256").update(body).digest("hex")}"\n}\n`;
}

it("is not compared with one of another organization, with the reason", async () => {
  const folder = await openFolder();
  const cwd = folder.path("");
  for (const id of ["org_a", "org_b"]) {
    const sandbox = openSandbox({ seed: { organization: { id, name: "Northwind" } } });
    await snapshot(testContext({ sandbox }).context, { out: folder.path(`${id}.json`) });
    await sandbox.close();
  }
  const { exitCode, stderr } = await orgform(["compare", "org_a.json", "org_b.json"], { cwd });
  expect(exitCode).toBe(3);
  expect(stderr).toContain("org_b.json is of org_b, and the file or the other snapshot of org_a");
});

it("is asked without a file, about all of its workspaces", async () => {
  const folder = await openFolder();
  const cwd = folder.path("");
  const seed = (region: string) => ({
    workspaces: ["prod", "dev"].map((name) => ({
      name,
      definitions: [{ name: "region", data_type: "string" as const, label: "Region" }],
      groups: [{ name: "Sales", precedence: 1, members: ["ada@northwind.example"], values: { region } }],
      members: [{ email: "ada@northwind.example", role: "view" as const }],
    })),
  });
  for (const region of ["west", "east"]) {
    const sandbox = openSandbox({ seed: seed(region) });
    const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
    await orgform(["snapshot", "--out", `${region}.json`], { cwd, env });
    await sandbox.close();
  }
  const ask = async (...args: string[]) => (await orgform(args, { cwd })).stdout;
  const rows = await ask("who", "--live", "west.json", "--format", "csv");
  expect(rows).toContain('"dev","ada@northwind.example","view","region","west"');
  expect(rows).toContain('"prod","ada@northwind.example","view","region","west"');
  expect(await ask("who", "region=west", "--live", "west.json")).toContain(
    "region=west: 2 people in 2 workspaces: 1 by value, 1 by role",
  );
  expect(await ask("who", "ada@northwind.example", "--live", "west.json")).toContain("Sales, precedence 1");
  expect(await ask("compare", "west.json", "east.json", "--format", "csv")).toContain(
    "ada@northwind.example",
  );
  expect(await ask("compare", "west.json", "west.json")).not.toContain("ada@northwind.example");
  const { stderr, exitCode } = await orgform(["who"], { cwd });
  expect([stderr, exitCode]).toEqual([expect.stringContaining('There is no file "orgform.yaml"'), 1]);
});
