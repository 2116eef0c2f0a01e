import { createHash } from "node:crypto";
import { expect, it, onTestFinished } from "vitest";
import { openSandbox } from "../support/open-sandbox.js";
import { withoutBreaks } from "../support/plan-formats.js";
import { orgform } from "../support/run-in-process.js";
import { openFolder } from "./folder.js";

/** A live group A of precedence 1, and what writes a file in which it has another. */
async function start() {
  const sandbox = openSandbox({
    seed: {
      workspaces: [
        { id: "ws_prod", name: "prod", groups: [{ name: "A", precedence: 1 }] },
        { id: "ws_other", name: "other" },
      ],
    },
  });
  onTestFinished(() => sandbox.close());
  const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
  const folder = await openFolder();
  const cwd = folder.path("");
  const write = (precedence: number) =>
    folder.write(
      "orgform.yaml",
      `version: 1\norganization: {id: org_northwind}\nworkspaces: {prod: {groups: {A: {precedence: ${precedence}}}}}\n`,
    );
  return { sandbox, folder, write, cwd, env };
}

it("is refused when it no longer holds what its digest is of", async () => {
  const { sandbox, folder, write, cwd, env } = await start();
  const options = { cwd, env };
  await write(2);
  await orgform(["plan", "--out", "plan.json"], options);
  const plan = JSON.parse(await folder.read("plan.json"));
  await folder.write("edited.json", JSON.stringify({ ...plan, resource_changes: [] }));
  const { exitCode, stderr } = await orgform(["apply", "edited.json"], options);
  expect(exitCode).toBe(1);
  expect(stderr).toContain("edited.json does not hold the plan that its digest is of");
  expect(sandbox.log().filter(({ method }) => method !== "GET")).toEqual([]);
  expect((await orgform(["apply", "plan.json"], options)).exitCode).toBe(0);
});

it("says that there is nothing to apply where nothing is written", async () => {
  const { write, cwd, env } = await start();
  await write(1);
  const unchanged = await orgform(["plan", "--out", "plan.json"], { cwd, env });
  expect(unchanged.stderr).toContain("The plan is saved in plan.json. There is nothing to apply.");
});

it("of a snapshot is applied where the organization is still so", async () => {
  const { write, cwd, env } = await start();
  await write(2);
  await orgform(["snapshot", "--out", "snapshot.json"], { cwd, env });
  const planned = await orgform(["plan", "--live", "snapshot.json", "--out", "plan.json"], { cwd });
  expect(planned.stderr).toContain("To apply exactly this plan: orgform apply plan.json\n");
  expect((await orgform(["apply", "plan.json"], { cwd, env })).exitCode).toBe(0);
});

it("that is stale is refused with what differs, as JSON too", async () => {
  const { write, cwd, env } = await start();
  const options = { cwd, env };
  await write(2);
  await orgform(["plan", "--out", "plan.json"], options);
  await write(3);
  const { exitCode, stdout } = await orgform(["apply", "plan.json", "--format", "json"], options);
  expect(exitCode).toBe(4);
  const events = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const stale = events.find(({ diagnostic }) => diagnostic?.code === "approval-stale");
  expect(stale.diagnostic.detail).toMatch(/Not part of what was approved:.*1 → 3.*Approved.*1 → 2/s);
});

it("is applied with the options that it was made with, and none that say otherwise", async () => {
  const { sandbox, folder, write, cwd, env } = await start();
  const options = { cwd, env };
  const run = (...args: string[]) => orgform(args, options);
  await write(1);
  const base = (await folder.read("orgform.yaml")).replace("workspaces", "variables: {p: {}}\nworkspaces");
  await folder.write("base.yaml", base);
  await folder.write(
    "new.yaml",
    "version: 1\norganization: {id: org_northwind}\nvariables: {p: {}}\nworkspaces: {prod: {groups: {}}, other: {groups: {B: {precedence: 7}}}}\n",
  );
  const made = ["-f", "new.yaml", "--base", "./base.yaml", "--var", "p=1", "--workspace", "p*"];
  const allow = ["--allow", "all-groups=prod", "--fail-on", "arriving", "--access-reads", "3"];
  const planned = await run("plan", ...made, ...allow, "--out", "plan.json");
  expect(planned.stderr).toContain("To apply exactly this plan: orgform apply plan.json\n");
  expect(JSON.parse(await folder.read("plan.json")).made).toEqual({
    at: "2026-03-31T12:00:00Z",
    files: ["new.yaml"],
    options: {
      file: ["new.yaml"],
      base: "./base.yaml",
      var: ["p=1"],
      workspace: ["p*"],
      allow: ["all-groups=prod"],
      fail_on: ["arriving"],
      access_reads: "3",
    },
  });
  for (const [more, says] of [
    [["--workspace", "*"], "made with --workspace p*, and this run has --workspace *"],
    [["--base", "./new.yaml"], "made with --base ./base.yaml, and this run has --base ./new.yaml"],
    [["-f", "base.yaml"], "made with --file new.yaml, and this run has --file base.yaml"],
    [
      ["--allow", "delete.group=2"],
      "made with --allow all-groups=prod, and this run has --allow delete.group=2",
    ],
    [["--var", "p=2"], "made with --var p=1, and this run has --var p=2"],
  ] as const)
    expect(await run("apply", "plan.json", ...more)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining(says),
    });
  const writes = () => sandbox.log().filter(({ method }) => method !== "GET");
  expect(writes()).toEqual([]);
  // The same said again is no other plan.
  expect(await run("apply", "plan.json", "-f", "./new.yaml", "--workspace", "p*")).toMatchObject({
    exitCode: 0,
  });
  expect(writes()).toHaveLength(1);
});

const ABSENT =
  "version: 1\norganization: {id: org_northwind}\nworkspaces: {prod: {groups: {A: {state: absent}}}}\n";

it("carries what was allowed when it was made, and nothing more", async () => {
  const { sandbox, folder, cwd, env } = await start();
  const options = { cwd, env };
  await folder.write("orgform.yaml", ABSENT);
  expect((await orgform(["plan", "--out", "refused.json"], options)).exitCode).toBe(3);
  expect((await orgform(["apply", "refused.json"], options)).exitCode).toBe(3);
  await orgform(["plan", "--allow", "all-groups=prod", "--out", "allowed.json"], options);
  const allowed = JSON.parse(await folder.read("allowed.json"));
  const withoutFlag = await orgform(["apply", "--approve", allowed.plan_digest], options);
  expect(withoutFlag.exitCode).toBe(4);
  expect((await orgform(["apply", "allowed.json"], options)).exitCode).toBe(0);
  expect(sandbox.state().workspaces[0]?.groups).toEqual([]);
});

it("that was refused cannot be made to say that it was allowed", async () => {
  const { sandbox, folder, cwd, env } = await start();
  const options = { cwd, env };
  await folder.write("orgform.yaml", ABSENT);
  await orgform(["plan", "--out", "refused.json"], options);
  const plan = JSON.parse(await folder.read("refused.json"));
  const [guard] = plan.guards;
  const forged = [
    [],
    [{ ...guard, refused: false }],
    [{ ...guard, refused: false, override: "--allow delete.group=999" }],
  ];
  const ends: unknown[] = [];
  for (const guards of forged) {
    await folder.write("forged.json", JSON.stringify({ ...plan, guards }));
    const approved = await orgform(["apply", "forged.json", "--approve", plan.plan_digest], options);
    const alone = await orgform(["apply", "forged.json"], options);
    ends.push([approved.exitCode, alone.exitCode]);
  }
  // Without any guard it is the plan that was refused, and is refused again.
  expect(ends).toEqual([
    [3, 3],
    [1, 1],
    [1, 1],
  ]);
  const digest = ["--approve", plan.plan_digest];
  expect((await orgform(["apply", ...digest], options)).exitCode).toBe(3);
  const allowed = await orgform(["apply", ...digest, "--allow", "all-groups=prod"], options);
  expect(allowed.exitCode).toBe(4);
  const withFile = await orgform(["apply", "refused.json", "--allow", "all-groups=prod"], options);
  expect(withFile.exitCode).toBe(1);
  expect(withFile.stderr).toContain(
    "refused.json was made without --allow, and this run has --allow all-groups=prod",
  );
  expect(sandbox.log().filter(({ method }) => method !== "GET")).toEqual([]);
});

it("has a digest that anybody can work out again", async () => {
  const { folder, cwd, env } = await start();
  await folder.write("orgform.yaml", ABSENT);
  await orgform(["plan", "--allow", "all-groups=prod", "--out", "plan.json"], { cwd, env });
  const plan = JSON.parse(await folder.read("plan.json"));
  const content = {
    access: plan.access_changes,
    allowed: ["--allow all-groups=prod"],
    arriving: [],
    operations: [
      {
        action: "delete",
        address: "prod/groups/A",
        after: null,
        before: { name: "A", precedence: 1 },
        type: "group",
      },
    ],
    organization: "org_northwind",
    rules: [],
    seen: [],
    windows: [],
    workspaces: { prod: "ws_prod" },
  };
  // All keys above stand in order, as RFC 8785 has them, and nothing in it needs more than JSON's own escapes.
  const digest = createHash("sha256").update(JSON.stringify(content)).digest("hex");
  expect(plan.access_changes).toEqual([]);
  expect(plan.plan_digest).toBe(digest);
});

it("is of the workspace that was pinned, and no other", async () => {
  const { folder, cwd, env } = await start();
  const options = { cwd, env };
  const pinned = (id: string) =>
    `version: 1\norganization: {id: org_northwind}\nworkspaces: {staging: {id: ${id}, groups: {B: {precedence: 9}}}}\n`;
  await folder.write("orgform.yaml", pinned("ws_other"));
  const { stdout } = await orgform(["plan", "--out", "plan.json"], options);
  expect(stdout).toContain("staging (live name: other)\n");
  const { plan_digest } = JSON.parse(await folder.read("plan.json"));
  await folder.write("orgform.yaml", pinned("ws_prod"));
  const stale = await orgform(["apply", "plan.json"], options);
  expect(stale.exitCode).toBe(4);
  expect(stale.stderr).toContain("  staging is the workspace prod (ws_prod)\n");
  expect((await orgform(["apply", "--approve", plan_digest], options)).exitCode).toBe(4);
});

it("of another organization is refused in one sentence", async () => {
  const { sandbox, folder, write, cwd, env } = await start();
  await write(2);
  await orgform(["plan", "--out", "plan.json"], { cwd, env });
  await folder.write("other.yaml", "version: 1\norganization: {id: org_other}\nworkspaces: {}\n");
  const asked = sandbox.log().length;
  const ended = await orgform(["apply", "plan.json", "-f", "other.yaml"], { cwd, env });
  expect(ended.exitCode).toBe(3);
  expect(ended.stderr).toContain("plan.json is a plan for org_northwind; the file is for org_other");
  expect(sandbox.log()).toHaveLength(asked);
});

it("of a change to the rules is one of that change, shows it, and can be refused for it", async () => {
  const { folder, cwd, env } = await start();
  const options = { cwd, env };
  const file = (rules: string, precedence: number) =>
    `version: 1\norganization: {id: org_northwind}\n${rules}workspaces: {prod: {groups: {A: {precedence: ${precedence}}}}}\n`;
  await folder.write("base.yaml", file("protect: [prod/groups/A]\n", 1));
  await folder.write("orgform.yaml", file("limits: {delete: {count: 50}}\n", 2));
  const base = ["--base", "./base.yaml"];
  const { exitCode, stdout } = await orgform(["plan", ...base, "--out", "plan.json"], options);
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(
    /^Rules changed \(.*\n( .*\n|[^ \n].*\)\n)* {2}- protect {2}prod\/groups\/A\n {2}~ limits\.delete\.count {2}20 → 50\n/m,
  );
  const refused = await orgform(["plan", ...base, "--fail-on", "rules"], options);
  expect(refused.exitCode).toBe(3);
  for (const format of ["markdown", "html"]) {
    const { stdout } = await orgform(["plan", ...base, "--format", format], options);
    expect(stdout).toContain("Rules changed");
    expect(stdout).toContain("limits.delete.count  20 → 50");
  }
  const plan = JSON.parse(await folder.read("plan.json"));
  await folder.write("forged.json", JSON.stringify({ ...plan, rules_changed: [] }));
  expect((await orgform(["apply", "forged.json", ...base], options)).exitCode).toBe(1);
  await folder.write("orgform.yaml", file("limits: {delete: {count: 60}}\n", 2));
  const stale = await orgform(["apply", "plan.json", ...base], options);
  expect(stale.exitCode).toBe(4);
  expect(stale.stderr).toContain("  ~ limits.delete.count  20 → 60\n");
  await folder.write("orgform.yaml", file("limits: {delete: {count: 50}}\n", 2));
  expect((await orgform(["apply", "plan.json", ...base], options)).exitCode).toBe(0);
});

it("has its digest where somebody keeps it or shows it again, and not above an apply", async () => {
  const { folder, write, cwd, env } = await start();
  await write(2);
  const run = async (...args: string[]) => (await orgform(args, { cwd, env })).stdout;
  const digest = /--approve [0-9a-f]{64}/;
  expect(await run("plan")).not.toMatch(/[0-9a-f]{64}/);
  expect(await run("plan", "--out", "plan.json")).toMatch(digest);
  expect(await run("show", "plan.json")).toMatch(digest);
  for (const format of ["markdown", "html"])
    expect(withoutBreaks(await run("plan", "--format", format))).toMatch(digest);
  expect(JSON.parse(await run("plan", "--format", "json")).plan_digest).toBe(
    JSON.parse(await folder.read("plan.json")).plan_digest,
  );
  expect(await run("apply", "--out", "again.json", "--auto-approve")).not.toMatch(/[0-9a-f]{64}/);
});
