import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../../src/sandbox/start-sandbox.js";
import { REPOSITORY } from "../action/fake-github.js";
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
const atNight = (workflow: string): Promise<WorkflowRun> =>
  repository.run(workflow, { event: { schedule: "" }, sha: head() });

describe("the workflows of a pull request", () => {
  it("plan, apply, compare at night, and give people who join what was approved", async () => {
    await open({ isBuilt: true });
    const first = await apply({ event: {}, sha: head() });
    expect(first.conclusion, first.log).toBe("success");
    const invited = fileOf(
      ["East", "West"],
      `    members: {${EVE}: {role: explore, values: {region: West}}}\n`,
    );
    const pull = await propose(invited);
    expect(pull.run, pull.run.log).toMatchObject({ jobs: { changes: "success", plan: "success" } });
    expect(commentOf(pull.number)).toContain("1 invite");
    const applied = await apply(merged(pull));
    expect(applied.conclusion, applied.log).toBe("success");

    expect((await atNight("orgform-drift")).conclusion).toBe("success");
    expect(repository.github.issues).toEqual([]);
    const body = JSON.stringify({ workspace: "prod", email: EVE });
    await fetch(`${sandbox.origin}/_sandbox/accept-invite`, { method: "POST", body });
    const drift = await atNight("orgform-drift");
    expect(drift.conclusion, drift.log).toBe("success");
    expect(repository.github.issues).toEqual([]);
    expect(readFileSync(join(repository.artifact("orgform-snapshot"), "changes.csv"), "utf8")).toContain(EVE);
    const joiners = await atNight("orgform-joiners");
    expect(joiners.conclusion, joiners.log).toBe("success");
    const eve = sandbox.state().workspaces[0]?.members?.find(({ email }) => email === EVE);
    expect(eve?.values).toEqual({ region: "West" });
  });

  it("plan nothing where nothing is touched, and are no passed check where that cannot be known", async () => {
    await openApplied();
    const untouched = await propose(fileOf(["East", "West"]));
    expect(untouched.run.jobs).toEqual({ changes: "success", plan: "skipped" });
    const broken = await propose(fileOf(["East", "West", "North"]), { fails: "checkout" });
    expect(broken.run.jobs).toEqual({ changes: "failure", plan: "failure" });
  });

  it("plan a fork's file against the snapshot of last night, and write over that comment alone", async () => {
    await openApplied();
    await atNight("orgform-drift");
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
    const joiners = await atNight("orgform-joiners");
    expect(joiners.conclusion, joiners.log).toBe("success");
  });
});
