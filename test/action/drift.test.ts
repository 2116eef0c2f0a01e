import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../../src/sandbox/start-sandbox.js";
import { type FakeGithub, startFakeGithub } from "./fake-github.js";
import { type Machine, ORGFORM_TOKEN, type StepResult, setUpMachine } from "./runner.js";

const fileOf = (label: string): string => `version: 1
organization: {id: org_northwind, name: Northwind}
workspaces:
  prod:
    attributes:
      region: {data_type: string, label: ${label}}
`;

let github: FakeGithub;
let sandbox: Sandbox;
let machine: Machine;

beforeEach(async () => {
  github = await startFakeGithub();
  const definitions = [
    { name: "region", data_type: "string" as const, label: "Region" },
    { name: "unmanaged", data_type: "string" as const },
  ];
  sandbox = await startSandbox({
    seed: {
      organization: { id: "org_northwind", name: "Northwind" },
      workspaces: [{ name: "prod", definitions }],
    },
    token: ORGFORM_TOKEN,
  });
  machine = await setUpMachine(github, sandbox);
});

afterEach(async () => {
  await machine.close();
  await sandbox.close();
  await github.close();
});

function drift(label: string, runId = "7", inputs: Record<string, string> = {}): Promise<StepResult> {
  machine.write("orgform.yaml", fileOf(label));
  return machine.run("drift", { event: { schedule: "0 3 * * *" }, runId, inputs });
}

/** What a run of the action wrote into the issue of a file that has the label Other. */
let written: string | undefined;

/** Opens that issue: by the action the first time, and as it was then afterwards. */
async function openIssue(): Promise<void> {
  if (written === undefined) {
    await drift("Other");
    written = open()[0]?.body;
  } else {
    github.issues.push(github.row(written, "github-actions[bot]"));
  }
}

const open = () => github.issues.filter(({ state }) => state === "open");

describe("drift", () => {
  it("opens one issue, writes over it while it lasts, and closes it when it is gone", async () => {
    expect(await drift("Region")).toMatchObject({ exitCode: 0, outputs: { outcome: "ok" } });
    expect(github.issues).toEqual([]);

    expect(await drift("Other")).toMatchObject({ exitCode: 0, outputs: { outcome: "differences" } });
    expect(open()).toHaveLength(1);
    expect(open()[0]?.body).toContain("Plan: 0 to add, 1 to change, 0 to remove.");

    await drift("Other", "8");
    await drift("Another", "9");
    expect(github.issues).toHaveLength(1);
    expect(open()[0]?.body).toContain("/actions/runs/9");
    const comments = () => (github.comments.get(open()[0]?.number ?? 0) ?? []).map(({ body }) => body);
    expect(comments()).toEqual(["It differs in other ways now: see above."]);

    await drift("Region", "10");
    expect(open()).toEqual([]);
    await drift("Other", "11");
    expect(open()).toHaveLength(1);
  });

  it("compares a snapshot of the same night without asking the service again", async () => {
    const { path } = await machine.run("setup", { event: {}, isBuilt: true });
    machine.write("orgform.yaml", fileOf("Other"));
    const env = { ...process.env, ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN };
    await promisify(execFile)(join(path[0] ?? "", "orgform"), ["snapshot", "--out=s.json"], {
      cwd: machine.workspace,
      env,
    });
    const asked = sandbox.log().length;
    expect(asked).toBeGreaterThan(0);
    for (const runId of ["7", "8"])
      expect((await drift("Other", runId, { arguments: "--live=s.json" })).outputs.outcome).toBe(
        "differences",
      );
    expect(sandbox.log()).toHaveLength(asked);
    expect(open()).toHaveLength(1);
    expect(open()[0]?.body).toContain("as of ");
    expect(github.comments.get(open()[0]?.number ?? 0) ?? []).toEqual([]);
  });

  it("leaves the issue alone when it could not compare", async () => {
    await openIssue();
    const body = open()[0]?.body;
    sandbox.addFaults({ kind: "status", status: 403 });
    const { exitCode, outputs } = await drift("Region");
    expect({ exitCode, outcome: outputs.outcome }).toEqual({ exitCode: 1, outcome: "error" });
    expect(open()[0]?.body).toBe(body);
  });

  it("keeps the issue, and makes the job red, for a finding that was named or an expectation that fails", async () => {
    const refused = { exitCode: 3, outputs: { outcome: "refused" } };
    expect(await drift("Region", "7", { arguments: "--fail-on=unmanaged" })).toMatchObject(refused);
    expect(open()[0]?.body).toContain("fail-on.unmanaged");
    await drift("Region", "8");
    expect(open()).toEqual([]);

    const file = `${fileOf("Region")}expect: [{workspace: prod, attribute: region, member: admin@northwind.example, is: west}]\n`;
    machine.write("orgform.yaml", file);
    const event = { schedule: "0 3 * * *" };
    expect(await machine.run("drift", { event, runId: "9" })).toMatchObject(refused);
    expect(open()[0]?.body).toContain("would get no value, not west");
  });

  it("keeps the oldest of several issues, and touches neither other people's nor other files'", async () => {
    await openIssue();
    const [own] = open();
    const copy = github.row(own?.body ?? "", "mallory");
    const twin = github.row(own?.body ?? "", "github-actions[bot]");
    const other = github.row((own?.body ?? "").replace("file=.", "file=elsewhere"), "github-actions[bot]");
    github.issues.push(copy, twin, other);
    await drift("Other");
    expect(open()).toEqual([own, copy, other]);
  });
});

describe("orgform", () => {
  it("sees its own token, and none of GitHub's", async () => {
    const folder = join(machine.workspace, "package/dist");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "main.js"), "console.log(Object.keys(process.env).sort().join());");
    const inputs = { package: "package" };
    const env = { GITHUB_TOKEN: github.token, ACTIONS_RUNTIME_TOKEN: "secret" };
    const { log, masked } = await machine.run("drift", { event: {}, inputs, env });
    expect(masked).toBe(2);
    expect(log).toContain("ORGFORM_TOKEN");
    expect(log).not.toMatch(/INPUT_|GITHUB_TOKEN|ACTIONS_/);
  });

  it("is on the path of later steps after a set-up, and is the one of the action's own commit", async () => {
    const { exitCode, path } = await machine.run("setup", { event: {}, isBuilt: true });
    expect({ exitCode, folders: path.length }).toEqual({ exitCode: 0, folders: 1 });
    const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
    expect(execFileSync(join(path[0] ?? "", "orgform"), ["--version"], { encoding: "utf8" })).toContain(
      version,
    );
    expect(github.requests).toEqual([]);
  });

  it("cannot speak to the runner through its output", async () => {
    const folder = join(machine.workspace, "package/dist");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "main.js"), 'console.log("::set-output name=x::y");');
    const { log } = await machine.run("drift", { event: {}, inputs: { package: "package" } });
    expect(log).toMatch(/^::stop-commands::(\S+)\n[\s\S]*::set-output name=x::y[\s\S]*\n::\1::\n/);
  });
});
