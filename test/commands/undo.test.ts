import { readFileSync } from "node:fs";
import { expect, it, onTestFinished } from "vitest";
import { openSandbox } from "../support/open-sandbox.js";
import { orgform } from "../support/run-in-process.js";
import { openFolder } from "./folder.js";

it("goes back in the workspace that was changed, whatever another one is called", async () => {
  const sandbox = openSandbox({
    seed: {
      workspaces: [
        { name: "prod", groups: [{ name: "New", precedence: 7 }] },
        { name: "legacy", groups: [{ name: "Old", precedence: 3 }] },
      ],
    },
  });
  onTestFinished(() => sandbox.close());
  const groups = () =>
    sandbox.state().workspaces.map((w) => [w.name, ...(w.groups ?? []).map(({ name }) => name)]);
  const before = groups();
  const folder = await openFolder();
  const id = sandbox.state().workspaces.find(({ name }) => name === "legacy")?.id ?? "";
  const file = await folder.write(
    "orgform.yaml",
    `version: 1\norganization: {id: org_northwind}\nworkspaces: {prod: {id: ${id}, groups: {New: {precedence: 10}}}}\n`,
  );
  const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
  const receipt = folder.path("receipt.jsonl");
  const apply = await orgform(["apply", "--auto-approve", "-f", file, "--receipt", receipt], { env });
  expect(apply.exitCode).toBe(0);
  expect(groups()).toEqual([before[0], [...(before[1] ?? []), "New"]]);

  const undo = await orgform(["undo", receipt, "--auto-approve", "--allow", "delete.group=1"], {
    env,
    cwd: folder.path(""),
  });
  expect(undo.exitCode).toBe(0);
  expect(groups()).toEqual(before);
});

it("keeps the receipt of the run before, and goes back without words about files and bases", async () => {
  const sandbox = openSandbox({ seed: { workspaces: [{ name: "prod" }, { name: "other" }] } });
  onTestFinished(() => sandbox.close());
  const folder = await openFolder();
  const write = (groups: string, more = "") =>
    folder.write(
      "orgform.yaml",
      `version: 1\norganization: {id: org_northwind}\nworkspaces: {prod: {attributes: {region: {data_type: string}}, groups: {${groups}}}}\n${more}`,
    );
  const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
  const cwd = folder.path("");
  const apply = () => orgform(["apply", "--auto-approve", "--receipt", "r.json"], { env, cwd });
  await write("East: {precedence: 5}");
  expect((await apply()).exitCode).toBe(0);
  await write("East: {precedence: 5}, West: {precedence: 6}");
  const second = await apply();
  expect(second.stderr).toContain("The receipt of an earlier run is now r.json.1");

  const back = await orgform(["undo", "r.json.1", "--auto-approve", "--allow", "delete.group=1"], {
    env,
    cwd,
  });
  expect(back.exitCode).toBe(0);
  expect(back.stdout).toContain("- groups/East");
  expect(back.stdout).not.toMatch(/Intended by|since the base|Unmanaged/);
  expect(back.stderr).toContain("The file still describes what was undone.");
});

it("names the way out where the file expects what is to be taken back", async () => {
  const sandbox = openSandbox({
    seed: {
      workspaces: [
        {
          name: "prod",
          definitions: [{ name: "region", data_type: "string" }],
          groups: [
            { name: "East", precedence: 5, members: ["ada@northwind.example"], values: { region: "old" } },
          ],
        },
      ],
    },
  });
  onTestFinished(() => sandbox.close());
  const folder = await openFolder();
  await folder.write(
    "orgform.yaml",
    `version: 1
organization: {id: org_northwind}
workspaces: {prod: {attributes: {region: {data_type: string}}, groups: {East: {values: {region: new}}}}}
expect: [{workspace: prod, member: ada@northwind.example, attribute: region, is: new}]
`,
  );
  const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
  const cwd = folder.path("");
  await orgform(["apply", "--auto-approve", "--receipt", "r.json"], { env, cwd });
  const back = await orgform(["undo", "r.json", "--auto-approve"], { env, cwd });
  expect(back.exitCode).toBe(3);
  expect(back.stdout.replaceAll(/\s+/g, " ")).toContain("Pass the previous file with -f");
});

it("does not take a file with a mistake for one without guards", async () => {
  const sandbox = openSandbox({ seed: { workspaces: [{ name: "prod" }] } });
  onTestFinished(() => sandbox.close());
  const folder = await openFolder();
  const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
  const cwd = folder.path("");
  const rest = "organization: {id: org_northwind}\nworkspaces: {prod: {groups: {East: {precedence: 5}}}}\n";
  await folder.write("orgform.yaml", `version: 1\n${rest}`);
  await orgform(["apply", "--auto-approve", "--receipt", "r.json"], { env, cwd });
  await folder.write("orgform.yaml", `version: 1\nlimts: {}\nprotect: ["**"]\n${rest}`);
  const back = await orgform(["undo", "r.json", "--auto-approve", "--allow", "delete.group=1"], { env, cwd });
  expect(back.exitCode).toBe(1);
  expect(back.stderr).toContain("limts");
  expect(sandbox.state().workspaces[0]?.groups?.map(({ name }) => name)).toContain("East");
});

it("brings back a tie that lived before, and warns of it", async () => {
  const member = "ada@northwind.example";
  const sandbox = openSandbox({
    seed: {
      workspaces: [
        {
          name: "prod",
          definitions: [{ name: "region", data_type: "string", label: "region" }],
          members: [{ email: member, role: "view" }],
          groups: [
            { name: "East", precedence: 5, members: [member], values: { region: "east" } },
            { name: "West", precedence: 5, members: [member], values: { region: "west" } },
          ],
        },
      ],
    },
  });
  onTestFinished(() => sandbox.close());
  const before = JSON.stringify(sandbox.state().workspaces);
  const folder = await openFolder();
  await folder.write(
    "applied.yaml",
    "version: 1\norganization: {id: org_northwind}\nworkspaces: {prod: {groups: {East: {precedence: 6}}}}\n",
  );
  const run = (...args: string[]) =>
    orgform(args, {
      env: { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token },
      cwd: folder.path(""),
    });
  expect((await run("apply", "-f", "applied.yaml", "--auto-approve", "--receipt", "r.json")).exitCode).toBe(
    0,
  );
  const undo = await run("undo", "r.json", "--auto-approve");
  expect(undo.stdout).toMatch(/Warning: East and West both have precedence 5/);
  expect(undo.exitCode).toBe(0);
  expect(JSON.stringify(sandbox.state().workspaces)).toBe(before);
});

it("says who sees less and who sees more by the `deny` of the file", async () => {
  const sandbox = openSandbox({
    seed: {
      workspaces: [
        {
          name: "prod",
          definitions: [{ name: "region", data_type: "string" }],
          all_users: { values: { region: "no-access" } },
          groups: [{ name: "East", precedence: 5, values: { region: "east" } }],
          members: [{ email: "ada@northwind.example" }],
        },
      ],
    },
  });
  onTestFinished(() => sandbox.close());
  const folder = await openFolder();
  const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
  const run = (...args: string[]) => orgform(args, { env, cwd: folder.path("") });
  const write = (members: string) =>
    folder.write(
      "orgform.yaml",
      `version: 1\norganization: {id: org_northwind}\nworkspaces: {prod: {attributes: {region: {data_type: string, deny: no-access}}, groups: {East: {members: [${members}]}}}}\n`,
    );
  await write("ada@northwind.example");
  expect((await run("apply", "--auto-approve")).stdout).toContain("1 person changes: 1 sees more.");
  expect((await run("undo", "--dry-run")).stdout).toContain("1 person changes: 1 sees less.");
  // The file may call the workspace by another name since, as long as it pins its id.
  const text = readFileSync(folder.path("orgform.yaml"), "utf8");
  const pinned = (id: string) => text.replace("{prod: {", `{live: {id: ${id}, `);
  const id = sandbox.state().workspaces[0]?.id ?? "";
  await folder.write("orgform.yaml", pinned(id));
  expect((await run("undo", "--dry-run")).stdout).toContain("1 person changes: 1 sees less.");
  await folder.write("orgform.yaml", pinned("ws_other").replace("{live: {", "{prod: {"));
  expect((await run("undo", "--dry-run")).stdout).toContain("1 person changes: 1 sees other data.");
  await write("");
  expect((await run("apply", "--auto-approve")).stdout).toContain("1 person changes: 1 sees less.");
  const back = await run("undo", "--dry-run");
  expect(back.stdout).toContain("1 person changes: 1 sees more.");
  expect(back.stdout).not.toContain("The file does not say");
});

it("lists nobody who has an invite: an undo approves nothing for anybody", async () => {
  const sandbox = openSandbox({
    seed: {
      workspaces: [
        {
          name: "prod",
          definitions: [{ name: "region", data_type: "string" }],
          groups: [
            {
              name: "Guests",
              precedence: 20,
              members: ["ada@northwind.example"],
              values: { region: "none" },
            },
            { name: "West", precedence: 10, values: { region: "west" } },
          ],
          invites: [{ email: "cal@northwind.example", role: "view" }],
        },
      ],
    },
  });
  onTestFinished(() => sandbox.close());
  const folder = await openFolder();
  const file = (guests: string, west: string) =>
    folder.write(
      "orgform.yaml",
      `version: 1
organization: {id: org_northwind}
workspaces:
  prod:
    attributes: {region: {data_type: string, deny: none}}
    groups: {Guests: {members: [${guests}]}, West: {members: [${west}]}}
`,
    );
  const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
  const run = (...args: string[]) => orgform(args, { env, cwd: folder.path("") });
  await file("", "ada@northwind.example");
  const apply = await run("apply", "--auto-approve", "--receipt", "r.jsonl");
  expect(apply.stdout).toContain("1 person changes: 1 sees more");

  const { stdout } = await run("undo", "r.jsonl", "--dry-run");
  expect(stdout).toContain("1 person changes: 1 sees less");
  expect(stdout).not.toContain("cal@northwind.example");
  const json = JSON.parse((await run("undo", "r.jsonl", "--dry-run", "--format", "json")).stdout);
  expect([json.arrivals, json.summary.access.arriving]).toEqual([[], 0]);
});

it("is refused by a limit where it gives people who are invited what all of them have again", async () => {
  const sandbox = openSandbox({
    seed: {
      workspaces: [
        {
          name: "prod",
          definitions: [{ name: "region", data_type: "string" }],
          all_users: { values: { region: "west" } },
          invites: [{ email: "pen@northwind.example", role: "view" }],
        },
      ],
    },
  });
  onTestFinished(() => sandbox.close());
  const folder = await openFolder();
  await folder.write(
    "orgform.yaml",
    `version: 1
organization: {id: org_northwind}
limits: {access: {widened: 0}}
workspaces:
  prod:
    attributes: {region: {data_type: string, deny: none}}
    groups: {All Users: {values: {region: none}}}
`,
  );
  const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
  const options = { env, cwd: folder.path("") };
  expect((await orgform(["apply", "--auto-approve", "--receipt", "r.json"], options)).exitCode).toBe(0);
  const undo = await orgform(["undo", "r.json", "--auto-approve"], options);
  expect(undo.exitCode).toBe(3);
  expect(undo.stdout).toContain("Who gains: pen@northwind.example");
});
