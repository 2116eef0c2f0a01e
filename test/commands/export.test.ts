import { readdir, stat } from "node:fs/promises";
import { expect, it } from "vitest";
import { exportFile } from "../../src/commands/file/export.js";
import { loadConfig } from "../../src/config/load-config.js";
import type { SandboxSeed } from "../../src/sandbox/start-sandbox.js";
import { testContext } from "../support/context.js";
import { clientOf, planAgainst } from "../support/plan-against.js";
import { ended } from "./ended.js";
import { openFolder } from "./folder.js";
import { NORTHWIND, openNorthwind } from "./northwind.js";

type ExportOptions = Parameters<typeof exportFile>[1];

async function run(options: ExportOptions, seed: SandboxSeed = NORTHWIND) {
  const sandbox = await openNorthwind(seed);
  const test = testContext({ sandbox });
  return { ...test, sandbox, done: exportFile(test.context, options) };
}

/** The plan of what was exported, against the organization it came from. */
async function planOf(sandbox: Parameters<typeof clientOf>[0], path: string) {
  const { desired, diagnostics } = await loadConfig([path]);
  if (desired === null) throw new Error(JSON.stringify(diagnostics));
  return await planAgainst(clientOf(sandbox), desired);
}

const EMPTY = { outcome: "ok", resource_changes: [], unsupported: [] };

it("writes a file that an editor understands and only its owner reads", async () => {
  const folder = await openFolder();
  const { done, sandbox } = await run({ out: folder.path("org.yaml") });
  expect(await done).toBe("ok");
  expect(await planOf(sandbox, folder.path("org.yaml"))).toMatchObject({ ...EMPTY, unmanaged: [] });
  expect(await folder.read("org.yaml")).toMatch(
    /^# yaml-language-server: \$schema=.*orgform\.schema\.json\n/,
  );
  expect((await stat(folder.path("org.yaml"))).mode & 0o777).toBe(0o600);
});

it("has pending invites among the members, and none of their links", async () => {
  const { done, stdout, sandbox } = await run({ workspace: ["prod"] });
  expect(await done).toBe("ok");
  expect(stdout()).toContain("cal@northwind.example:\n        role: explore\n");
  // The first line, for editors, is the only address.
  expect(stdout().replace(/^#.*\n/, "")).not.toMatch(/https?:|\n {2}lab:/);
  expect(sandbox.log().every(({ method }) => method === "GET")).toBe(true);
});

it("has everybody's own values", async () => {
  const { done, stdout } = await run({ workspace: ["prod"] });
  expect(await done).toBe("ok");
  expect(stdout()).toContain(
    "Ada@northwind.example:\n        role: view\n        values:\n          team: own\n",
  );
});

it("says nothing of what an admin's token cannot observe", async () => {
  const folder = await openFolder();
  const sandbox = { ...(await openNorthwind()), token: "lab-token" };
  const { context } = testContext({ sandbox });
  expect(await exportFile(context, { out: folder.path("o.yaml") })).toBe("ok");
  expect(await planOf(sandbox, folder.path("o.yaml"))).toMatchObject({ ...EMPTY, findings: [] });
});

it("takes an empty --base-url as none, as every command does", async () => {
  const { done, stdout } = await run({ baseUrl: "" });
  expect(await done).toBe("ok");
  expect(stdout()).not.toContain("base_url");
});

it("splits into one file a workspace, and names what stands beside them", async () => {
  const folder = await openFolder();
  await folder.write("old.yaml", "version: 1\n");
  const seed = {
    ...NORTHWIND,
    workspaces: [...NORTHWIND.workspaces, { name: "Lab" }, { name: "../日本" }, { name: "organization" }],
  };
  const { done, sandbox, stderr, stdout } = await run({ split: folder.path("") }, seed);
  expect(await done).toBe("ok");
  expect((await readdir(folder.path(""))).sort()).toEqual([
    "lab-2.yaml",
    "lab.yaml",
    "old.yaml",
    "organization-2.yaml",
    "organization.yaml",
    "prod.yaml",
    "workspace.yaml",
  ]);
  expect(await folder.read("prod.yaml")).not.toContain("organization:");
  expect(await folder.read("organization.yaml")).not.toContain("workspaces:");
  expect(stderr()).toContain("Not part of this export, but read along with it: old.yaml");
  expect(stdout()).toBe("");
  expect(await planOf(sandbox, folder.path(""))).toMatchObject({ ...EMPTY, unmanaged: [] });
});

const TWINS: SandboxSeed = {
  ...NORTHWIND,
  workspaces: [...NORTHWIND.workspaces, { id: "ws_twin", name: "lab" }],
};

it("pins one of two workspaces of one name", async () => {
  const folder = await openFolder();
  const { done, sandbox } = await run({ workspace: ["ws_twin", "prod"], out: folder.path("o.yaml") }, TWINS);
  expect(await done).toBe("ok");
  expect(await folder.read("o.yaml")).toMatch(/lab:\n {4}id: ws_twin\n/);
  expect(await planOf(sandbox, folder.path("o.yaml"))).toMatchObject(EMPTY);
});

it("writes what the organization itself has wrong, and says so", async () => {
  const [prod] = NORTHWIND.workspaces;
  const groups = prod.groups.map((group) => ({ ...group, precedence: 10 }));
  const { done, stdout, stderr } = await run({}, { workspaces: [{ ...prod, groups }] });
  expect(await done).toBe("ok");
  expect(stdout()).toContain("Execs:");
  expect(stderr()).toContain("both have precedence 10 and set");
});

it("leaves out what a file cannot say", async () => {
  const [prod] = NORTHWIND.workspaces;
  const folder = await openFolder();
  const members = [{ email: "ada@northwind.example", role: "wizard" }];
  const definitions = prod.definitions.map((definition) => ({ ...definition, label: "" }));
  const groups = [{ name: "Above all", precedence: 4_000_000_000 }];
  const seed = { workspaces: [{ ...prod, members, definitions, groups }] };
  const { done, sandbox } = await run({ out: folder.path("o.yaml") }, seed);
  expect(await done).toBe("ok");
  expect(await planOf(sandbox, folder.path("o.yaml"))).toMatchObject(EMPTY);
});

const withGroups = (
  ...groups: NonNullable<NonNullable<SandboxSeed["workspaces"]>[number]["groups"]>
): SandboxSeed => ({
  workspaces: [{ name: "prod", all_users: { id: "grp_all", name: "Everyone" }, groups }],
});

it.each<[string, ExportOptions, SandboxSeed, string, RegExp]>([
  ["two workspaces of one name", {}, TWINS, "duplicate-live-name", /ws_lab, ws_twin\..*--workspace ws_lab/],
  [
    "two groups of one name",
    {},
    withGroups({ id: "g_1", name: "Sales", precedence: 1 }, { id: "g_2", name: "Sales", precedence: 2 }),
    "duplicate-live-name",
    /g_1, g_2/,
  ],
  [
    "a group that is called like the built-in one",
    {},
    withGroups({ id: "g_1", name: "All Users", precedence: 1 }),
    "duplicate-live-name",
    /grp_all, g_1.*always means the built-in group/,
  ],
  [
    "a workspace that is not there",
    { workspace: ["labs"] },
    NORTHWIND,
    "workspace-not-visible",
    /"prod", "lab"/,
  ],
])("stops at %s", async (_, options, seed, code, help) => {
  const { done, stdout } = await run(options, seed);
  const { outcome, diagnostics } = await ended(done);
  expect(outcome).toBe("error");
  expect(diagnostics).toMatchObject([{ code, detail: expect.stringMatching(help) }]);
  expect(stdout()).toBe("");
});

it("calls what has no name by its id, and leaves out people without an address", async () => {
  const folder = await openFolder();
  const seed: SandboxSeed = {
    workspaces: [
      {
        id: "ws_nameless",
        name: "",
        definitions: [{ name: "email", data_type: "string" }],
        groups: [
          { id: "g_1", name: "", precedence: 1, members: ["embedded 1", "embedded 2"] },
          { id: "g_2", name: "", precedence: 2, values: { email: "never set by anybody" } },
        ],
        members: [
          { email: "embedded 1", role: "embed" },
          { email: "embedded 2", role: "embed" },
        ],
      },
    ],
  };
  const { done, sandbox, stderr } = await run({ out: folder.path("o.yaml") }, seed);
  expect(await done).toBe("ok");
  expect(stderr()).toMatch(
    /no valid e-mail address: ws_nameless\/members\/usr_\w+, ws_nameless\/members\/usr_\w+/,
  );
  const file = await folder.read("o.yaml");
  expect(file).toMatch(/ws_nameless:[\s\S]*g_1:[\s\S]*g_2:/);
  expect(file).not.toMatch(/email:|embedded/);
  expect(await planOf(sandbox, folder.path("o.yaml"))).toMatchObject(EMPTY);
});

it("is refused for another organization than that of the file at hand", async () => {
  const file = await (await openFolder()).write("o.yaml", "version: 1\norganization: {id: org_other}\n");
  const { done, sandbox } = await run({ file: [file] });
  expect(await ended(done)).toMatchObject({
    outcome: "refused",
    diagnostics: [{ code: "wrong-organization" }],
  });
  expect(sandbox.log()).toHaveLength(1);
});
