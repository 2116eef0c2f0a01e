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
const atNight = (workflow: string): Promise<WorkflowRun> =>
  repository.run(workflow, { event: { schedule: "" }, sha: head() });

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

    expect((await atNight("orgform-drift")).conclusion).toBe("success");
    expect(repository.github.issues).toEqual([]);
    await accept(EVE);
    const joiners = await atNight("orgform-joiners");
    expect(joiners.conclusion, joiners.log).toBe("success");
    expect(valuesOf(EVE)).toEqual({ region: "West" });
    const drift = await atNight("orgform-drift");
    expect(drift.conclusion, drift.log).toBe("success");
    expect(repository.github.issues).toEqual([]);
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
    const night = await atNight("orgform-joiners");
    expect(night.conclusion, night.log).toBe("success");
    expect(valuesOf(EVE)).toEqual({ region: "West" });
  });

  it("write nothing at night where anything else differs", async () => {
    await openApplied();
    const pull = await propose(fileOf(["East", "West"], `    members: {${EVE}: {values: {region: West}}}\n`));
    await apply(merged(pull));
    await accept(EVE);
    const { url, token } = sandbox;
    const [workspace] = sandbox.state().workspaces;
    const east = workspace?.groups?.find(({ name }) => name === "East");
    const path = `${url}/workspaces/${workspace?.id}/groups/${east?.id}`;
    await fetch(path, { method: "DELETE", headers: { authorization: `Bearer ${token}` } });
    const written = writes();
    const night = await atNight("orgform-joiners");
    expect(night.conclusion).toBe("failure");
    expect(night.log).toContain("fail-on");
    expect(writes()).toBe(written);
  });

  it("write nothing at night after an apply that did not end well", async () => {
    await openApplied();
    repository.note("orgform-apply", head(), "failure");
    const night = await atNight("orgform-joiners");
    expect(night.conclusion).toBe("failure");
    expect(sandbox.log()).toEqual([]);
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
