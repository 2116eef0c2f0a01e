import { describe, expect, it, onTestFinished } from "vitest";
import type { SandboxSeed } from "../../src/sandbox/start-sandbox.js";
import { openSandbox } from "../support/open-sandbox.js";
import { orgform } from "../support/run-in-process.js";
import { openFolder } from "./folder.js";

const HEAD = "version: 1\norganization: {id: org_northwind}\n";

/** Runs commands beside a file, on an organization of these workspaces. */
async function start(workspaces: NonNullable<SandboxSeed["workspaces"]>, file: string) {
  const sandbox = openSandbox({ seed: { workspaces } });
  onTestFinished(() => sandbox.close());
  const folder = await openFolder();
  await folder.write("orgform.yaml", HEAD + file);
  const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
  const run = (...args: readonly string[]) => orgform(args, { cwd: folder.path(""), env });
  return {
    sandbox,
    folder,
    run,
    async changes(...args: readonly string[]) {
      const { stdout } = await run("plan", "--format", "json", ...args);
      const { resource_changes } = JSON.parse(stdout);
      return resource_changes.map(({ address }: { address: string }) => address);
    },
  };
}

const group = (name: string, precedence: number) => ({ name, groups: [{ name: "A", precedence }] });

describe("--workspace", () => {
  const SEED = [
    { id: "ws_p", ...group("prod", 1) },
    { id: "ws_e", ...group("eu-prod", 1) },
    { id: "ws_l", ...group("Labor", 1) },
    { id: "ws_o", ...group("old", 1) },
    { id: "ws_x", ...group("other-prod", 1) },
  ];
  const FILE = `workspaces:
  prod: {groups: {A: {precedence: 2}}}
  eu-prod: {groups: {A: {precedence: 2}}}
  lab: {id: ws_l, groups: {A: {precedence: 2}}}
  old: {state: absent}
`;

  it.each([
    [["prod"], ["prod"]],
    [["*prod"], ["eu-prod", "prod"]],
    [
      ["prod", "lab"],
      ["lab", "prod"],
    ],
    [["lab"], ["lab"]],
    // The name in the service.
    [["Lab*"], ["lab"]],
    [["Labor"], ["lab"]],
    [["*"], ["eu-prod", "lab", "old", "prod"]],
  ])("%j is of whole workspaces, by either name", async (patterns, scope) => {
    const { run, sandbox } = await start(SEED, FILE);
    const { stdout } = await run(
      "plan",
      "--format",
      "json",
      ...patterns.flatMap((pattern) => ["--workspace", pattern]),
    );
    const plan = JSON.parse(stdout);
    expect([plan.scope, plan.complete]).toEqual([scope, false]);
    const changed = plan.resource_changes.map(({ address }: { address: string }) => address.split("/")[0]);
    expect([...new Set(changed)].sort()).toEqual(scope);
    // Nothing else is read, and nothing else is said to be without a file.
    const ids = SEED.map(({ id }) => id);
    const read = new Set(sandbox.log().flatMap(({ path }) => ids.filter((id) => path.includes(id))));
    expect(read.size).toBe(scope.length);
    const unmanaged = patterns.some((pattern) => /^\*/.test(pattern)) ? ["other-prod"] : [];
    expect(plan.unmanaged.map(({ address }: { address: string }) => address)).toEqual(unmanaged);
  });

  it.each([
    ["prd", 'Did you mean "prod"?'],
    ["prod/groups/A", "matches no workspace of the file"],
    ["*-dev", "matches no workspace of the file"],
    ["other-prod", "the file does not list it"],
  ])("%j that matches nothing ends the run before it reads a workspace", async (pattern, says) => {
    const { run, sandbox } = await start(SEED, FILE);
    for (const command of ["plan", "drift", "apply"]) {
      const { exitCode, stderr } = await run(command, "--workspace", pattern, "--workspace", "prod");
      expect([command, exitCode, stderr.replaceAll(/\s+/g, " ")]).toEqual([
        command,
        1,
        expect.stringContaining(says),
      ]);
    }
    expect(sandbox.log().filter(({ path }) => path.includes("ws_"))).toEqual([]);
  });

  it("that is the exact name of a workspace means that one alone", async () => {
    const { changes } = await start(
      [group("a*", 1), group("ab", 1)],
      "workspaces: {a*: {groups: {A: {precedence: 2}}}, ab: {groups: {A: {precedence: 2}}}}\n",
    );
    expect(await changes("--workspace", "a*")).toEqual(["a*/groups/A"]);
    expect(await changes("--workspace", "a**")).toEqual(["a*/groups/A", "ab/groups/A"]);
  });

  it("applies these alone, saves what it is of, and finds their drift alone", async () => {
    const { run, sandbox, folder } = await start(SEED, FILE);
    const precedences = () =>
      sandbox.state().workspaces.map(({ name, groups = [] }) => `${name} ${groups[0]?.precedence}`);
    const planned = await run("plan", "--workspace", "*prod", "--out", "plan.json");
    expect(planned.stdout).toContain(
      "This run is only of eu-prod, prod: other workspaces of the file are not compared.\n",
    );
    expect(planned.stderr).toContain("To apply exactly this plan: orgform apply plan.json\n");
    const saved = JSON.parse(await folder.read("plan.json"));
    expect([saved.scope, saved.made.options]).toEqual([["eu-prod", "prod"], { workspace: ["*prod"] }]);
    // The same operations for a run of other workspaces are another plan.
    const other = ["--workspace", "prod", "--workspace", "eu-prod", "--workspace", "lab"];
    expect((await run("apply", "--approve", saved.plan_digest, ...other)).exitCode).toBe(4);
    expect((await run("apply", "--approve", saved.plan_digest)).exitCode).toBe(4);
    expect((await run("apply", "plan.json", "--workspace", "lab")).exitCode).toBe(1);
    expect(precedences()).toEqual(["prod 1", "eu-prod 1", "Labor 1", "old 1", "other-prod 1"]);
    expect((await run("apply", "plan.json")).exitCode).toBe(0);
    expect(precedences()).toEqual(["prod 2", "eu-prod 2", "Labor 1", "old 1", "other-prod 1"]);
    const still = await run("drift", "--workspace", "prod", "--workspace", "eu-prod");
    expect(still.exitCode).toBe(0);
    expect(still.stdout).toContain("as far as this partial plan looks");
    expect((await run("drift", "--workspace", "lab")).exitCode).toBe(2);
    expect((await run("apply", "--auto-approve", "--workspace", "Labor")).exitCode).toBe(0);
    expect(precedences()).toEqual(["prod 2", "eu-prod 2", "Labor 2", "old 1", "other-prod 1"]);
  });

  it("leaves removals by the base elsewhere alone, and does those of its own", async () => {
    const { run, folder, changes } = await start(
      [group("prod", 2), group("gone", 1), group("ancient", 1)],
      "workspaces: {prod: {groups: {}}}\n",
    );
    const base =
      "workspaces: {prod: {groups: {A: {precedence: 2}}}, gone: {groups: {A: {precedence: 1}}}, ancient: {groups: {}}}\n";
    await folder.write("base.yaml", HEAD + base);
    const with_ = ["--base", "./base.yaml", "--workspace"];
    expect(await changes(...with_, "prod")).toEqual(["prod/groups/A"]);
    expect(await changes(...with_, "gone")).toEqual(["gone", "gone/groups/A"]);
    const { stdout } = await run("plan", ...with_, "gone");
    expect(stdout).toContain("--allow archive=gone");
    expect(stdout).not.toContain("ancient");
  });

  it("makes no removal of a workspace that has another key in the base", async () => {
    const { folder, changes } = await start(
      [{ id: "ws_1", ...group("live", 1) }, group("lab", 1)],
      "workspaces: {now: {id: ws_1, groups: {A: {precedence: 2}}}, lab: {groups: {}}}\n",
    );
    await folder.write(
      "base.yaml",
      `${HEAD}workspaces: {before: {id: ws_1, groups: {A: {precedence: 1}}}, lab: {groups: {}}}\n`,
    );
    for (const name of ["now", "before", "live"])
      expect(await changes("--base", "./base.yaml", "--workspace", name)).toEqual(["now/groups/A"]);
  });

  it("lists rules of these workspaces among the changed ones, and warns of no pattern that is about others", async () => {
    const { run, folder } = await start(
      [group("prod", 1), group("lab", 1)],
      "protect: [lab/groups/A, new/groups/A]\nworkspaces: {prod: {groups: {}}, lab: {groups: {}}, new: {groups: {}}}\n",
    );
    const never = (workspace: string) =>
      `{workspace: ${workspace}, member: a@b.example, attribute: x, is: y}`;
    await folder.write(
      "base.yaml",
      `${HEAD}workspaces: {prod: {}, lab: {}}\nexpect: [${never("prod")}, ${never("lab")}]\n`,
    );
    const { stdout } = await run("plan", "--format", "json", "--base", "./base.yaml", "--workspace", "prod");
    const { rules_changed, diagnostics } = JSON.parse(stdout);
    expect(
      rules_changed.map(({ before, after }: { before: unknown; after: unknown }) => before ?? after),
    ).toEqual([expect.objectContaining({ workspace: "prod" }), "lab/groups/A", "new/groups/A"]);
    expect(diagnostics).toEqual([]);
  });

  it("knows the organization admins of a new workspace from one that it is not of", async () => {
    const { run } = await start(
      [{ name: "prod", members: [{ email: "root@b.example", role: "organization_admin" }] }],
      "workspaces: {prod: {}, new: {attributes: {region: {data_type: string}}, groups: {All Users: {values: {region: west}}}}}\n",
    );
    const { stdout } = await run("plan", "--format", "json", "--workspace", "new");
    const { people } = JSON.parse(stdout);
    expect(people.map(({ member }: { member: string }) => member)).toContain("root@b.example");
  });
});

it("says where an expectation stands that is broken or names what there is not, and no address of its own", async () => {
  const seen = {
    name: "prod",
    definitions: [{ name: "region", data_type: "string" }],
    groups: [{ name: "A", precedence: 1, values: { region: "west" }, members: ["ada@b.example"] }],
  } as const;
  const { run } = await start(
    [seen],
    `workspaces: {prod: {attributes: {region: {data_type: string}}, groups: {A: {precedence: 1}}}}
expect:
  - {workspace: prod, attribute: region, never: [west]}
  - {workspace: prod, attribute: regoin, never: [west]}
`,
  );
  const { exitCode, stdout, stderr } = await run("plan");
  expect(exitCode).toBe(1);
  const said = stdout + stderr;
  expect(said).toContain("orgform.yaml:5)");
  expect(said).toContain("at orgform.yaml:6:34\n");
  expect(said).not.toContain("expect/");
  // The file alone could only warn of it.
  expect(said.match(/"regoin"/g)).toHaveLength(1);
});
