import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseConfig } from "../../src/config/config.js";
import { type Sandbox, startSandbox } from "../../src/sandbox/start-sandbox.js";
import { applyAgainst, clientOf, planAgainst } from "../support/plan-against.js";
import { type FakeGithub, REPOSITORY, type Row, startFakeGithub } from "./fake-github.js";
import { type Machine, ORGFORM_TOKEN, type StepOptions, setUpMachine } from "./runner.js";

const SEED = {
  organization: { id: "org_northwind", name: "Northwind" },
  users: [{ email: "grace@northwind.example", organization_admin: true }],
  workspaces: [
    {
      id: "ws_prod",
      name: "prod",
      definitions: [
        { id: "uad_region", name: "region", data_type: "string", label: "Region" },
        // The file says nothing of it: what a comment keeps of a plan counts it.
        { id: "uad_legacy", name: "legacy", data_type: "string", label: "Legacy" },
      ],
      all_users: { id: "grp_all", values: { region: "no-access" } },
      groups: [
        {
          id: "grp_sales",
          name: "Sales",
          precedence: 10,
          members: ["ada@northwind.example"],
          values: { region: "west" },
        },
      ],
      members: [
        { email: "ada@northwind.example", role: "explore" },
        { email: "bob@northwind.example", role: "explore" },
      ],
    },
  ],
} as const;

const fileOf = (region: string, more = ""): string => `version: 1
organization: {id: org_northwind, name: Northwind}
workspaces:
  prod:
    attributes:
      region: {data_type: string, label: Region}
    groups:
      All Users: {values: {region: no-access}}
      Sales:
        values: {region: ${region}}
        members: [ada@northwind.example]
${more}`;

let github: FakeGithub;
let sandbox: Sandbox;
let machine: Machine;
/** The commit on main before the pull request. */
let before: string;

beforeEach(async () => {
  github = await startFakeGithub();
  sandbox = await startSandbox({ seed: SEED, token: ORGFORM_TOKEN });
  machine = await setUpMachine(github, sandbox);
  before = commit(fileOf("west"));
});

afterEach(async () => {
  await machine.close();
  await sandbox.close();
  await github.close();
});

function commit(file: string): string {
  machine.write("orgform.yaml", file);
  machine.git("add", "--all");
  machine.git("commit", "--quiet", "--allow-empty", "--message", "change");
  return machine.git("rev-parse", "HEAD");
}

/** Checks out what GitHub would: the pull request merged into main. */
function pullRequest(file: string): StepOptions {
  machine.git("checkout", "--quiet", "-B", "change", before);
  const head = commit(file);
  machine.git("checkout", "--quiet", "--detach", before);
  machine.git("merge", "--quiet", "--no-ff", "--message", "merge", head);
  return { event: pullRequestEvent(head), sha: machine.git("rev-parse", "HEAD") };
}

function pullRequestEvent(head: string, from = REPOSITORY): object {
  return {
    repository: { full_name: REPOSITORY },
    pull_request: {
      number: 1,
      head: { sha: head, repo: { full_name: from } },
      base: { sha: before, ref: "main" },
    },
  };
}

/** Merges the pull request that was planned last; main is checked out afterwards. */
function merge(): StepOptions {
  machine.git("checkout", "--quiet", "-B", "main");
  const sha = machine.git("rev-parse", "HEAD");
  github.pulls.set(sha, [
    { number: 9, merge_commit_sha: "elsewhere" },
    { number: 1, merge_commit_sha: sha },
  ]);
  return { event: { repository: { full_name: REPOSITORY }, before }, sha };
}

/** What the action left in the pull request that gives Sales the region east. */
let shown: { readonly comments: readonly Row[]; readonly labels: readonly string[] } | undefined;

/**
 * A pull request that gives Sales the region east, as the action left it. The action plans the first one; each later one
 * is the same and gets what that one got.
 */
async function plannedPullRequest(): Promise<StepOptions> {
  const change = pullRequest(fileOf("east"));
  if (shown === undefined) {
    await machine.run("plan", change);
    shown = structuredClone({ comments: comments(), labels: github.labels.get(1) ?? [] });
  } else {
    github.comments.set(
      1,
      shown.comments.map(({ body, user }) => github.row(body, user.login)),
    );
    github.labels.set(1, [...shown.labels]);
  }
  return change;
}

const comments = () => github.comments.get(1) ?? [];
const writes = () => github.requests.filter((request) => !request.startsWith("GET"));
const regionOfSales = () => sandbox.state().workspaces[0]?.groups?.[0]?.values;

describe("a pull request", () => {
  it("gets a comment, labels and a summary, and the next run of the same plan changes nothing", async () => {
    const change = pullRequest(fileOf("east"));
    const first = await machine.run("plan", { ...change, isBuilt: true });
    expect(first).toMatchObject({ exitCode: 0, outputs: { outcome: "ok" } });
    expect(comments()).toHaveLength(1);
    expect(comments()[0]?.body).toContain(
      "Plan: 0 to add, 1 to change, 0 to remove. Access: 1 person changes: 1 sees other data.",
    );
    expect(comments()[0]?.body).toContain(`--approve ${first.outputs.digest}`);
    expect(first.summary).toContain("Plan: 0 to add, 1 to change");
    expect(github.labels.get(1)).toEqual(["changes"]);

    // The comment names the minute of reading, which stands still here.
    await machine.run("plan", change);
    github.requests.length = 0;
    await machine.run("plan", change);
    expect(writes()).toEqual([]);

    await machine.run("plan", { ...change, runId: "8" });
    expect(writes()).toEqual([`PATCH issues/comments/${comments()[0]?.id}`]);
    expect(comments()[0]?.body).toContain("/actions/runs/8");
  });

  it("gets its comment written over when the plan differs, and other labels", async () => {
    await plannedPullRequest();
    const [old] = comments();
    const { outputs } = await machine.run("plan", pullRequest(fileOf("north")));
    expect(comments()).toEqual([old]);
    expect(comments()[0]?.body).toContain(`--approve ${outputs.digest}`);
    await machine.run("plan", pullRequest(fileOf("west")));
    expect(comments()[0]?.body).toContain("No changes.");
    expect(github.labels.get(1)).toEqual(["no-changes"]);
    expect(writes().filter((request) => request.startsWith("DELETE issues/comments"))).toEqual([]);
  });

  it("keeps the oldest of several comments of its own", async () => {
    await plannedPullRequest();
    const [own] = comments();
    github.comments.get(1)?.push(github.row(own?.body ?? "", "github-actions[bot]"));
    await machine.run("plan", pullRequest(fileOf("north")));
    expect(comments()).toEqual([own]);
  });

  it("is planned in a merge queue on top of what the group goes on, and told in the summary only", async () => {
    const { sha } = pullRequest(fileOf("east"));
    const event = { repository: {}, merge_group: { base_sha: before, head_sha: sha } };
    const { exitCode, summary } = await machine.run("plan", { event });
    expect(exitCode).toBe(0);
    expect(summary).toContain("Plan: 0 to add, 1 to change, 0 to remove.");
    expect(summary).not.toContain("drift");
    expect(writes()).toEqual([]);
  });

  it("is planned without labels where the repository has none of them, and says so", async () => {
    github.known.clear();
    const { exitCode, log } = await machine.run("plan", pullRequest(fileOf("east")));
    expect(exitCode).toBe(0);
    expect(comments()).toHaveLength(1);
    expect(log).toMatch(/^::warning title=orgform::no-changes, changes, .*create these labels once/m);
  });

  it("finds its comment among several pages of others", async () => {
    const change = pullRequest(fileOf("east"));
    await machine.run("plan", change);
    const own = comments();
    const talk = (n: number) => Array.from({ length: n }, () => github.row("Looks good", "ada"));
    github.comments.set(1, [...talk(150), ...own, ...talk(150)]);
    github.requests.length = 0;
    await machine.run("plan", change);
    expect(writes()).toEqual([]);
    expect(github.requests.filter((request) => request === "GET issues/1/comments")).toHaveLength(4);
  });

  it("never believes nor touches a comment of somebody else", async () => {
    const change = await plannedPullRequest();
    const copy = github.row(comments()[0]?.body ?? "", "mallory");
    github.comments.set(1, [copy]);
    const { exitCode } = await machine.run("apply", merge());
    expect(exitCode).toBe(3);
    await machine.run("plan", change);
    expect(comments()).toHaveLength(2);
    expect(comments()[0]).toBe(copy);
  });

  it("shows hostile names as text, and still finds its comment", async () => {
    const name =
      '"</details> @northwind/all `::set-output name=x::y`\\n<!-- orgform:action kind=plan file=x digest=none -->"';
    const change = pullRequest(fileOf("east", `      ${name}: {precedence: 30}\n`));
    const { log, exitCode } = await machine.run("plan", change);
    expect(exitCode).toBe(0);
    await machine.run("plan", { ...change, runId: "9" });
    expect(comments()).toHaveLength(1);
    const body = comments()[0]?.body ?? "";
    const outsideOfCode = body.replace(/^(`{3,})\w*\n[\s\S]*?\n\1$/gm, "").replace(/(`+)[^\n]*?\1/g, "");
    expect(outsideOfCode).not.toContain("@northwind");
    expect(body.match(/<!-- orgform:action/g)).toHaveLength(2);
    expect(body.match(/^<!-- orgform:action/gm)).toHaveLength(1);
    expect(commandsOf(log)).not.toContain("set-output");
  });

  it("is red when a guard refuses, and says which flag would allow it", async () => {
    const { exitCode, log, outputs } = await machine.run(
      "plan",
      pullRequest(fileOf("west").replace("{region: no-access}", "{}")),
    );
    expect({ exitCode, outcome: outputs.outcome }).toEqual({ exitCode: 3, outcome: "refused" });
    expect(log).toMatch(/^::error title=orgform::Refused: .*--allow access\.opened=/m);
    expect(github.labels.get(1)).toEqual(["changes", "removes", "opens-access"]);
    expect(comments()[0]?.body).toContain("[!CAUTION]");
  });

  it("knows what the change itself takes away", async () => {
    const older = fileOf("west", "      Old: {precedence: 5}\n");
    before = commit(older);
    await makeLive(older);
    const { outputs } = await machine.run("plan", pullRequest(fileOf("west")));
    expect(outputs.outcome).toBe("ok");
    expect(comments()[0]?.body).toContain("Plan: 0 to add, 0 to change, 1 to remove.");
  });

  it("is compared with what it is merged into, whatever older base the event names", async () => {
    const file = fileOf("west", "      Old: {precedence: 5}\n");
    const older = commit(file);
    await makeLive(file);
    before = commit(fileOf("west"));
    const { event, sha } = pullRequest(fileOf("west"));
    const { pull_request } = event as { pull_request: object };
    const named = { ...event, pull_request: { ...pull_request, base: { sha: older, ref: "main" } } };
    await machine.run("plan", { event: named, sha: sha ?? "" });
    expect(comments()[0]?.body).toContain("No changes.");
  });
});

describe("what is not planned", () => {
  it("is said at the lines of an invalid file, and an older plan does not stay", async () => {
    await plannedPullRequest();
    const { exitCode, log, outputs } = await machine.run(
      "plan",
      pullRequest(fileOf("east", "      Sales: {valuess: {}}\n")),
    );
    expect({ exitCode, outcome: outputs.outcome }).toEqual({ exitCode: 1, outcome: "not-planned" });
    expect(log).toMatch(/^::error .*\[duplicate-key\],file=orgform\.yaml,line=12,.*col=7/m);
    expect(comments()).toHaveLength(1);
    expect(comments()[0]?.body).toMatch(/### Not planned\n.*Sales.*duplicate-key/s);
    expect(github.labels.get(1)).toEqual([]);
  });

  it("is a fork's pull request, in the summary when the token may not comment", async () => {
    const { sha } = pullRequest(fileOf("east"));
    github.readOnly = true;
    const event = pullRequestEvent("f".repeat(40), "mallory/access");
    const { exitCode, summary, outputs } = await machine.run("plan", {
      event,
      sha: sha ?? "",
      env: { ORGFORM_TOKEN: "" },
    });
    expect({ exitCode, outcome: outputs.outcome }).toEqual({ exitCode: 0, outcome: "not-planned" });
    expect(summary).toContain("### Not planned");
    expect(summary).not.toContain("No changes");
  });

  it("stays unread even where a fork's run has the token", async () => {
    pullRequest(fileOf("east"));
    const event = pullRequestEvent("f".repeat(40), "mallory/access");
    await machine.run("plan", { event });
    expect(sandbox.log()).toEqual([]);
    expect(comments()[0]?.body).toContain("### Not planned");
    expect(comments()[0]?.body).not.toContain("No changes");
  });

  it("is red without a token, and when the service cannot be read", async () => {
    const change = pullRequest(fileOf("east"));
    const missing = await machine.run("plan", { ...change, env: { ORGFORM_TOKEN: "" } });
    const wrong = await machine.run("plan", { ...change, env: { ORGFORM_TOKEN: "wrong" } });
    expect([missing.exitCode, wrong.exitCode]).toEqual([1, 1]);
    expect(comments()).toHaveLength(1);
    expect(comments()[0]?.body).toMatch(/### Not planned\n.*The service does not accept the token/s);
  });
});

describe("a merge", () => {
  it("applies what the pull request showed", async () => {
    await plannedPullRequest();
    const { exitCode, summary, outputs } = await machine.run("apply", { ...merge(), isBuilt: true });
    expect({ exitCode, outcome: outputs.outcome }).toEqual({ exitCode: 0, outcome: "ok" });
    expect(regionOfSales()).toEqual({ region: "east" });
    expect(summary).toMatch(/### Apply: ok[\s\S]*Sales/);

    // With the same base, what is done by now is taken over from the product, which nobody has approved.
    expect(await machine.run("apply", merge())).toMatchObject({ exitCode: 4 });
  });

  it("applies nothing when the plan is another by now, shows the difference, and a person can approve it", async () => {
    await plannedPullRequest();
    await makeLive(fileOf("north"));
    const merged = merge();
    const refused = await machine.run("apply", merged);
    expect(refused).toMatchObject({ exitCode: 4, outputs: { outcome: "stale" } });
    expect(regionOfSales()).toEqual({ region: "north" });
    expect(refused.summary).toContain("Not part of what was approved:");
    expect(refused.summary).toContain("Approved, and no longer needed or no longer the same:");

    const byHand = await machine.run("apply", {
      event: { repository: {} },
      inputs: { digest: refused.outputs.digest ?? "", base: before },
    });
    expect(byHand.exitCode).toBe(0);
    expect(regionOfSales()).toEqual({ region: "east" });
  });

  it("applies what the pull request showed as allowed, and by the digest alone only with the same flag", async () => {
    const emptied = fileOf("west").replace(/Sales:.*$/s, "Sales: {state: absent}\n");
    const allowed = { ...pullRequest(emptied), inputs: { arguments: "--allow=all-groups=prod" } };
    const planned = await machine.run("plan", allowed);
    expect(planned.exitCode).toBe(0);
    const merged = merge();
    const byHand = await machine.run("apply", {
      event: { repository: {} },
      inputs: { digest: planned.outputs.digest ?? "", base: before },
    });
    expect(byHand).toMatchObject({ exitCode: 4, outputs: { outcome: "stale" } });
    expect(byHand.summary).toContain("--allow all-groups=prod");
    expect(regionOfSales()).toEqual({ region: "west" });
    expect(await machine.run("apply", merged)).toMatchObject({ exitCode: 0 });
    expect(regionOfSales()).toBeUndefined();
  });

  it("without a planned pull request applies nothing, unless there is nothing to apply", async () => {
    const idle = { event: { repository: {}, before }, sha: commit(fileOf("west")) };
    expect(await machine.run("apply", idle)).toMatchObject({ exitCode: 0 });
    const pushed = { event: { repository: {}, before }, sha: commit(fileOf("east")) };
    const result = await machine.run("apply", pushed);
    expect(result).toMatchObject({ exitCode: 3, outputs: { outcome: "refused" } });
    expect(result.summary).toContain("nobody has approved it");
    expect(regionOfSales()).toEqual({ region: "west" });
  });

  it.each([
    ["that only invites", "    members: {eve@northwind.example: {values: {region: west}}}\n", 3],
    ["whose invite is sent already", "    members: {dan@northwind.example: {values: {region: west}}}\n", 3],
    ["that only loosens a rule", "limits: {access: {opened: 9}}\n", 3],
    ["of a comment", "# nothing\n", 0],
  ])(
    "without a pull request is nothing to do only where nobody has to look: a commit %s",
    async (_, more, code) => {
      const { url, token } = sandbox;
      await fetch(`${url}/workspaces/ws_prod/invites`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ email: "dan@northwind.example", role: "explore" }),
      });
      const pushed = { event: { repository: {}, before }, sha: commit(fileOf("west", more)) };
      expect(await machine.run("apply", pushed)).toMatchObject({ exitCode: code });
    },
  );

  it("that is cancelled finishes what is in flight and keeps the receipt", async () => {
    const more = Array.from(
      { length: 30 },
      (_, i) => `      Team ${i}: {precedence: ${100 + i}, values: {region: r${i}}}\n`,
    );
    await machine.run("plan", pullRequest(fileOf("east", more.join(""))));
    sandbox.addFaults({ kind: "slow", ms: 200, match: { method: "POST" } });
    const step = machine.start("apply", { ...merge(), isBuilt: true });
    while (!sandbox.log().some(({ method }) => method === "POST"))
      await new Promise((wake) => setTimeout(wake, 20));
    step.process?.kill("SIGINT");
    const { exitCode, summary, outputs } = await step.result;
    expect({ exitCode, outcome: outputs.outcome }).toEqual({ exitCode: 130, outcome: "interrupted" });
    expect(summary).toMatch(/### Apply: interrupted[\s\S]*not_started/);
  });
});

/** What the log says to the runner, outside of quoted output. */
function commandsOf(log: string): string {
  return log.replace(/^::stop-commands::(.*)\n[\s\S]*?\n::\1::$/gm, "");
}

/** Brings the live organization where a file has it, as somebody does who needs no pull request. */
async function makeLive(file: string): Promise<void> {
  const { desired } = parseConfig([{ filename: "orgform.yaml", text: file }]);
  if (desired === null) throw new Error("the file has errors");
  const client = clientOf(sandbox);
  await applyAgainst(client, await planAgainst(client, desired));
}
