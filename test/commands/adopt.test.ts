import { chmod, mkdir, stat, symlink } from "node:fs/promises";
import { expect, it, onTestFinished } from "vitest";
import { adopt } from "../../src/commands/file/adopt.js";
import { testContext } from "../support/context.js";
import { runInPty } from "../support/in-terminal.js";
import { openSandboxWithPort } from "../support/open-sandbox.js";
import { ORGFORM } from "../support/run-built.js";
import { orgform } from "../support/run-in-process.js";
import { ended } from "./ended.js";
import { openFolder } from "./folder.js";
import { gitIn } from "./repository.js";

const ADA = "ada@northwind.example";

/** An organization in which East has another value than in the file, north, and files. */
async function opened(
  files: Readonly<Record<string, string>>,
  region = "north",
  values: Readonly<Record<string, string>> = { team: "blue", region: "own" },
) {
  const sandbox = await openSandboxWithPort({
    seed: {
      workspaces: [
        {
          name: "prod",
          definitions: [
            { name: "region", data_type: "string" },
            { name: "team", data_type: "string" },
          ],
          groups: [{ name: "East", precedence: 10, members: [ADA], values: { region } }],
          members: [
            { email: ADA, role: "view", values },
            { email: "bob@northwind.example", role: "view" },
          ],
        },
        { name: "lab", groups: [{ name: "All", precedence: 4 }] },
      ],
    },
  });
  onTestFinished(() => sandbox.close());
  const folder = await openFolder();
  for (const [name, text] of Object.entries(files)) await folder.write(name, text);
  const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
  const run = (...args: readonly string[]) => orgform(["adopt", ...args], { cwd: folder.path(""), env });
  return { sandbox, folder, env, run };
}

const HEAD = "version: 1\norganization: {id: org_northwind}\nworkspaces:\n";
const EAST = `${HEAD}  prod:\n    groups:\n      East: {precedence: 10, values: {region: east}, members: [${ADA}]}\n`;

it("asks on a terminal, and takes only yes", async () => {
  const { sandbox, folder } = await opened({ "orgform.yaml": EAST });
  const env = { ...process.env, CI: "", ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
  for (const [answer, code, text] of [
    ["y", 3, EAST],
    ["yes", 0, EAST.replace("region: east", "region: north")],
  ] as const) {
    let isAsked = false;
    const terminal = runInPty([ORGFORM, "adopt"], { cwd: folder.path(""), env, cols: 100, rows: 40 }, () => {
      if (isAsked || !terminal.raw().includes("Enter a value:")) return;
      isAsked = true;
      terminal.type(`${answer}\r`);
    });
    expect(await terminal.ended).toBe(code);
    expect(terminal.raw()).toMatch(/region: north[\s\S]*Write this into the file\?/);
    expect(await folder.read("orgform.yaml")).toBe(text);
  }
});

it("writes nothing into a file that changed while it was read, and keeps the mode of one that it writes", async () => {
  const { sandbox, folder } = await opened({ "orgform.yaml": EAST });
  const file = [folder.path("orgform.yaml")];
  await chmod(file[0] ?? "", 0o664);
  const { context } = testContext({ sandbox });
  const { fetch = globalThis.fetch } = context;
  const others = `${EAST}# somebody else was faster\n`;
  const editing = {
    ...context,
    fetch: async (...request: Parameters<typeof fetch>) => {
      await folder.write("orgform.yaml", others);
      return await fetch(...request);
    },
  };
  expect(await ended(adopt(editing, { file, write: true }))).toMatchObject({
    outcome: "error",
    diagnostics: [{ summary: "The file has changed since it was read" }],
  });
  expect(await folder.read("orgform.yaml")).toBe(others);
  expect(await adopt(context, { file, write: true })).toBe("ok");
  expect(await folder.read("orgform.yaml")).toBe(others.replace("region: east", "region: north"));
  expect((await stat(file[0] ?? "")).mode & 0o777).toBe(0o664);
});

it("edits the file of a folder that holds the thing", async () => {
  const lab = "version: 1\nworkspaces: {lab: {groups: {All: {precedence: 3}}}}";
  const { folder, run } = await opened({ "prod.yaml": EAST, "lab.yaml": lab });
  const both = await run("--dry-run", "-f", ".", "prod/groups/East", "lab");
  expect([both.exitCode, both.stdout.match(/^---.*/gm)]).toEqual([
    2,
    ["--- old/lab.yaml", "--- old/prod.yaml"],
  ]);
  expect((await run("--write", "-f", ".", "--workspace", "lab")).exitCode).toBe(0);
  expect(await folder.read("lab.yaml")).toBe(lab.replace("precedence: 3", "precedence: 4"));
  expect(await folder.read("prod.yaml")).toBe(EAST);
});

it.each([
  ["./orgform.yaml", ""],
  ["/orgform.yaml", ""],
  ["link.yaml", ""],
  ["../orgform.yaml", "below"],
  ["below/../orgform.yaml", ""],
])("prints a patch that git takes: -f %s", async (typed, below) => {
  const { folder, env } = await opened({ "orgform.yaml": EAST });
  await mkdir(folder.path("below"));
  await symlink("orgform.yaml", folder.path("link.yaml"));
  const git = gitIn(folder.path(""));
  await git("init", "--quiet");
  await git("add", ".");
  const file = typed.startsWith("/") ? folder.path("orgform.yaml") : typed;
  await orgform(["adopt", "--dry-run", "-f", file, "--out", folder.path("drift.patch")], {
    cwd: folder.path(below),
    env,
  });
  await git("apply", "--index", "drift.patch");
  expect(await folder.read("orgform.yaml")).toBe(EAST.replace("region: east", "region: north"));
});

it.each(["north", "east"])(
  "begins the list of a person's own values with all of them (%s)",
  async (region) => {
    const { folder, run } = await opened({ "orgform.yaml": EAST }, region);
    const { exitCode } = await run("--write", `prod/members/${ADA}/values/team`);
    expect(exitCode).toBe(0);
    const own = `    members:\n      ${ADA}:\n        values:\n          region: own\n          team: blue\n`;
    expect(await folder.read("orgform.yaml")).toBe(EAST + own);
  },
);

it("begins no list of values for a new attribute, and names what such a list would hold", async () => {
  const exact = `${EAST.replace(", values: {region: east}", "")}    exact: {attributes: true}\n    attributes:\n`;
  const { folder, run } = await opened({ "orgform.yaml": `${exact}      team: {data_type: string}\n` });
  const { exitCode, stderr } = await run("--write");
  expect([exitCode, stderr]).toEqual([
    0,
    expect.stringContaining("prod/groups/East/values/region is in a list"),
  ]);
  expect(await folder.read("orgform.yaml")).toBe(
    `${exact}      team: {data_type: string}\n      region:\n        data_type: string\n        label: region\n`,
  );
});

it.each([
  [
    "a list",
    "members: []",
    "members: &who []",
    "expect: [{workspace: prod, roles: [admin], only_members: *who}]",
  ],
  [
    "a value",
    "region: east",
    "region: &e east",
    "expect: [{workspace: prod, attribute: region, never: [*e]}]",
  ],
  ["a number", "precedence: 11", "precedence: &n 11", "limits: {delete: {count: *n}}"],
  ["a group", "East: {", "East: &g {", "x-group: *g"],
])("writes nothing that an anchor shares with a rule: %s", async (_, plain, shared, rule) => {
  const text = EAST.replace("precedence: 10", "precedence: 11").replace(`[${ADA}]`, "[]");
  const file = `${text.replace(plain, shared)}${rule}\n`;
  const { folder, run } = await opened({ "orgform.yaml": file });
  const { stderr } = await run("--write", "--allow", "access.opened=9");
  const now = await folder.read("orgform.yaml");
  expect(now).toContain(shared);
  expect(now).toContain(rule);
  expect(stderr).toContain(": change this by hand");
});

it("leaves the values of an attribute that is gone in the product where `protect` keeps it", async () => {
  const attributes = "    attributes: {team: {data_type: string}, gone: {data_type: string}}\n";
  const text = EAST.replace("region: east", "region: east, gone: x") + attributes;
  const rule = "protect: [prod/attributes/gone]\n";
  const { folder, run } = await opened({ "orgform.yaml": text + rule });
  const { exitCode, stderr } = await run("--write");
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining("`protect` keeps it")]);
  expect(await folder.read("orgform.yaml")).toBe(text.replace("region: east", "region: north") + rule);
});

it("takes an entry out of braces beside one that it changes, and keeps an attribute of a value that stays", async () => {
  const attributes = "    attributes: {team: {data_type: string}, gone: {data_type: string}}\n";
  const text = (EAST + attributes).replace("region: east", "gone: x, region: east");
  const { folder, run } = await opened({ "orgform.yaml": text });
  expect(await run("--write", "--allow", "access.opened=1")).toMatchObject({ exitCode: 0 });
  const written = EAST.replace("east}", "north}") + attributes.replace(", gone: {data_type: string}", "");
  expect(await folder.read("orgform.yaml")).toBe(written);
  const shared = `${text.replace("values: {", "values: &v {")}x-v: *v\n`;
  await folder.write("orgform.yaml", shared);
  expect(await run("--write")).toMatchObject({ exitCode: 0, stderr: expect.stringContaining("by hand") });
  expect(await folder.read("orgform.yaml")).toBe(shared);
});

it.each(["null", "~", "NULL"])("writes the text %j so that it reads back", async (region) => {
  const { folder, run } = await opened({ "orgform.yaml": EAST }, region);
  expect((await run("--write")).exitCode).toBe(0);
  expect(await folder.read("orgform.yaml")).toBe(EAST.replace("region: east", `region: "${region}"`));
});

it("shows an empty text in quotes, and is refused by limits, since it opens", async () => {
  const { run } = await opened({ "orgform.yaml": EAST }, "", {});
  const { exitCode, stdout } = await run("--write");
  expect([exitCode, stdout]).toEqual([3, expect.stringContaining('region: ""')]);
});

it("shows who will see everything by the invite whose role it takes over", async () => {
  const eve = "eve@northwind.example";
  const seed = { workspaces: [{ name: "prod", invites: [{ email: eve, role: "organization_admin" }] }] };
  const sandbox = await openSandboxWithPort({ seed });
  onTestFinished(() => sandbox.close());
  const folder = await openFolder();
  await folder.write("orgform.yaml", `${HEAD}  prod:\n    members:\n      ${eve}: {role: view}\n`);
  const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
  const { stderr } = await orgform(["adopt", "--dry-run"], { cwd: folder.path(""), env });
  expect(stderr).toContain("will see everything in every workspace: role organization_admin");
});

it("is refused by an expectation that the new file breaks, and writes nothing", async () => {
  const rule = "expect: [{workspace: prod, attribute: region, never: [north]}]\n";
  const { folder, run } = await opened({ "orgform.yaml": EAST + rule });
  const { exitCode, stderr } = await run("--write");
  expect(exitCode).toBe(3);
  expect(stderr).toContain("Refused");
  expect(await folder.read("orgform.yaml")).toBe(EAST + rule);
});

const EXCEPT = "expect: [{workspace: prod, attribute: region, never: [x], except_groups: [Gone]}]\n";

it.each([
  ["protect: [prod/groups/Gone]\n", "", 0, "`protect` keeps it"],
  [
    "templates: {base: {groups: {Gone: {precedence: 5}}}}\n",
    "    extends: [base]\n",
    0,
    "prod/groups/Gone is gone in the product: change this by hand",
  ],
  [EXCEPT, "    exact: {groups: true}\n", 0, "prod/groups/Gone is gone in the product: change this by hand"],
  [EXCEPT, "", 1, 'no group "Gone"'],
])(
  "leaves a group that is gone in the product where the file needs it: %s%s",
  async (rule, exact, code, said) => {
    const text = `${EAST.replace("region: east", "region: north")}      Gone: {precedence: 5, values: {region: x}}\n${exact}${rule}`;
    const { folder, run } = await opened({ "orgform.yaml": text });
    const { exitCode, stderr } = await run("--write");
    expect([exitCode, await folder.read("orgform.yaml")]).toEqual([code, text]);
    expect(stderr).toContain(said);
  },
);

it("refuses both options together, and an address that nothing has", async () => {
  const { run } = await opened({ "orgform.yaml": EAST });
  expect((await run("--dry-run", "--write")).exitCode).toBe(1);
  const { exitCode, stderr } = await run("--dry-run", "prod/groups/Est");
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining("There is no prod/groups/Est")]);
});
