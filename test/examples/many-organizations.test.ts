import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { EXAMPLES, openWorkshop, type Workshop } from "./workshop.js";

const ORGANIZATIONS = readdirSync(join(EXAMPLES, "many-organizations/orgs")).sort();

let workshop: Workshop;
/** The root of the repository, in which the files of both platforms lie beside `orgs`. */
let root: string;
/** The revision before the change to one of the two organizations. */
let base: string;

beforeEach(async () => {
  workshop = await openWorkshop({
    organization: { id: "org_northwind", name: "Northwind" },
    workspaces: [{ name: "main" }],
  });
  root = join(workshop.folder, "many-organizations");
  cpSync(join(root, "github"), join(root, ".github/workflows"), { recursive: true });
  cpSync(join(root, "gitlab"), root, { recursive: true });
  git("init", "--quiet");
  git("add", "--all");
  git("commit", "--quiet", "--message", "before");
  base = git("rev-parse", "HEAD");
  appendFileSync(join(root, "orgs/northwind/orgform.yaml"), "      Sales: {precedence: 10}\n");
  git("commit", "--quiet", "--all", "--message", "change");
});

afterEach(() => workshop.close());

const git = (...args: string[]): string =>
  execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@northwind.example", ...args], {
    cwd: root,
    encoding: "utf8",
  }).trim();
const read = (path: string) => parse(readFileSync(join(root, path), "utf8"), { merge: true });
const run = (script: string, env: Record<string, string> = {}) =>
  workshop.run(script, "many-organizations", env);
const writes = () => workshop.sandbox.log().filter(({ method }) => method !== "GET").length;

describe("GitHub Actions", () => {
  const NAMES = ["plan", "apply", "joiners", "drift", "adopt", "pull-request"];
  const jobs = NAMES.map((name) => {
    const { jobs: all } = workflow(`orgform-${["plan", "apply"].includes(name) ? name : "night"}.yml`);
    return all[name];
  });

  it("runs every organization, each in its own environment, ten at once, none stopped by another", () => {
    for (const { strategy } of jobs)
      expect(strategy).toEqual({
        "fail-fast": false,
        "max-parallel": 10,
        matrix: { organization: ORGANIZATIONS },
      });
    const organization = ["$", "{{ matrix.organization }}"].join("");
    expect(jobs.map(({ environment }) => environment)).toEqual(
      ["plan", "apply", "apply-joiners", "drift", "drift"]
        .map((command): string | undefined => `${organization}-${command}`)
        .concat(undefined),
    );
    for (const { concurrency } of jobs) expect(concurrency.group).toContain(organization);
    for (const job of [jobs[2], jobs[4]]) expect(job.concurrency).toEqual(jobs[1].concurrency);
    expect(jobs.map(({ permissions }) => Object.entries(permissions).flat().join(" "))).toEqual([
      "actions read contents read pull-requests write",
      "actions read contents read pull-requests read",
      "actions read contents read",
      "contents read issues write",
      "actions read contents read",
      "contents write pull-requests write",
    ]);
    expect(JSON.stringify(jobs[5])).not.toContain("secrets.");
  });

  it("makes the pull request of an organization as the workflow of a single one does", () => {
    const scriptOf = (path: string): string => {
      const { jobs: all } = parse(readFileSync(join(EXAMPLES, path, "orgform-night.yml"), "utf8"));
      return all["pull-request"].steps.at(-1).run;
    };
    expect(ofOne(scriptOf("many-organizations/github"))).toBe(scriptOf("pull-request/.github/workflows"));
  });

  it("plans and applies whatever a commit touches, and drops no apply that waits", () => {
    const [plan, apply] = ["plan", "apply"].map((name) => workflow(`orgform-${name}.yml`));
    expect(plan.on).toEqual({ pull_request: null });
    expect(apply.on).toEqual({ push: { branches: ["main"] } });
    expect([plan.jobs.plan.if, apply.jobs.apply.if]).toEqual([undefined, undefined]);
    expect(apply.jobs.apply.concurrency).toMatchObject({ queue: "max" });
    expect(apply.jobs.apply.concurrency).not.toHaveProperty("cancel-in-progress");
  });

  it("is red for a folder that has no job", async () => {
    const { run: script } = jobs[0].steps.find((step: { run?: string }) => step.run !== undefined);
    expect((await run(script)).exitCode).toBe(0);
    mkdirSync(join(root, "orgs/north"));
    expect(await run(script)).toMatchObject({ exitCode: 1, stdout: "orgs/north has no job" });
  });

  it("compares at night the snapshot that it keeps", async () => {
    const { run: script } = jobs[3].steps.find((step: { run?: string }) => step.run !== undefined);
    expect((await run(script, { ORGANIZATION: "northwind" })).exitCode).toBe(0);
    const drift = "orgform drift --file orgs/northwind --live=snapshot.json";
    expect(JSON.stringify(jobs[3].steps)).toContain("--live=snapshot.json");
    expect((await run(drift)).exitCode).toBe(2);
  });
});

/** A script as it is for the single organization of a repository. */
const ofOne = (script: string): string =>
  script
    .replaceAll(/"([^" ]*)\$BRANCH"/g, "$1orgform-drift")
    .replaceAll("$BRANCH", "orgform-drift")
    .replaceAll(/"drift\/\$ORGANIZATION(\.\w+)"/g, "drift$1")
    .replaceAll(" ($ORGANIZATION)", "");

/** A workflow as it lies in the repository of the example. */
function workflow(name: string) {
  return parse(readFileSync(join(EXAMPLES, "many-organizations/github", name), "utf8"));
}

describe("GitLab", () => {
  let gitlab: Server;
  /** What GitLab says of the applies of an organization, the newest first. */
  let deployed: readonly { readonly sha: string; readonly status: string }[];

  beforeEach(async () => {
    deployed = [];
    gitlab = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
      const isKnown = pathname === "/projects/5/deployments";
      response.writeHead(isKnown && searchParams.get("environment") === "northwind/apply" ? 200 : 404);
      const status = searchParams.get("status");
      response.end(JSON.stringify(deployed.filter((one) => status === null || one.status === status)));
    }).listen(0, "127.0.0.1");
    await once(gitlab, "listening");
  });
  afterEach(() => {
    gitlab.closeAllConnections();
    gitlab.close();
  });

  const play = (name: string, env: Record<string, string> = {}) => {
    const { default: common, [name]: job } = read(".gitlab-ci.yml");
    const lines = [...(job.before_script ?? common.before_script), ...job.script];
    const { port } = gitlab.address() as AddressInfo; // A TCP server that listens has one.
    return run(lines.join("\n"), {
      ORGANIZATION: "northwind",
      CI_API_V4_URL: `http://127.0.0.1:${port}`,
      CI_PROJECT_ID: "5",
      CI_JOB_TOKEN: "glcbt-0123456789abcdef",
      ...env,
    });
  };

  it("has jobs for every organization in every pipeline, and never two at once for one", async () => {
    const pipeline = read(".gitlab-ci.yml");
    expect(pipeline[".job"]).toMatchObject({
      parallel: { matrix: [{ ORGANIZATION: ORGANIZATIONS }] },
      resource_group: "orgform-$ORGANIZATION",
    });
    for (const name of ["plan", "apply", "adopt", "drift merge request", "joiners", "drift"])
      expect(pipeline[name].extends).toBe(".job");
    expect((await play("every organization has its jobs")).exitCode).toBe(0);
    mkdirSync(join(root, "orgs/north"));
    expect((await play("every organization has its jobs")).exitCode).toBe(1);
  });

  it("applies on main what its own plan showed, once, after somebody released it", async () => {
    workshop.isBuilt = true;
    const { apply, plan } = read(".gitlab-ci.yml");
    expect(apply).toMatchObject({ interruptible: false, rules: [{ when: "manual" }] });
    expect(plan.rules[1]).toMatchObject({ allow_failure: true });
    await play("plan");
    const first = await play("apply");
    expect(first.exitCode, first.output).toBe(0);
    const written = writes();
    expect(written).toBeGreaterThan(0);
    const second = await play("apply");
    expect(second.exitCode, second.output).toBe(4);
    expect(writes()).toBe(written);
  });

  it("writes nothing where nothing is to be done, and nothing where there is no plan", async () => {
    await run("orgform apply --auto-approve --file orgs/northwind");
    await play("plan");
    const written = writes();
    expect((await play("apply")).exitCode).toBe(0);
    rmSync(join(root, "plans"), { recursive: true });
    expect((await play("apply")).exitCode).toBe(1);
    expect(writes()).toBe(written);
  });

  it("plans what an apply left that nobody started, or that failed", async () => {
    deployed = [{ sha: base, status: "success" }];
    git("commit", "--quiet", "--allow-empty", "--message", "later");
    const { exitCode, output } = await play("plan");
    expect(exitCode, output).toBe(0);
    expect(output).toMatch(/Intended by this change[\s\S]*Sales[\s\S]*Drift/);
  });

  it("plans nothing where GitLab does not say what was applied", async () => {
    expect((await play("plan", { ORGANIZATION: "fabrikam" })).exitCode).not.toBe(0);
    expect(workshop.sandbox.log()).toEqual([]);
  });

  it("runs at night the last applied commit, and none after an apply that failed", async () => {
    await run("orgform apply --auto-approve --file orgs/northwind");
    appendFileSync(join(root, "orgs/northwind/orgform.yaml"), "      Later: {precedence: 20}\n");
    const applied = git("rev-parse", "HEAD");
    git("commit", "--quiet", "--all", "--message", "not applied");
    const written = writes();
    deployed = [
      { sha: git("rev-parse", "HEAD"), status: "created" },
      { sha: applied, status: "success" },
    ];
    const night = await play("joiners");
    expect(night.exitCode, night.output).toBe(0);
    const adopt = await play("adopt");
    expect(adopt.exitCode, adopt.output).toBe(0);
    expect(readdirSync(join(root, "drift"))).toEqual(["northwind.md"]);
    deployed = [{ sha: git("rev-parse", "HEAD"), status: "failed" }, ...deployed];
    for (const name of ["adopt", "joiners"]) expect(await play(name)).toMatchObject({ exitCode: 1 });
    expect(writes()).toBe(written);
  });

  it("makes the merge request of an organization as the pipeline of a single one does", () => {
    const scriptOf = ({ "drift merge request": job }: ReturnType<typeof read>): string => job.script.at(-1);
    const single = parse(readFileSync(join(EXAMPLES, "gitlab/.gitlab-ci.yml"), "utf8"));
    expect(ofOne(scriptOf(read(".gitlab-ci.yml")))).toBe(scriptOf(single));
  });

  it("is red at night for a difference, and keeps the snapshot", async () => {
    expect((await play("drift")).exitCode).toBe(2);
    expect(readdirSync(join(root, "snapshots"))).toEqual(["northwind.json"]);
  });
});
