import { describe, expect, it, onTestFinished } from "vitest";
import type { SandboxSeed } from "../../src/sandbox/start-sandbox.js";
import { openSandbox } from "../support/open-sandbox.js";
import { orgform } from "../support/run-in-process.js";
import { openFolder } from "./folder.js";

const SEEN = {
  name: "prod",
  definitions: [{ name: "region", data_type: "string" }],
  groups: [{ name: "A", precedence: 1, values: { region: "west" }, members: ["ada@b.example"] }],
} as const;

/** Runs the command beside a file, on an organization of these workspaces, and says what became of them. */
async function runIn(
  workspaces: NonNullable<SandboxSeed["workspaces"]>,
  file: string,
  args: readonly string[],
) {
  const sandbox = openSandbox({ seed: { workspaces } });
  onTestFinished(() => sandbox.close());
  const folder = await openFolder();
  await folder.write("orgform.yaml", file);
  const run = await orgform(args, {
    cwd: folder.path(""),
    env: { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token },
  });
  return { ...run, state: sandbox.state() };
}

it.each([
  ["prod/groups/A", 0, "1 to change"],
  ["prod/groups/B", 1, "Error: --only prod/groups/B matches nothing"],
  ["prdo/**", 1, 'Did you mean "prod/**"?'],
  ["*/groups/B", 0, "Warning: --only */groups/B matches nothing"],
  ["**/B", 0, "Warning: --only **/B matches nothing"],
  ["prod/gruops/A", 1, "--only prod/gruops/A can match no address"],
  ["", 1, "can match no address"],
])("--only %j says so when there is nothing that it could mean", async (pattern, exitCode, says) => {
  const run = await runIn(
    [{ name: "prod", groups: [{ name: "A", precedence: 1 }] }],
    "version: 1\norganization: {id: org_northwind}\nworkspaces: {prod: {groups: {A: {precedence: 2}}}}\n",
    ["plan", "--only", pattern],
  );
  expect(run.exitCode).toBe(exitCode);
  expect(run.stdout + run.stderr).toContain(says);
});

it.each([
  ["prod/groups/A/members/new@b.example", 0, "which this partial plan leaves out"],
  ["prod/groups/Gone", 0, "No changes."],
  ["prod/groups/All Users", 0, "No changes."],
  ["prod/groups/Gonne", 1, "Nothing in the file or the organization matches"],
  ["other", 1, "the file does not list it"],
  ["prod/members/new@b.example", 0, "1 to add"],
  ["prod/**", 0, "added once the invite from this plan is accepted"],
])("--only %j knows what waits, is gone already or is not managed", async (pattern, exitCode, says) => {
  const run = await runIn(
    [{ name: "prod", groups: [{ name: "A", precedence: 1 }] }, { name: "other" }],
    `version: 1
organization: {id: org_northwind}
workspaces:
  prod:
    groups: {A: {members: [new@b.example]}, Gone: {state: absent}, All Users: {values: {}}}
    members: {new@b.example: {}}
`,
    ["plan", "--only", pattern],
  );
  expect(run.exitCode).toBe(exitCode);
  expect((run.stdout + run.stderr).replace(/\s+/g, " ")).toContain(says);
});

it.each([
  [["who", "ada@b.example"]],
  [["who"]],
  [["who", "--planned"]],
  [["who", "--planned", "--format", "json"]],
  [["who", "region=west"]],
  [["who", "region=west", "--planned"]],
  [["compare", "live"]],
  [["compare", "planned", "live"]],
])("%j has no answer for an --only that matches nothing", async (args) => {
  const run = await runIn([SEEN], "version: 1\norganization: {id: org_northwind}\nworkspaces: {prod: {}}\n", [
    ...args,
    "--only",
    "prod/groups/B",
  ]);
  expect(run.stdout + run.stderr).toContain("--only prod/groups/B matches nothing");
  expect(run.stdout).not.toContain("west");
  expect(run.exitCode).toBe(1);
});

it("says where an expectation stands that is broken or names what there is not, and no address of its own", async () => {
  const run = await runIn(
    [SEEN],
    `version: 1
organization: {id: org_northwind}
workspaces: {prod: {attributes: {region: {data_type: string}}, groups: {A: {precedence: 1}}}}
expect:
  - {workspace: prod, attribute: region, never: [west]}
  - {workspace: prod, attribute: regoin, never: [west]}
`,
    ["plan"],
  );
  expect(run.exitCode).toBe(1);
  const said = run.stdout + run.stderr;
  expect(said).toContain("orgform.yaml:5)");
  expect(said).toContain("at orgform.yaml:6:34\n");
  expect(said).not.toContain("expect/");
  // The file alone could only warn of it.
  expect(said.match(/"regoin"/g)).toHaveLength(1);
});

it("--only brings along what the selected needs in order to exist, and nothing else", async () => {
  const run = await runIn(
    [{ name: "prod" }],
    `version: 1
organization: {id: org_northwind}
workspaces:
  prod:
    attributes: {region: {data_type: string}, team: {data_type: string}}
    groups: {New: {precedence: 2, values: {region: west, team: a}}, Other: {precedence: 3}}
`,
    ["apply", "--auto-approve", "--only", "prod/groups/New/values/region"],
  );
  expect(run.exitCode).toBe(0);
  const [prod] = run.state.workspaces;
  expect(prod?.definitions?.map(({ name }) => name)).toEqual(["region"]);
  expect(prod?.groups?.filter(({ name }) => name !== "All Users")).toMatchObject([
    { name: "New", values: { region: "west" } },
  ]);
});

describe("--exclude", () => {
  const SEED = [
    { name: "prod", groups: [{ name: "A", precedence: 1, members: ["ada@b.example"] }] },
    { name: "lab" },
  ];
  const FILE = `version: 1
organization: {id: org_northwind}
workspaces:
  prod:
    exact: {groups: true}
    attributes: {region: {data_type: string}}
    groups:
      B: {precedence: 2, values: {region: west}}
      C: {precedence: 3, members: [ada@b.example]}
  lab: {groups: {D: {precedence: 4}}}
`;
  const addresses = async (...patterns: string[]) => {
    const flags = patterns.flatMap((pattern) => ["--exclude", pattern]);
    const { stdout } = await runIn(SEED, FILE, ["plan", "--format", "json", ...flags]);
    const { resource_changes } = JSON.parse(stdout);
    return resource_changes.map(({ address }: { address: string }) => address);
  };

  it.each([
    // Without the attribute nothing can have a value of it; the group itself does not need it.
    [["prod/attributes/region"], ["prod/groups/B/values/region"]],
    [["prod/groups/B"], ["prod/groups/B/values/region"]],
    [["prod/groups/*/values/**"], []],
    // The group's deletion would take the membership with it.
    [["prod/groups/A/members/*"], ["prod/groups/A"]],
    [["prod/groups/A"], ["prod/groups/A/members/ada@b.example"]],
  ])("%j leaves out what matches, and what needs it", async (patterns, alsoGone) => {
    const all = await addresses();
    const left = await addresses(...patterns);
    const gone = all.filter((address: string) => !left.includes(address));
    expect(gone).toEqual(expect.arrayContaining(alsoGone));
    expect(left).toContain("lab/groups/D");
    expect(left).toContain("prod/groups/C");
    expect(left.length).toBeLessThan(all.length);
  });

  it("leaves a workspace alone as a whole, and says that the plan is not the whole file", async () => {
    expect(await addresses("prod", "prod/**")).toEqual(["lab/groups/D"]);
    const { stdout } = await runIn(SEED, FILE, ["plan", "--format", "json", "--exclude", "lab/**"]);
    expect(JSON.parse(stdout).complete).toBe(false);
  });

  it.each([
    ["prod/groups/Z", 1, "Error: --exclude prod/groups/Z matches nothing"],
    ["*/groups/Z", 3, "Warning: --exclude */groups/Z matches nothing"],
    ["prod/gruops/A", 1, "--exclude prod/gruops/A can match no address"],
  ])("%s says so when there is nothing that it could mean", async (pattern, exitCode, says) => {
    const run = await runIn(SEED, FILE, ["plan", "--exclude", pattern]);
    expect(run.exitCode).toBe(exitCode);
    expect(run.stdout + run.stderr).toContain(says);
  });
});

it.each([
  [["--only", "prod/members/**"], { invites: 1, everybody: { region: "nothing" } }],
  [["--exclude", "prod/groups/All Users/**"], { invites: 0, everybody: {} }],
  [["--exclude", "prod/attributes/**"], { invites: 0, everybody: {} }],
])("%j invites nobody into a workspace without the values of All Users", async (patterns, after) => {
  const run = await runIn(
    [{ name: "prod" }],
    `version: 1
organization: {id: org_northwind}
workspaces:
  prod:
    attributes: {region: {data_type: string}}
    groups: {All Users: {values: {region: nothing}}}
    members: {new@b.example: {}}
`,
    ["apply", "--auto-approve", ...patterns],
  );
  const [prod] = run.state.workspaces;
  expect({ invites: prod?.invites?.length, everybody: prod?.all_users?.values }).toEqual(after);
});

describe("a name in the service", () => {
  const SEED = [
    {
      id: "ws_1",
      name: "live-prod",
      groups: [
        { name: "Board", precedence: 30, members: ["dan@b.example"] },
        { name: "Sales", precedence: 10 },
      ],
      members: [{ email: "ada@b.example" }, { email: "dan@b.example" }],
    },
  ];
  const FILE = `version: 1
organization: {id: org_northwind}
workspaces:
  prod:
    id: ws_1
    groups:
      Execs: {previously: [Board], members: [ada@b.example, dan@b.example]}
      Sales: {precedence: 11}
`;
  const planned = async (...args: string[]) => {
    const { stdout, exitCode } = await runIn(SEED, FILE, ["plan", "--format", "json", ...args]);
    const { resource_changes, warnings, diagnostics } = JSON.parse(stdout);
    return {
      exitCode,
      changes: resource_changes.map(({ address }: { address: string }) =>
        address.replace("prod/groups/", ""),
      ),
      said: [...warnings, ...diagnostics].map(({ code }: { code: string }) => code),
    };
  };
  const EXECS = ["Execs", "Execs/members/ada@b.example"];

  it.each([
    ["--exclude", "*/groups/Board/**", ["Sales"]],
    ["--exclude", "**/Board/members/*", ["Execs", "Sales"]],
    ["--exclude", "prod/groups/Board", ["Execs/members/ada@b.example", "Sales"]],
    ["--exclude", "live-prod/groups/B*/**", ["Sales"]],
    ["--exclude", "live-prod/**", []],
    ["--only", "*/groups/Board/**", EXECS],
    ["--only", "live-prod/groups/Board/members/ADA@b.example", ["Execs/members/ada@b.example"]],
    ["--only", "live-prod/**", [...EXECS, "Sales"]],
  ])("%s %s means the thing under it as well", async (flag, pattern, changes) => {
    expect(await planned(flag, pattern)).toEqual({ exitCode: 0, changes, said: [] });
  });

  it("is another name still where the file gives it to nothing", async () => {
    expect(await planned("--exclude", "*/groups/Boards/**")).toEqual({
      exitCode: 0,
      changes: [...EXECS, "Sales"],
      said: ["usage"],
    });
  });
});
