import { mkdirSync, readdirSync } from "node:fs";
import { expect, it, onTestFinished } from "vitest";
import type { Fields } from "../../src/model/state/resource.js";
import type { SandboxSeed } from "../../src/sandbox/start-sandbox.js";
import { openSandbox } from "../support/open-sandbox.js";
import { clientOf } from "../support/plan-against.js";
import { receiptText } from "../support/receipts.js";
import { orgform } from "../support/run-in-process.js";
import { openFolder } from "./folder.js";

// What somebody else has made since an apply, or before it, is not taken back with it: names are not enough to know a
// thing again.

const HEAD = "version: 1\norganization: {id: org_northwind}\n";

/** A sandbox, an apply of a file on it, and the way back. */
async function stage(seed: SandboxSeed, file: string) {
  const sandbox = openSandbox({ seed });
  onTestFinished(() => sandbox.close());
  const folder = await openFolder();
  await folder.write("applied.yaml", HEAD + file);
  const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
  const run = (...args: string[]) => orgform(args, { env, cwd: folder.path("") });
  const workspace = (name: string) => sandbox.state().workspaces.find((one) => one.name === name);
  return {
    sandbox,
    folder,
    run,
    client: clientOf(sandbox),
    idOf: (name: string) => workspace(name)?.id ?? "",
    groups: (name: string) => (workspace(name)?.groups ?? []).map((group) => group.name),
    apply: (...more: string[]) =>
      run("apply", "-f", "applied.yaml", "--auto-approve", "--receipt", "r.jsonl", ...more),
    undo: (...more: string[]) => run("undo", "r.jsonl", "--auto-approve", ...more),
  };
}

it("leaves a renamed group where another has its former name, and that one too", async () => {
  const { apply, undo, client, idOf, groups, sandbox } = await stage(
    { workspaces: [{ name: "prod", groups: [{ name: "Sales", precedence: 10 }] }] },
    "workspaces: {prod: {groups: {Field: {precedence: 10, previously: [Sales]}}}}\n",
  );
  expect((await apply()).exitCode).toBe(0);
  const body = { name: "Sales", user_attribute_precedence: 40 };
  await client.createGroup({ workspace_id: idOf("prod"), body });
  const before = JSON.stringify(sandbox.state());
  const back = await undo();
  expect(back.stdout).toContain('not taken back: another group is called "Sales" now');
  expect(back.stdout).toContain("No changes. 1 change of the run is not taken back: the warnings say why.");
  expect(groups("prod")).toEqual(["Field", "Sales"]);
  expect(JSON.stringify(sandbox.state())).toBe(before);
});

it("does not fill a group that was made anew under the name of a deleted one", async () => {
  const seed: SandboxSeed = {
    workspaces: [
      {
        name: "prod",
        definitions: [{ name: "region", data_type: "string", label: "region" }],
        groups: [{ name: "Sales", precedence: 10, values: { region: "west" } }],
      },
    ],
  };
  const { apply, undo, client, idOf, sandbox } = await stage(
    seed,
    "workspaces: {prod: {groups: {Sales: {state: absent}}}}\n",
  );
  expect((await apply("--allow", "all-groups=prod")).exitCode).toBe(0);
  const body = { name: "Sales", user_attribute_precedence: 40 };
  await client.createGroup({ workspace_id: idOf("prod"), body });
  const before = JSON.stringify(sandbox.state());
  const back = await undo();
  expect(back.stdout).toContain('not taken back: something else is called "Sales" now');
  expect(JSON.stringify(sandbox.state())).toBe(before);
});

it("archives no workspace that is another one, or that others have put something into", async () => {
  const { apply, undo, client, idOf } = await stage(
    { workspaces: [{ name: "prod" }] },
    "workspaces: {lab: {}}\n",
  );
  expect((await apply()).exitCode).toBe(0);
  const body = { name: "Theirs", user_attribute_precedence: 1 };
  await client.createGroup({ workspace_id: idOf("lab"), body });
  const used = await undo("--allow", "archive=lab");
  expect(used.stdout).toContain("not taken back: something is in it that is not taken back");

  await client.archiveWorkspace({ workspace_id: idOf("lab") });
  await client.createWorkspace({ body: { name: "lab", provision_by_default: false } });
  const another = await undo("--allow", "archive=lab");
  expect(another.stdout).toContain("not taken back: its workspace is not there any more");
  expect(idOf("lab")).not.toBe("");
});

it("holds the way back to the rules of the file beside the receipt, wherever it runs", async () => {
  const { folder, run, groups } = await stage({ workspaces: [{ name: "prod" }] }, "workspaces: {}\n");
  const file = "workspaces: {prod: {groups: {West: {precedence: 1}}}}\nprotect: [prod/groups/West]\n";
  mkdirSync(folder.path("there"));
  await folder.write("there/orgform.yaml", HEAD + file);
  expect((await run("apply", "-f", "there/orgform.yaml", "--auto-approve")).exitCode).toBe(0);
  const [name] = readdirSync(folder.path("there/.orgform/receipts"));
  const back = await run(
    "undo",
    `there/.orgform/receipts/${name}`,
    "--auto-approve",
    "--allow",
    "all-groups=prod",
  );
  expect(back.exitCode).toBe(3);
  expect(back.stdout).toContain("protect forbids deleting these");
  expect(groups("prod")).toEqual(["West"]);
});

it("refuses the file of another organization before it asks anything", async () => {
  const { apply, undo, folder, sandbox } = await stage(
    { workspaces: [{ name: "prod" }] },
    "workspaces: {prod: {groups: {West: {precedence: 1}}}}\n",
  );
  expect((await apply()).exitCode).toBe(0);
  await folder.write("other.yaml", "version: 1\norganization: {id: org_other}\nworkspaces: {}\n");
  const asked = sandbox.log().length;
  const back = await undo("-f", "other.yaml");
  expect(back.exitCode).toBe(3);
  expect(back.stderr).toContain("The file is of another organization");
  expect(sandbox.log()).toHaveLength(asked);
});

/** A receipt that somebody wrote: it says of live things that a run made them. */
const forged = (...addresses: readonly (readonly [string, Fields])[]) =>
  receiptText({
    changes: addresses.map(([address, after]) => ({
      address,
      kind: address.includes("/values/") ? "group_value" : "group",
      action: "create",
      before: null,
      after,
    })),
  });

it("takes back no creation whose id was not recorded", async () => {
  const { undo, folder, sandbox } = await stage(
    {
      workspaces: [
        {
          name: "prod",
          definitions: [{ name: "region", data_type: "string" }],
          groups: [
            { name: "A", precedence: 1 },
            { name: "B", precedence: 2, values: { region: "west" } },
          ],
        },
      ],
    },
    "workspaces: {}\n",
  );
  await folder.write(
    "r.jsonl",
    forged(
      ["prod/groups/A", { name: "A", precedence: 1 }],
      ["prod/groups/B/values/region", { group: "B", attribute: "region", value: "west" }],
    ),
  );
  const before = JSON.stringify(sandbox.state());
  const back = await undo();
  expect(back.stdout).toContain('not taken back: no id of "B" was recorded');
  expect(back.stdout).toContain('not taken back: no id of "A" was recorded');
  expect(JSON.stringify(sandbox.state())).toBe(before);
});

it("holds the way back to the default limits where there is no file", async () => {
  const names = Array.from({ length: 12 }, (_, i) => `G${i}`);
  const { apply, undo, groups } = await stage(
    { workspaces: [{ name: "prod", groups: [{ name: "Old", precedence: 99 }] }] },
    `workspaces: {prod: {groups: {${names.map((name, i) => `${name}: {precedence: ${i + 1}}`).join(", ")}}}}\nlimits: {delete: {count: 99, percent: 100}}\n`,
  );
  expect((await apply()).exitCode).toBe(0);
  const back = await undo();
  expect(back.exitCode).toBe(3);
  expect(back.stdout).toContain("delete.group: 12");
  expect(groups("prod")).toHaveLength(13);
  expect((await undo("--allow", "delete.group=12")).exitCode).toBe(0);
  expect(groups("prod")).toEqual(["Old"]);
});

it("refuses a workspace under the name of another one, unless the file pins it so", async () => {
  const { apply, undo, folder, groups } = await stage(
    {
      workspaces: [
        { id: "ws_prod", name: "prod" },
        { id: "ws_other", name: "other" },
      ],
    },
    "workspaces: {prod: {id: ws_other, groups: {West: {precedence: 1}}}}\n",
  );
  expect((await apply()).exitCode).toBe(0);
  const refused = await undo();
  expect(refused.exitCode).toBe(3);
  expect(refused.stderr).toContain("The workspace that the receipt calls prod is now called other");
  const guarded = "protect: [other/**]\nworkspaces: {prod: {id: ws_other}}\n";
  await folder.write("guarded.yaml", HEAD + guarded);
  const held = await undo("-f", "guarded.yaml", "--allow", "all-groups=other");
  expect(held.exitCode).toBe(3);
  expect(held.stdout).toContain("prod (live name: other)");
  expect(held.stdout).toContain("protect forbids deleting these");
  expect(held.stdout + held.stderr).not.toContain("matches nothing");
  expect(groups("other")).toEqual(["West"]);
  const back = await undo("-f", "applied.yaml", "--allow", "all-groups=other");
  expect(back.exitCode).toBe(0);
  expect(groups("other")).toEqual([]);
});
