import { expect, it, onTestFinished } from "vitest";
import { openSandbox } from "../support/open-sandbox.js";
import { clientOf } from "../support/plan-against.js";
import { orgform } from "../support/run-in-process.js";
import { openFolder } from "./folder.js";

// A receipt has the names of the file, and groups may have others now. Its ids say which group is meant: nobody keeps
// access because of a name.

const ADA = "ada@northwind.example";

/** The file renames Board to Execs, gives it another value and lets Ada in. */
const FILE = `version: 1
organization: {id: org_northwind}
workspaces:
  prod:
    groups:
      Execs: {previously: [Board], values: {region: all}, members: [dan@northwind.example, ${ADA}]}
`;

const BOARD = { name: "Board", value: "west", members: ["dan@northwind.example"] };

async function stage() {
  const sandbox = openSandbox({
    seed: {
      workspaces: [
        {
          name: "prod",
          definitions: [{ name: "region", data_type: "string" }],
          all_users: { values: { region: "none" } },
          members: [{ email: ADA }, { email: "dan@northwind.example" }, { email: "eve@northwind.example" }],
          groups: [
            { name: "Board", precedence: 30, values: { region: "west" }, members: ["dan@northwind.example"] },
            { name: "Temp", precedence: 5, members: ["eve@northwind.example"] },
          ],
        },
      ],
    },
  });
  onTestFinished(() => sandbox.close());
  const folder = await openFolder();
  await folder.write("orgform.yaml", FILE);
  const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
  const run = (...args: string[]) => orgform(args, { env, cwd: folder.path("") });
  const client = clientOf(sandbox);
  const workspace_id = sandbox.state().workspaces[0]?.id ?? "";
  return {
    sandbox,
    folder,
    run,
    apply: (...more: string[]) => run("apply", "--auto-approve", "--receipt", "r.jsonl", ...more),
    undo: (...more: string[]) => run("undo", "r.jsonl", "--auto-approve", ...more),
    async rename(from: string, name: string) {
      const { data } = await client.listGroups({ workspace_id });
      const group_id = data.find((group) => group.name === from)?.id ?? "";
      await client.updateGroup({ workspace_id, group_id, body: { name } });
    },
    create: (name: string) =>
      client.createGroup({ workspace_id, body: { name, user_attribute_precedence: 40 } }),
    group() {
      const found = sandbox.state().workspaces[0]?.groups?.find(({ precedence }) => precedence === 30);
      return { name: found?.name, value: found?.values?.region, members: [...(found?.members ?? [])].sort() };
    },
  };
}

it.each([[["--only", "prod/groups/Execs/*/**"]], [["--exclude", "prod/groups/Execs"]]])(
  "takes back what a run gave that left the renaming out, by the command that it names: %j",
  async (patterns) => {
    const { apply, undo, run, group } = await stage();
    const applied = await apply(...patterns);
    expect(applied.exitCode).toBe(0);
    expect(group()).toEqual({ name: "Board", value: "all", members: [ADA, "dan@northwind.example"] });
    const [, command = ""] = /^To go back: +orgform (.*)$/m.exec(applied.stdout) ?? [];
    const back = await run(...command.split(" "), "--auto-approve");
    expect(back.stdout).not.toContain("not taken back");
    expect([back.exitCode, group()]).toEqual([0, BOARD]);
    const again = await undo("--dry-run");
    expect(again.stdout).toContain("No changes. Everything that can be undone already is.");
  },
);

it("takes back what a run gave whose renaming failed", async () => {
  const { sandbox, apply, undo, group } = await stage();
  sandbox.addFaults({
    match: { method: "PATCH", path: "/workspaces/*/groups/*" },
    kind: "status",
    status: 400,
    message: "no",
  });
  expect((await apply()).exitCode).toBe(5);
  sandbox.clearFaults();
  expect(group()).toEqual({ name: "Board", value: "all", members: [ADA, "dan@northwind.example"] });
  const back = await undo();
  expect(back.stdout).not.toContain("not taken back");
  expect([back.exitCode, group()]).toEqual([0, BOARD]);
});

it.each([
  ["another name", "Leaders"],
  ["its former name", "Board"],
])("takes back what a run gave in a group that somebody has given %s since", async (_, name) => {
  const { apply, undo, rename, group } = await stage();
  expect((await apply()).exitCode).toBe(0);
  await rename("Execs", name);
  const back = await undo();
  expect(group()).toEqual({ ...BOARD, name });
  expect(back.stdout.includes('not taken back: "Execs" is called "Leaders" now')).toBe(name === "Leaders");
  expect(/ Not taken back: 1\.$/m.test(back.stdout)).toBe(name === "Leaders");
});

it("says what is left where nothing else is to be taken back, in Markdown too", async () => {
  const { apply, undo, run, rename } = await stage();
  await apply();
  await rename("Execs", "Leaders");
  await undo();
  const left = "No changes. 1 change of the run is not taken back: the warnings say why.";
  expect((await undo()).stdout).toContain(left);
  expect((await run("undo", "r.jsonl", "--dry-run", "--format", "markdown")).stdout).toContain(left);
});

it("follows no name to another group: the one that has it now is not the one of the run", async () => {
  const { apply, undo, rename, create, group, sandbox } = await stage();
  await apply();
  await rename("Execs", "Leaders");
  await create("Execs");
  await undo();
  expect(group()).toEqual({ ...BOARD, name: "Leaders" });
  expect(sandbox.state().workspaces[0]?.groups?.map(({ name }) => name)).toContain("Execs");
});
