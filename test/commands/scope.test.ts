import { parse } from "csv-parse/sync";
import { expect, it } from "vitest";
import { scopeOfSnapshot, sealed } from "../../src/live/snapshot/snapshot-file.js";
import type { Snapshot } from "../../src/model/state/snapshot.js";
import { jsonText } from "../../src/report/words/json-text.js";
import { openSandbox } from "../support/open-sandbox.js";
import { orgform } from "../support/run-in-process.js";
import { openFolder } from "./folder.js";

const SEED = {
  organization: { id: "org_northwind", name: "Northwind" },
  users: [{ email: "admin@northwind.example", organization_admin: true }],
  tokens: [
    { token: "whole", email: "admin@northwind.example", scope: "org_admin" as const },
    { token: "lab", email: "admin@northwind.example", scope: "admin" as const, workspace: "ws_lab" },
  ],
  workspaces: [
    { id: "ws_lab", name: "lab", members: [{ email: "ada@northwind.example", role: "view" }] },
    { id: "ws_prod", name: "prod", members: [{ email: "bob@northwind.example", role: "view" }] },
  ],
};

const FILE = `version: 1
organization: {id: org_northwind}
workspaces: {lab: {}, prod: {}}
`;

/** An organization of two workspaces, and snapshots of all of it and of one workspace. */
async function open() {
  const [sandbox, folder] = [openSandbox({ seed: SEED }), await openFolder()];
  await folder.write("orgform.yaml", FILE);
  const runWith =
    (token: string) =>
    (...args: string[]) =>
      orgform(args, {
        cwd: folder.path(""),
        env: { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: token },
      });
  const run = runWith("whole");
  await run("snapshot", "--out", "whole.json");
  return { folder, run, runWith };
}

const PARTS: readonly (readonly [how: string, token: string, more: readonly string[]])[] = [
  ["a token of one workspace", "lab", []],
  ["one workspace by name", "whole", ["--workspace", "lab"]],
];

it.each(PARTS)(
  "a snapshot of a part says so, and so does all that is made of it: %s",
  async (_, token, more) => {
    const { folder, run, runWith } = await open();
    const taken = await runWith(token)("snapshot", "--out", "part.json", ...more);
    expect(taken).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining("The snapshot is a part of the organization: only of lab."),
    });
    const { digest: _digest, ...part } = JSON.parse(await folder.read("part.json"));
    expect(part.scope).toEqual({ workspaces: ["lab"], whole: false });
    expect(JSON.parse(await folder.read("whole.json")).scope).toEqual({
      workspaces: ["lab", "prod"],
      whole: true,
    });
    const who = await run("who", "--live", "part.json", "--workspace", "lab");
    expect(who.stdout).toContain("part.json, only of lab)");
    const json = await run("who", "--live", "part.json", "--workspace", "lab", "--format", "json");
    expect(JSON.parse(json.stdout).as_of.scope).toEqual(["lab"]);
  },
);

it.each(PARTS)("a review of a part says so in its page and in each row: %s", async (_, token, more) => {
  const { folder, runWith } = await open();
  const made = await runWith(token)("review", "--out", "q1", ...more);
  expect(made.stderr).toContain("The review is of a part of the organization: only of lab.");
  expect(await folder.read("q1.html")).toContain("a part of the organization, only of lab");
  const rows = parse(await folder.read("q1.csv"), { columns: true, bom: true }) as Record<string, string>[];
  expect(new Set(rows.map(({ scope }) => scope))).toEqual(new Set(["lab"]));
  await runWith("whole")("review", "--out", "q2");
  const whole = parse(await folder.read("q2.csv"), { columns: true, bom: true }) as Record<string, string>[];
  expect(new Set(whole.map(({ scope }) => scope))).toEqual(new Set(["whole"]));
});

it.each(PARTS)("nobody is called new or gone where one side did not look: %s", async (_, token, more) => {
  const { run, runWith } = await open();
  await runWith(token)("snapshot", "--out", "part.json", ...more);
  for (const points of [
    ["part.json", "whole.json"],
    ["whole.json", "part.json"],
    ["part.json", "live"],
    ["live", "part.json"],
  ]) {
    const { exitCode, stdout } = await run("compare", ...points, "--format", "json");
    expect([exitCode, JSON.parse(stdout)], points.join()).toMatchObject([
      0,
      { people: [], not_compared: ["prod"] },
    ]);
    expect((await run("compare", ...points)).stdout).toContain("prod was not compared");
    const alone = await run("compare", ...points, "--workspace", "prod");
    expect([alone.exitCode, alone.stderr]).toEqual([
      1,
      expect.stringContaining("The points show no workspace in common: prod"),
    ]);
  }
});

it("a small token compares what it sees with a snapshot of everything", async () => {
  const { runWith } = await open();
  const { exitCode, stdout } = await runWith("lab")("compare", "whole.json", "live", "--format", "json");
  expect([exitCode, JSON.parse(stdout)]).toMatchObject([0, { people: [], not_compared: ["prod"] }]);
});

it("a workspace that was made since has new people", async () => {
  const { folder, run } = await open();
  await folder.write("orgform.yaml", FILE.replace("prod: {}", "prod: {}, new: {}"));
  expect((await run("apply", "--auto-approve", "--no-receipt")).exitCode).toBe(0);
  const { stdout } = await run("compare", "whole.json", "live", "--format", "json");
  const compared = JSON.parse(stdout);
  expect(compared).not.toHaveProperty("not_compared");
  expect(compared.people).toMatchObject([{ workspace: "new", presence: "joined" }]);
});

it.each(PARTS)(
  "a snapshot knows its workspace under the name that the file gives it: %s",
  async (_, token, more) => {
    const { folder, run, runWith } = await open();
    await runWith(token)("snapshot", "--out", "part.json", ...more);
    await folder.write("orgform.yaml", FILE.replace("lab: {}", "laboratory: {id: ws_lab}"));
    for (const points of [
      ["part.json", "whole.json"],
      ["part.json", "live"],
    ]) {
      const { stdout } = await run("compare", ...points, "--format", "json");
      expect(JSON.parse(stdout), points.join()).toMatchObject({ people: [], not_compared: ["prod"] });
    }
  },
);

it.each(PARTS)(
  "a review since a part calls nobody new where the part does not look: %s",
  async (_, token, more) => {
    const { folder, run, runWith } = await open();
    await runWith(token)("snapshot", "--out", "part.json", ...more);
    const { stderr } = await run("review", "--out", "q1", "--since", "part.json");
    expect(stderr).toContain("prod cannot be compared: part.json does not show it.");
    const rows = parse(await folder.read("q1.csv"), { columns: true, bom: true }) as Record<string, string>[];
    for (const { workspace, changed } of rows)
      expect(changed).toBe(workspace === "prod" ? "not compared" : "");
    expect(await folder.read("q1.html")).toContain("<dt>Not compared</dt><dd>prod</dd>");
  },
);

it("a snapshot of an earlier version tells its scope by its token and what it leaves out", async () => {
  const { folder, run } = await open();
  const { scope: _, ...older }: Snapshot = JSON.parse(await folder.read("whole.json"));
  const [lab] = older.workspaces;
  if (lab === undefined) throw new Error("no workspace");
  const { digest: __, ...unsealed } = older;
  const part = { workspaces: ["lab"], whole: false };
  expect(scopeOfSnapshot(older)).toEqual({ workspaces: ["lab", "prod"], whole: true });
  expect(scopeOfSnapshot({ ...older, workspaces: [lab], token_scope: "admin" })).toEqual(part);
  const others = [{ id: "ws_prod", name: "prod" }];
  expect(scopeOfSnapshot({ ...older, workspaces: [lab], other_workspaces: others })).toEqual(part);
  await folder.write(
    "older.json",
    sealed(jsonText({ ...unsealed, workspaces: [lab], other_workspaces: others })).text,
  );
  const { stdout } = await run("compare", "older.json", "whole.json", "--format", "json");
  expect(JSON.parse(stdout)).toMatchObject({ people: [], not_compared: ["prod"] });
});

it.each(PARTS)("what needs everything takes what a part shows: %s", async (_, token, more) => {
  const { folder, run, runWith } = await open();
  await runWith(token)("snapshot", "--out", "part.json", ...more);
  const exported = await run("export", "--live", "part.json");
  expect([exported.exitCode, exported.stderr]).toMatchObject([0, expect.not.stringContaining("Error")]);
  expect(exported.stdout).not.toContain("prod");
  expect((await run("review", "--live", "part.json", "--out", "q1")).exitCode).toBe(0);
  expect((await run("snapshot", "--live", "part.json", "--out", "again.json")).exitCode).toBe(0);
  expect(JSON.parse(await folder.read("again.json")).scope).toEqual({ workspaces: ["lab"], whole: false });
});
