import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { EXAMPLES, openWorkshop, type ScriptResult, type Workshop } from "./workshop.js";

const ORGANIZATIONS = readdirSync(join(EXAMPLES, "many-organizations/orgs")).sort();

let workshop: Workshop;
/** The root of the repository, in which the files of all engines lie beside `orgs`. */
let root: string;
/** The revision before the change to one of the two organizations. */
let base: string;

beforeEach(async () => {
  workshop = await openWorkshop({ organization: { id: "org_northwind", name: "Northwind" } });
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
const run = (script: string, env: Record<string, string> = {}, meanwhile?: (pid: number) => Promise<void>) =>
  workshop.run(script, "many-organizations", env, meanwhile);
const writes = () => workshop.sandbox.log().filter(({ method }) => method !== "GET").length;

/** What a second start of the same apply does, by whatever engine: nothing at all. */
async function expectAppliedOnce(apply: () => Promise<ScriptResult>): Promise<void> {
  const first = await apply();
  expect(first.exitCode, first.output).toBe(0);
  const written = writes();
  expect(written).toBeGreaterThan(0);
  const second = await apply();
  expect(second.exitCode, second.output).toBe(4);
  expect(writes()).toBe(written);
}

describe("GitHub Actions", () => {
  const jobs = ["plan", "apply", "drift"].map((name) => workflow(`orgform-${name}.yml`).jobs[name]);

  it("runs every organization, each in its own environment, ten at once, none stopped by another", () => {
    for (const { strategy } of jobs)
      expect(strategy).toEqual({
        "fail-fast": false,
        "max-parallel": 10,
        matrix: { organization: ORGANIZATIONS },
      });
    const organization = ["$", "{{ matrix.organization }}"].join("");
    expect(jobs.map(({ environment }) => environment)).toEqual(
      ["plan", "apply", "drift"].map((command) => `${organization}-${command}`),
    );
    for (const { concurrency } of jobs) expect(concurrency.group).toContain(organization);
    expect(jobs.map(({ permissions }) => Object.entries(permissions).flat().join(" "))).toEqual([
      "actions read contents read pull-requests write",
      "actions read contents read pull-requests read",
      "contents read issues write",
    ]);
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
    const { run: script } = jobs[2].steps.find((step: { run?: string }) => step.run !== undefined);
    expect((await run(script, { ORGANIZATION: "northwind" })).exitCode).toBe(0);
    const drift = "orgform drift --file orgs/northwind --live=snapshot.json";
    expect(JSON.stringify(jobs[2].steps)).toContain("--live=snapshot.json");
    expect((await run(drift)).exitCode).toBe(2);
  });
});

/** A workflow as it lies in the repository of the example. */
function workflow(name: string) {
  return parse(readFileSync(join(EXAMPLES, "many-organizations/github", name), "utf8"));
}

describe("GitLab", () => {
  /** What GitLab says of deployments that went through. */
  let gitlab: Server;
  let deployed: readonly { readonly sha: string }[];

  beforeEach(async () => {
    deployed = [];
    gitlab = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
      const isKnown = pathname === "/projects/5/deployments" && searchParams.get("status") === "success";
      response.writeHead(isKnown && searchParams.get("environment") === "northwind/apply" ? 200 : 404);
      response.end(JSON.stringify(deployed));
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
      CI_COMMIT_BEFORE_SHA: base,
      ...env,
    });
  };

  it("has jobs for every organization in every pipeline, and never two at once for one", async () => {
    const pipeline = read(".gitlab-ci.yml");
    expect(pipeline[".job"]).toMatchObject({
      parallel: { matrix: [{ ORGANIZATION: ORGANIZATIONS }] },
      resource_group: "orgform-$ORGANIZATION",
    });
    for (const name of ["plan", "apply", "drift"]) expect(pipeline[name].extends).toBe(".job");
    expect((await play("every organization has its jobs")).exitCode).toBe(0);
    mkdirSync(join(root, "orgs/north"));
    expect((await play("every organization has its jobs")).exitCode).toBe(1);
  });

  it("plans a merge request against what it is merged into", async () => {
    const { exitCode, output } = await play("plan", { CI_MERGE_REQUEST_DIFF_BASE_SHA: base });
    expect(exitCode, output).toBe(0);
    expect(output).toMatch(/Intended by this change[\s\S]*Sales[\s\S]*Drift/);
  });

  it("applies on main what its own plan showed, once, after somebody released it", async () => {
    workshop.isBuilt = true;
    const { apply, plan } = read(".gitlab-ci.yml");
    expect(apply).toMatchObject({ interruptible: false, rules: [{ when: "manual" }] });
    expect(plan.rules[1]).toMatchObject({ allow_failure: true });
    await play("plan");
    await expectAppliedOnce(() => play("apply"));
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
    deployed = [{ sha: base }];
    git("commit", "--quiet", "--allow-empty", "--message", "later");
    const { output } = await play("plan", { CI_COMMIT_BEFORE_SHA: git("rev-parse", "HEAD") });
    expect(output).toMatch(/Intended by this change[\s\S]*Sales[\s\S]*Drift/);
  });

  it("is red at night for a difference, and keeps the snapshot", async () => {
    expect((await play("drift")).exitCode).toBe(2);
    expect(readdirSync(join(root, "snapshots"))).toEqual(["northwind.json"]);
  });
});

/** A container of a pod with what Kubernetes or Argo puts in for references. */
interface Container {
  readonly command?: readonly string[];
  readonly args: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
}

const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(" ");

describe("Argo Workflows", () => {
  const template = (name: string) =>
    read("argo/orgform.yaml").spec.templates.find((one: { name: string }) => one.name === name);

  /** Runs the container of a template as the only process, as Argo does; its volumes are folders beside `orgs`. */
  function play(name: string, meanwhile?: (pid: number) => Promise<void>): Promise<ScriptResult> {
    const fill = (text: string): string =>
      text
        .replace(/\{\{inputs\.parameters\.name\}\}/g, "northwind")
        .replace(/\{\{workflow\.parameters\.base\}\}/g, base)
        .replaceAll(/\/(results|snapshots|receipts)\b/g, "$1");
    mkdirSync(join(root, "snapshots"), { recursive: true });
    const { command, args, env = [] }: Container = template(name).container;
    const given = env.flatMap(({ name: key, value }) => (value === undefined ? [] : [[key, fill(value)]]));
    const words = quoted([...(command ?? []), ...args].map(fill));
    return run(`exec ${words}`, Object.fromEntries(given), meanwhile);
  }

  it("hands every organization to a pod of its own", async () => {
    const { parameters } = read("argo/orgform.yaml").spec.arguments;
    expect(JSON.parse(parameters.at(-1).value)).toEqual(ORGANIZATIONS);
    for (const name of ["drift", "joined", "plan", "apply"]) {
      const { failFast, tasks } = template(name).dag;
      expect(failFast).toBe(false);
      for (const task of tasks.filter((one: { name: string }) => one.name.endsWith("-one")))
        expect(task.withParam).toBe("{{workflow.parameters.organizations}}");
    }
    expect((await play("drift-one")).exitCode).toBe(2);
  });

  it("applies after a pause what its own plan showed, once", async () => {
    expect((await play("plan-one")).exitCode).toBe(0);
    const names = template("apply").dag.tasks.map(({ name }: { name: string }) => name);
    expect(names).toEqual(["plan-one", "approve", "apply-one"]);
    expect(template("approve").suspend).toEqual({});
    expect(template("apply-one").retryStrategy).toBeUndefined();
    await expectAppliedOnce(() => play("apply-one"));
  });

  it("leaves no shell between a signal and an apply", () => {
    for (const name of ["apply-one", "joined-one"]) {
      const [script = ""]: string[] = template(name).container.args;
      expect(script.trim().split("\n").at(-1)).toMatch(/^exec orgform apply /);
    }
  });

  it("closes the receipt of an apply that is stopped in the middle", async () => {
    const groups = Array.from({ length: 30 }, (_, i) => `      Team ${i}: {precedence: ${100 + i}}\n`);
    appendFileSync(join(root, "orgs/northwind/orgform.yaml"), groups.join(""));
    expect((await play("plan-one")).exitCode).toBe(0);
    const slow = {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"latency_ms": 100}',
    };
    await fetch(new URL("/_sandbox/settings", workshop.sandbox.url), slow);
    const stopping = play("apply-one", async (pid) => {
      while (writes() === 0) await new Promise((resume) => setTimeout(resume, 20));
      process.kill(pid, "SIGTERM");
    });
    expect(await stopping).toMatchObject({ exitCode: 143 });
    const [receipt = ""] = readdirSync(join(root, "receipts/northwind"));
    const lines = readFileSync(join(root, "receipts/northwind", receipt), "utf8")
      .trim()
      .split("\n");
    expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({ type: "apply_summary", outcome: "interrupted" });
  });

  it("has nothing in its pods that it does not need", () => {
    const { spec } = read("argo/orgform.yaml");
    expect(spec).toMatchObject({ parallelism: 10, automountServiceAccountToken: false });
    for (const { container } of spec.templates.filter((one: object) => "container" in one))
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] },
      });
    const keys = JSON.stringify(spec.templates).match(/"key":"\w+"/g);
    expect(keys).toEqual(['"key":"drift"', '"key":"plan"', '"key":"apply"', '"key":"apply"']);
    expect(readFileSync(join(root, "argo/orgform.yaml"), "utf8")).not.toContain("<<:");
  });
});

describe("Kubernetes", () => {
  /** Runs the pod of a CronJob, with its mounts as folders beside `orgs`. */
  function play(name: string, env: Record<string, string> = {}): Promise<ScriptResult> {
    const objects = parseAllDocuments(readFileSync(join(root, "kubernetes/organization.yaml"), "utf8"));
    const object = objects.map((document) => document.toJS()).find((one) => one.metadata.name === name);
    const [container]: Container[] = object.spec.jobTemplate.spec.template.spec.containers;
    const { command = ["orgform"], args = [] } = container ?? {};
    const words = [...command, ...args].map((word) =>
      word
        .replaceAll("/organization/", "orgs/northwind/")
        .replace("/base/", "base/")
        .replaceAll("/token/token", "token")
        .replaceAll("/results", "results")
        .replace("$(DIGEST)", env.DIGEST ?? ""),
    );
    return run(quoted(words), { ORGFORM_TOKEN: "" });
  }

  beforeEach(() => writeFileSync(join(root, "token"), `${workshop.sandbox.token}\n`));

  it("becomes another organization by its name alone", async () => {
    const text = readFileSync(join(root, "kubernetes/organization.yaml"), "utf8");
    expect((await run("sed s/northwind/fabrikam/g kubernetes/organization.yaml")).stdout).not.toContain(
      "northwind",
    );
    expect(text.match(/^ {2}name: .*$/gm)).toEqual(
      ["drift", "plan", "apply"].map((command) => `  name: orgform-${command}-northwind`),
    );
  });

  it("compares at night, and fails for a difference", async () => {
    expect((await play("orgform-drift-northwind")).exitCode).toBe(2);
  });

  it("applies the digest that somebody approved, once", async () => {
    workshop.isBuilt = true;
    await run(`mkdir base results && git show ${base}:./orgs/northwind/orgform.yaml > base/orgform.yaml`);
    expect((await play("orgform-plan-northwind")).exitCode).toBe(0);
    const { plan_digest } = JSON.parse(readFileSync(join(root, "results/northwind.json"), "utf8"));
    await expectAppliedOnce(() => play("orgform-apply-northwind", { DIGEST: plan_digest }));
  });
});
