import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../../src/sandbox/start-sandbox.js";
import { REPOSITORY } from "../action/fake-github.js";
import { orgform } from "../support/run-in-process.js";
import { type Occasion, openRepository, type Repository, type WorkflowRun } from "./github-repository.js";
import { EXAMPLES } from "./workshop.js";

const ADA = "ada@northwind.example";
const EVE = "eve@northwind.example";

let sandbox: Sandbox;
let repository: Repository;

/** An organization as the file on main says, and the repository with that file. */
async function open(options: { readonly isBuilt?: boolean } = {}): Promise<void> {
  const group = (name: string, precedence: number) => ({
    ...{ name, precedence, values: { region: name }, members: [ADA] },
  });
  sandbox = await startSandbox({
    seed: {
      organization: { id: "org_northwind", name: "Northwind" },
      workspaces: [
        {
          name: "prod",
          members: [{ email: ADA, role: "explore" }],
          definitions: [{ name: "region", data_type: "string", label: "Region" }],
          all_users: { values: { region: "none" } },
          groups: [group("East", 10), group("West", 11)],
        },
      ],
    },
  });
  const { token, url } = sandbox;
  const workflows = join(EXAMPLES, "pull-request/.github/workflows");
  repository = await openRepository(workflows, () => ({ token, url }), options);
  commit(fileOf(["East", "West"]));
}

/** The same after the first apply went through, with nothing to do. */
async function openApplied(): Promise<void> {
  await open();
  repository.note("orgform-apply", head(), "success");
}

afterEach(async () => {
  await repository.close();
  await sandbox.close();
});

/** A file with these groups, each of which has a value of the region and Ada. */
const fileOf = (names: readonly string[], more = ""): string => `version: 1
organization: {id: org_northwind}
workspaces:
  prod:
    attributes: {region: {data_type: string, label: Region, deny: none}}
    groups:
      All Users: {values: {region: none}}
${names.map((name, i) => `      ${name}: {precedence: ${10 + i}, values: {region: ${name}}, members: [${ADA}]}\n`).join("")}${more}`;

const head = (): string => repository.git("rev-parse", "HEAD");
const groups = () =>
  (sandbox.state().workspaces[0]?.groups ?? [])
    .map(({ name }) => name)
    .filter((name) => name !== "All Users");

function commit(file: string): string {
  writeFileSync(join(repository.origin, "orgform.yaml"), file);
  repository.git("add", "--all");
  repository.git("commit", "--quiet", "--allow-empty", "--message", "change");
  return head();
}

/** Accepts an invite, as its reader does in the product. */
async function accept(email: string): Promise<void> {
  const body = JSON.stringify({ workspace: "prod", email });
  await fetch(`${sandbox.origin}/_sandbox/accept-invite`, { method: "POST", body });
}

const valuesOf = (person: string) =>
  sandbox.state().workspaces[0]?.members?.find(({ email }) => email === person)?.values;
const writes = () => sandbox.log().filter(({ method }) => method !== "GET").length;

let number = 0;

/** A pull request of this file, merged into main as GitHub tries it, and its plan. */
async function propose(file: string, more: Partial<Occasion> = {}) {
  number += 1;
  const main = head();
  repository.git("checkout", "--quiet", "-b", `change-${number}`);
  const sha = commit(file);
  repository.git("checkout", "--quiet", "--detach", main);
  repository.git("merge", "--quiet", "--no-ff", "--message", "merge", sha);
  const merge = head();
  repository.git("checkout", "--quiet", "main");
  const pull_request = { number, head: { sha, repo: { full_name: REPOSITORY } }, base: { sha: main } };
  const occasion = { event: { pull_request, repository: { full_name: REPOSITORY } }, sha: merge, ...more };
  return { number, merge, run: await repository.run("orgform-plan", occasion) };
}

/** What a merge starts. */
function merged({ number: pull, merge }: { readonly number: number; readonly merge: string }): Occasion {
  const before = head();
  repository.git("merge", "--quiet", "--ff-only", merge);
  repository.github.pulls.set(merge, [{ number: pull, merge_commit_sha: merge }]);
  return { event: { before, repository: { full_name: REPOSITORY } }, sha: merge };
}

const commentOf = (pull: number): string => repository.github.comments.get(pull)?.at(-1)?.body ?? "";
const apply = (occasion: Occasion): Promise<WorkflowRun> => repository.run("orgform-apply", occasion);
const night = (): Promise<WorkflowRun> =>
  repository.run("orgform-night", { event: { schedule: "" }, sha: head() });

/** Deletes a group, as somebody does in the product. */
async function deleteByHand(name: string): Promise<void> {
  const { url, token, state } = sandbox;
  const [workspace] = state().workspaces;
  const group = workspace?.groups?.find((one) => one.name === name);
  const headers = { authorization: `Bearer ${token}` };
  await fetch(`${url}/workspaces/${workspace?.id}/groups/${group?.id}`, { method: "DELETE", headers });
}

describe("the workflows of a pull request", () => {
  it("plan, apply, give people who join what was approved, and compare", async () => {
    await open({ isBuilt: true });
    const first = await apply({ event: {}, sha: head() });
    expect(first.conclusion, first.log).toBe("success");
    const invited = fileOf(
      ["East", "West"],
      `    members: {${EVE}: {role: explore, values: {region: West}}}\n`,
    );
    const pull = await propose(invited);
    expect(pull.run, pull.run.log).toMatchObject({ jobs: { plan: "success" } });
    expect(commentOf(pull.number)).toContain("1 invite");
    const applied = await apply(merged(pull));
    expect(applied.conclusion, applied.log).toBe("success");

    expect((await night()).conclusion).toBe("success");
    await accept(EVE);
    const joined = await night();
    expect(joined.conclusion, joined.log).toBe("success");
    expect(valuesOf(EVE)).toEqual({ region: "West" });
    expect([repository.github.issues, repository.pullRequests]).toEqual([[], []]);
    expect(readFileSync(join(repository.artifact("orgform-snapshot"), "changes.csv"), "utf8")).toContain(EVE);
  });

  it("plan and apply a list of people that alone has changed", async () => {
    await openApplied();
    const list = (...emails: readonly string[]) => {
      const rows = emails.map((email) => `${email}\n`);
      writeFileSync(join(repository.origin, "people.csv"), `Email\n${rows.join("")}`);
    };
    const file = fileOf(["East", "West"]).replace("    attributes", "    people: {}\n    attributes");
    list(ADA);
    const listed = commit(`${file}people: {file: people.csv, email: Email}\n`);
    repository.note("orgform-apply", listed, "success");
    list(ADA, EVE);
    const pull = await propose(`${file}people: {file: people.csv, email: Email}\n`);
    expect(commentOf(pull.number), pull.run.log).toContain("1 invite");
    const applied = await apply(merged(pull));
    expect(applied.conclusion, applied.log).toBe("success");
    expect(sandbox.state().workspaces[0]?.invites).toMatchObject([{ email: EVE }]);
  });

  it("give nothing at night of a commit that is merged and not applied", async () => {
    await openApplied();
    const invite = (region: string) =>
      fileOf(["East", "West"], `    members: {${EVE}: {values: {region: ${region}}}}\n`);
    const first = await propose(invite("West"));
    await apply(merged(first));
    const second = await propose(invite("East"));
    merged(second);
    await accept(EVE);
    const { jobs, log } = await night();
    expect(jobs.joiners, log).toBe("success");
    expect(valuesOf(EVE)).toEqual({ region: "West" });
    expect(repository.pullRequests).toEqual([]);
  });

  it("write nothing at night where anything else differs", async () => {
    await openApplied();
    const pull = await propose(fileOf(["East", "West"], `    members: {${EVE}: {values: {region: West}}}\n`));
    await apply(merged(pull));
    await accept(EVE);
    await deleteByHand("East");
    const written = writes();
    const { jobs, log } = await night();
    expect(jobs).toMatchObject({ "pull-request": "success", joiners: "failure", drift: "success" });
    expect(log).toContain("fail-on");
    expect(writes()).toBe(written);
  });

  it("write nothing at night after an apply that did not end well", async () => {
    await openApplied();
    repository.note("orgform-apply", head(), "failure");
    await deleteByHand("East");
    const written = writes();
    const { jobs } = await night();
    expect(jobs).toMatchObject({ adopt: "failure", "pull-request": "skipped", joiners: "skipped" });
    expect(writes()).toBe(written);
    expect(repository.pullRequests).toEqual([]);
    expect(repository.github.issues.map(({ body }) => body)).toEqual([expect.stringContaining("East")]);
  });

  it("plan a fork's file against the snapshot of last night, and write over that comment alone", async () => {
    await openApplied();
    await night();
    repository.git("checkout", "--quiet", "-b", "fork");
    const sha = commit(fileOf(["East", "West", "North"]));
    repository.git("checkout", "--quiet", "main");
    const event = {
      pull_request: { number: 99, head: { sha, repo: { full_name: "mallory/access" } } },
      repository: { full_name: REPOSITORY, private: true },
    };
    const others = repository.github.row("Coverage: 90 %", "github-actions[bot]");
    repository.github.comments.set(99, [others]);
    for (const _ of ["once", "again"]) {
      const run = await repository.run("orgform-fork", { event, sha: head() });
      expect(run.jobs, run.log).toEqual({ "not-planned": "skipped", planned: "success" });
    }
    expect(repository.github.comments.get(99)).toHaveLength(2);
    expect(commentOf(99)).toContain("as of");
    expect(commentOf(99)).toContain("North");
    expect(sandbox.log().every(({ method }) => method === "GET" || groups().length === 2)).toBe(true);
  });
});

const BRANCH = "orgform-drift";

describe("the pull request with what somebody changed in the product", () => {
  const onBranch = (): string => `${repository.git("show", `${BRANCH}:orgform.yaml`)}\n`;

  it("is made of the last applied commit, once, and keeps what people add to it", async () => {
    await openApplied();
    const main = head();
    await deleteByHand("East");
    const first = await night();
    expect(first.jobs["pull-request"], first.log).toBe("success");
    const file = fileOf(["West"]).replace("precedence: 10", "precedence: 11");
    expect([onBranch(), repository.git("rev-parse", `${BRANCH}~1`), head()]).toEqual([file, main, main]);
    const [pull] = repository.pullRequests;
    expect(pull).toMatchObject({ head: BRANCH, state: "open", body: expect.stringMatching(/East/) });
    expect(repository.github.issues).toEqual([]);

    repository.git("checkout", "--quiet", BRANCH);
    const added = commit(`${file}# and this\n`);
    repository.git("checkout", "--quiet", "main");
    repository.note("orgform-apply", commit(`# reviewed\n${fileOf(["East", "West"])}`), "success");
    await night();
    expect(repository.git("rev-parse", BRANCH)).toBe(added);
    expect(repository.pullRequests).toEqual([pull]);
  });

  it("is written over for other drift, and closed when the drift is gone", async () => {
    await openApplied();
    repository.git("checkout", "--quiet", "-b", BRANCH);
    commit(fileOf(["East"]));
    repository.git("checkout", "--quiet", "main");
    const pull = { ...repository.github.row("", "github-actions[bot]"), head: BRANCH };
    repository.pullRequests.push(pull);
    await deleteByHand("East");
    await deleteByHand("West");
    await night();
    expect(onBranch()).not.toMatch(/East|West/);
    expect(repository.git("rev-parse", `${BRANCH}~1`)).toBe(head());
    expect([repository.pullRequests, pull.body]).toEqual([[pull], expect.stringMatching(/East[\s\S]*West/)]);

    const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
    await orgform(["apply", "--auto-approve", "--no-receipt"], { cwd: repository.origin, env });
    const last = await night();
    expect(last.conclusion, last.log).toBe("success");
    expect(pull.state).toBe("closed");
  });

  it("leaves to an issue what cannot be written, and a fork's pull request alone", async () => {
    await openApplied();
    const file = fileOf(["East", "West"], `    members: {${ADA}: {role: view}}\n`);
    repository.note("orgform-apply", commit(file), "success");
    const row = repository.github.row("", "mallory");
    repository.pullRequests.push({ ...row, head: BRANCH, isFromFork: true });
    await night();
    expect(repository.pullRequests).toHaveLength(1);
    await deleteByHand("East");
    await night();
    expect(repository.pullRequests.map(({ state, body }) => [state, body.includes("East")])).toEqual([
      ["open", false],
      ["open", true],
    ]);
    const [issue, ...others] = repository.github.issues;
    expect([issue?.state, others]).toEqual(["open", []]);
    expect(issue?.body).toMatch(/explore/);
    expect(issue?.body).not.toContain("East");
  });

  it("is not opened where a guard refuses the file that it would make", async () => {
    await openApplied();
    repository.note(
      "orgform-apply",
      commit(`${fileOf(["East", "West"])}limits: {access: {widened: 0}}\n`),
      "success",
    );
    await deleteByHand("West");
    const { jobs } = await night();
    expect(jobs).toMatchObject({ adopt: "failure", "pull-request": "skipped", joiners: "skipped" });
    expect(repository.github.issues.map(({ body }) => body)).toEqual([expect.stringContaining("West")]);
  });
});

/** Runs of which a later one has to make up: `left` says what of its plan the run leaves undone. */
const LOST: readonly (readonly [string, (occasion: Occasion) => Promise<unknown>])[] = [
  ["was dropped while it waited", async ({ sha }) => repository.note("orgform-apply", sha, "cancelled")],
  ["failed in its first step", (occasion) => apply({ ...occasion, fails: "checkout" })],
  [
    "was killed in its first write",
    async (occasion) => {
      sandbox.addFaults({ kind: "slow", ms: 60_000, match: { method: "DELETE" } });
      const run = await apply({
        ...occasion,
        meanwhile: async (group) => {
          while (!sandbox.log().some(({ method }) => method === "DELETE"))
            await new Promise((wake) => setTimeout(wake, 20));
          process.kill(-group, "SIGKILL");
        },
      });
      expect(run.conclusion).toBe("failure");
      sandbox.clearFaults();
    },
  ],
];

describe.each(LOST)("an apply that %s", (_, lose) => {
  it("is made up for by the next pull request, which shows what was left", async () => {
    await openApplied();
    const removal = await propose(fileOf(["West"]));
    expect(commentOf(removal.number)).toContain("to remove");
    await lose(merged(removal));
    expect(groups()).toContain("East");

    const next = await propose(fileOf(["West", "North"]));
    expect(commentOf(next.number)).toMatch(/East/);
    const applied = await apply(merged(next));
    expect(applied.conclusion, applied.log).toBe("success");
    expect(groups().toSorted()).toEqual(["North", "West"]);
    const last = await night();
    expect(last.conclusion, last.log).toBe("success");
  });
});
