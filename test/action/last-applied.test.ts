import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../../src/sandbox/start-sandbox.js";
import { type ApplyRun, type FakeGithub, REPOSITORY, startFakeGithub } from "./fake-github.js";
import { type Machine, ORGFORM_TOKEN, setUpMachine } from "./runner.js";

let github: FakeGithub;
let sandbox: Sandbox;
let machine: Machine;

beforeEach(async () => {
  github = await startFakeGithub();
  const groups = ["Old", "New"].map((name, i) => ({ name, precedence: 10 + i }));
  const workspaces = [{ name: "prod", groups }];
  sandbox = await startSandbox({
    seed: { organization: { id: "org_northwind", name: "Northwind" }, workspaces },
    token: ORGFORM_TOKEN,
  });
  machine = await setUpMachine(github, sandbox);
});

afterEach(async () => {
  await machine.close();
  await sandbox.close();
  await github.close();
});

/** A commit of a file with these groups. */
function commit(...groups: readonly string[]): string {
  const lines = groups.map((name) => `      ${name}: {}\n`).join("");
  const empty = lines === "" ? "{}\n" : `\n${lines}`;
  const file = `version: 1\norganization: {id: org_northwind}\nworkspaces:\n  prod:\n    groups: ${empty}`;
  machine.write("orgform.yaml", file);
  machine.git("add", "--all");
  machine.git("commit", "--quiet", "--allow-empty", "--message", "change");
  return machine.git("rev-parse", "HEAD");
}

function ran(head_sha: string, conclusion: string | null, more: Partial<ApplyRun> = {}): void {
  const run_number = github.runs.length + 1;
  github.runs.push({ run_number, event: "push", head_branch: "main", head_sha, conclusion, ...more });
}

/** A pull request of what is checked out, which goes onto `base`. */
const pullRequest = (base: string) => ({
  event: {
    repository: { full_name: REPOSITORY },
    pull_request: {
      number: 1,
      head: { sha: machine.git("rev-parse", "HEAD"), repo: { full_name: REPOSITORY } },
      base: { sha: base },
    },
  },
});

const comment = () => github.comments.get(1)?.[0]?.body ?? "";

describe("the base", () => {
  it("is the last applied commit, so that the plan has what a failed apply left", async () => {
    const applied = commit("Old", "New");
    const failed = commit("New");
    ran(applied, "success");
    ran(failed, "failure");
    commit("New");
    const { exitCode, log } = await machine.run("plan", pullRequest(failed));
    expect(exitCode, log).toBe(0);
    expect(comment()).toContain("1 to remove");
    expect(comment()).toContain(`since the last apply (${applied.slice(0, 7)})`);
  });

  it("is what the pull request goes onto, before the first apply", async () => {
    const base = commit("Old", "New");
    commit("New");
    await machine.run("plan", pullRequest(base));
    expect(comment()).toContain("1 to remove");
    expect(comment()).toContain("before the first apply");
  });

  it("is never one that a fork names by a workflow and a branch of the same names", async () => {
    const applied = commit("Old", "New");
    const base = commit("New");
    ran(applied, "success", { event: "workflow_dispatch" });
    ran(base, "success", { event: "pull_request" });
    await machine.run("plan", pullRequest(base));
    expect(comment()).toContain(`since the last apply (${applied.slice(0, 7)})`);
  });

  it("is not guessed where GitHub does not say it", async () => {
    const base = commit("New");
    ran(base, "success");
    github.first.push({ status: 403 });
    const { exitCode, log } = await machine.run("plan", pullRequest(base));
    expect(exitCode).toBe(1);
    expect(log).toContain("permission actions: read");
    expect(sandbox.log()).toEqual([]);
  });

  it("does not become the commit of which only some workspaces were applied", async () => {
    machine.write("package/dist/main.js", "");
    const { exitCode, log } = await machine.run("apply", {
      event: {},
      inputs: { package: "package", digest: "0", arguments: "--workspace prod" },
    });
    expect(exitCode).toBe(1);
    expect(log).toContain("not the whole file");
  });
});

describe("a night", () => {
  it("runs the last applied commit", async () => {
    ran("a".repeat(40), "failure");
    ran("b".repeat(40), "success");
    const { exitCode, outputs, path } = await machine.run("applied", { event: {} });
    expect({ exitCode, commit: outputs.commit, folders: path.length }).toEqual({
      exitCode: 0,
      commit: "b".repeat(40),
      folders: 1,
    });
  });

  it.each(["failure", "cancelled", "timed_out", null])(
    "does not run after an apply that ended with %s",
    async (end) => {
      ran("a".repeat(40), "success");
      ran("b".repeat(40), end);
      const { exitCode, log, outputs } = await machine.run("applied", { event: {} });
      expect({ exitCode, outputs }).toEqual({ exitCode: 1, outputs: {} });
      expect(log).toContain("The last apply has not ended well (https://github.example/runs/2).");
    },
  );

  it("does not run before the first apply", async () => {
    const { exitCode, log } = await machine.run("applied", { event: {} });
    expect(exitCode).toBe(1);
    expect(log).toContain("Nothing was applied yet");
  });
});
