import { readdirSync, utimesSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { createSandbox } from "../../src/sandbox/start-sandbox.js";
import { orgform } from "../support/run-in-process.js";
import { openFolder } from "./folder.js";

const FILE = `version: 1
organization: {id: org_northwind, name: Northwind}
workspaces:
  prod:
    attributes: {region: {data_type: string, deny: none}}
    groups:
      All Users: {values: {region: none}}
      Sales: {precedence: 10, values: {region: west}, members: [ada@northwind.example]}
    members: {ada@northwind.example: {role: explore}}
`;
const SEED = {
  users: [{ email: "grace@northwind.example", organization_admin: true }],
  workspaces: [
    {
      name: "prod",
      provision_by_default: true,
      definitions: [{ name: "region", data_type: "string" as const }],
      all_users: { values: { region: "none" } },
      groups: [
        { name: "Sales", precedence: 10, members: ["ada@northwind.example"], values: { region: "west" } },
      ],
      members: [{ email: "bo@northwind.example", role: "view", values: { region: "south" } }],
      invites: [{ email: "cy@northwind.example", role: "explore", created_date: "2026-03-01T00:00:00Z" }],
    },
    { name: "lab" },
  ],
};

/** One organization in its three forms, and a file that gives Sales another value. */
async function open() {
  const folder = await openFolder();
  await folder.write("orgform.yaml", FILE.replace("west", "east"));
  const cwd = folder.path("");
  const run = (...args: string[]) => orgform(args, { cwd, env: { NO_COLOR: "1" } });
  const sandbox = createSandbox({ seed: SEED, file: folder.path("org.json") });
  await folder.write("seed.json", JSON.stringify(sandbox.state()));
  await sandbox.close();
  await run("snapshot", "--sandbox", "org.json", "--out", "snapshot.json");
  return { folder, run };
}

it.each(["seed.json", "snapshot.json"])(
  "a run from %s is in memory, and its last line says so",
  async (name) => {
    const { folder, run } = await open();
    const before = await folder.read(name);
    const { stdout, exitCode } = await run("apply", "--auto-approve", "--sandbox", name);
    expect({ exitCode, end: stdout.trimEnd().split("\n").slice(-2) }).toEqual({
      exitCode: 0,
      end: [
        "Apply complete. Changes: 0 added, 1 changed, 0 removed.",
        `This ran in a rehearsal from ${name}, and not in the service.`,
      ],
    });
    expect(await folder.read(name)).toBe(before);
    expect((await run("log", "--sandbox")).stdout).toContain(`a rehearsal from ${name}`);
    const [receipt = ""] = readdirSync(folder.path(".orgform/receipts")).filter(
      (one) => one !== ".gitignore",
    );
    const page = await run("show", `.orgform/receipts/${receipt}`, "--format", "html");
    expect(page.stdout).toMatch(/orgform\.yaml[\s\S]*<dd>orgform \d/);
  },
);

it("each form is read where another is, and says the same", async () => {
  const { folder, run } = await open();
  const { organization, workspaces } = JSON.parse(await folder.read("snapshot.json"));
  expect(workspaces).toMatchObject([{ name: "lab" }, { name: "prod", provision_by_default: true }]);
  for (const name of ["org.json", "seed.json", "snapshot.json"]) {
    for (const option of ["--live", "--sandbox"]) {
      await run("snapshot", option, name, "--out", `${name}${option}.json`);
      const again = JSON.parse(await folder.read(`${name}${option}.json`));
      expect(again, `${option} ${name}`).toMatchObject({ organization, workspaces, sandbox: true });
    }
    const { stdout } = await run("compare", name, "planned", "--live", "snapshot.json");
    expect(stdout).toContain("Sees other data: 1 value");
  }
  utimesSync(folder.path("org.json"), 1_780_000_000, 1_780_000_000);
  const moment = "as of 2026-05-28 20:26 UTC (org.json, of a sandbox)";
  expect((await run("who", "--live", "org.json")).stdout).toContain(moment);
});

it("a snapshot of a part, and a file of another kind, are refused with what to do", async () => {
  const { folder, run } = await open();
  await run("snapshot", "--sandbox", "org.json", "--workspace", "prod", "--out", "part.json");
  expect((await run("plan", "--sandbox", "part.json")).stderr).toContain(
    "part.json shows a part of the organization\n  It is only of prod, and the rest would look as if it did not exist.",
  );
  await run("plan", "--out", "plan.json", "--sandbox", "org.json");
  expect((await run("plan", "--sandbox", "plan.json")).stderr).toContain("A plan file goes");
  writeFileSync(folder.path("typo.json"), JSON.stringify({ workspace: [] }));
  expect((await run("plan", "--sandbox", "typo.json")).stderr).toContain('The seed has no "workspace"');
  const live = await run("who", "--live", "typo.json");
  expect(live.stderr).toContain('The seed has no "workspace"');
  expect(live.stderr).not.toContain("defect");
  expect((await run("sandbox", "accept", "--all", "snapshot.json")).stderr).toContain("--seed SNAPSHOT");
});
