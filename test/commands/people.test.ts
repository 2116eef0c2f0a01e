import { execa } from "execa";
import { describe, expect, it, onTestFinished } from "vitest";
import { openSandbox } from "../support/open-sandbox.js";
import { orgform } from "../support/run-in-process.js";
import { openFolder } from "./folder.js";

const FILE = `version: 1
organization: {id: org_northwind}
people: {file: hr/people.csv, at_least: 2}
workspaces:
  prod:
    attributes: {region: {data_type: string}, customer: {data_type: string}}
    people: {values: {customer: "\${person.customer}"}}
    groups:
      "Sales \${each.region}":
        each: {region: [west, east]}
        values: {region: "\${each.region}"}
        members: {where: {region: "\${each.region}"}}
    precedence_order: [Sales west, Sales east]
`;

const LIST = `email,region,customer
ada@northwind.example,west,c1
bob@northwind.example,east,c2
eve@northwind.example,east,
`;

/** The world that the file and the list describe, under version control. */
async function openCompany() {
  const groups = [
    { name: "Sales west", precedence: 20, values: { region: "west" }, members: ["ada@northwind.example"] },
    {
      name: "Sales east",
      precedence: 10,
      values: { region: "east" },
      members: ["bob@northwind.example", "eve@northwind.example"],
    },
  ];
  const definitions = [
    { name: "region", data_type: "string" },
    { name: "customer", data_type: "string" },
  ] as const;
  const members = [
    { email: "ada@northwind.example", values: { customer: "c1" } },
    { email: "bob@northwind.example", values: { customer: "c2" } },
  ];
  const sandbox = openSandbox({
    seed: { workspaces: [{ name: "prod", definitions, groups, members }] },
  });
  onTestFinished(() => sandbox.close());
  const folder = await openFolder();
  const cwd = folder.path("");
  const git = (...args: string[]) =>
    execa("git", ["-c", "user.name=Ada", "-c", "user.email=ada@northwind.example", ...args], { cwd });
  await execa("mkdir", ["hr"], { cwd });
  await folder.write("orgform.yaml", FILE);
  await folder.write("hr/people.csv", LIST);
  await git("init", "-q");
  await git("add", ".");
  await git("commit", "-qm", "first");
  const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
  return {
    folder,
    requests: () => sandbox.log(),
    run: (...args: string[]) => orgform(args, { cwd, env }),
    /** Edits the list and plans against the commit before. */
    async planEdited(edit: (list: string) => string, ...args: string[]) {
      await folder.write("hr/people.csv", edit(LIST));
      const { stdout, exitCode } = await orgform(["plan", "--base", "HEAD", "--format", "json", ...args], {
        cwd,
        env,
      });
      const plan = JSON.parse(stdout);
      const changes = plan.resource_changes.map(
        ({
          address,
          change,
          action_reason,
          origin,
        }: Record<string, never> & { change: { actions: string[] } }) =>
          `${change.actions[0]} ${address} (${action_reason}; ${origin})`,
      );
      return { plan, changes, exitCode };
    },
  };
}

it("people of the list who are in no workspace are one line of a plan and of validate", async () => {
  const folder = await openFolder();
  const cwd = folder.path("");
  await execa("mkdir", ["hr"], { cwd });
  await folder.write("orgform.yaml", FILE.replace("{values:", "{where: {region: west}, values:"));
  await folder.write("hr/people.csv", LIST);
  const line = "2 people of the list are in no workspace: hr/people.csv:3, hr/people.csv:4.\n";
  const validated = await orgform(["validate"], { cwd });
  expect(validated).toMatchObject({ exitCode: 0 });
  expect(validated.stdout).toContain(`${line}Success!`);
  const planned = await orgform(["plan", "--sandbox"], { cwd });
  expect(planned.stdout).toContain(`hr/people.csv gives 3 people.\n${line}`);
  const json = await orgform(["plan", "--sandbox", "--format", "json"], { cwd });
  expect(JSON.parse(json.stdout).people_list.unplaced).toEqual({
    rows: 2,
    first: ["hr/people.csv:3", "hr/people.csv:4"],
  });
});

describe("an edit of the list", () => {
  it("is no change where nothing changed", async () => {
    const { planEdited } = await openCompany();
    const { plan, changes } = await planEdited((list) => list);
    expect(changes).toEqual([]);
    expect(plan.people_list).toEqual({ files: ["hr/people.csv"], rows: 3, rows_before: 3 });
  });

  it("that adds a joiner names their row", async () => {
    const { planEdited, run } = await openCompany();
    const { plan, changes } = await planEdited((list) => `${list}new@northwind.example,west,c4\n`);
    expect(changes).toEqual(["create prod/members/new@northwind.example (hr/people.csv:5; intent)"]);
    expect(plan.deferred).toMatchObject(plan.deferred.map(() => ({ row: "hr/people.csv:5" })));
    expect(plan.deferred).toHaveLength(2);
    expect(plan.arrivals).toMatchObject([
      {
        member: "new@northwind.example",
        groups: ["Sales west"],
        values: [
          { attribute: "customer", value: "c4" },
          { attribute: "region", value: "west" },
        ],
      },
    ]);
    const { stdout } = await run("plan", "--base", "HEAD");
    expect(stdout).toContain("hr/people.csv gives 4 people (3 at the base).");
    expect(stdout).toContain("(hr/people.csv:5)");
  });

  it("names the row of somebody whom the file names as well", async () => {
    const { folder, planEdited } = await openCompany();
    await folder.write("orgform.yaml", `${FILE}    members: {new@northwind.example: {role: view}}\n`);
    const { changes } = await planEdited((list) => `${list}NEW@northwind.example,west,c4\n`);
    expect(changes).toEqual(["create prod/members/new@northwind.example (hr/people.csv:5; intent)"]);
  });

  it("that moves somebody names row, cause and access", async () => {
    const { planEdited } = await openCompany();
    const { plan, changes } = await planEdited((list) =>
      list.replace("bob@northwind.example,east,c2", "bob@northwind.example,west,"),
    );
    expect(changes).toEqual([
      "delete prod/groups/Sales east/members/bob@northwind.example (not among the members of Sales east: its `where` and `except` leave out hr/people.csv:3; intent)",
      "create prod/groups/Sales west/members/bob@northwind.example (hr/people.csv:3; intent)",
      "delete prod/members/bob@northwind.example/values/customer (not among the values of bob@northwind.example: hr/people.csv:3 does not give it; intent)",
    ]);
    expect(plan.access_changes).toMatchObject([
      { member: "bob@northwind.example", attribute: "customer", kind: "opened" },
      {
        member: "bob@northwind.example",
        attribute: "region",
        before: { value: "east" },
        after: { value: "west" },
      },
    ]);
  });

  it("that takes a leaver out is refused where it would open them", async () => {
    const { planEdited, run } = await openCompany();
    const { plan, changes, exitCode } = await planEdited((list) =>
      list.replace("eve@northwind.example,east,\n", ""),
    );
    expect(changes).toEqual([
      expect.stringMatching(
        /^delete prod\/groups\/Sales east\/members\/eve@northwind.example \(.*no row that counts in hr\/people.csv, was HEAD:hr\/people.csv:4; intent\)$/,
      ),
    ]);
    expect(plan.access_changes).toMatchObject([{ member: "eve@northwind.example", kind: "opened" }]);
    expect(plan.not_listed).toMatchObject([
      { member: "admin@northwind.example" },
      { member: "eve@northwind.example", groups: [], row: "was HEAD:hr/people.csv:4" },
    ]);
    expect(exitCode).toBe(3);
    expect(plan.guards).toMatchObject([{ name: "access.opened", refused: true }]);
    const applied = await run("apply", "--auto-approve");
    expect(applied.exitCode).toBe(3);
  });
});

it("sends no request and empties nothing where the list cannot be used", async () => {
  const { folder, run, requests } = await openCompany();
  for (const list of [
    "",
    "email,region,customer\n",
    "email,region,customer\nada@northwind.example,west,c1\n",
    LIST.slice(0, -2),
  ]) {
    await folder.write("hr/people.csv", list);
    const { exitCode, stderr } = await run("apply", "--auto-approve");
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/at (hr\/people\.csv|orgform\.yaml):\d+:\d+/);
  }
  expect(requests()).toEqual([]);
});

it("reads a list at the base from its own path, also where a folder is named", async () => {
  const { folder, run } = await openCompany();
  const { stdout, exitCode } = await run("plan", "-f", ".", "--base", "HEAD", "--detailed-exitcode");
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining("3 at the base")]);
  const outside = await openFolder();
  const list = await outside.write("people.csv", LIST);
  await folder.write("orgform.yaml", FILE.replace("hr/people.csv", list));
  const ended = await run("plan", "--base", "HEAD", "--allow", "outside");
  expect([ended.exitCode, ended.stdout]).toEqual([0, expect.stringContaining("No changes.")]);
});
