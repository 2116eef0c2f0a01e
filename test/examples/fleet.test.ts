import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { openWorkshop, type ScriptResult, type Workshop } from "./workshop.js";

let workshop: Workshop;
/** The root of the repository, in which the files of all engines lie beside `orgs`. */
let root: string;
/** The revision before the change to one of the two organizations. */
let base: string;

beforeEach(async () => {
  workshop = await openWorkshop({ organization: { id: "org_northwind", name: "Northwind" } });
  root = join(workshop.folder, "fleet");
  for (const name of readdirSync(join(root, "gitlab")))
    renameSync(join(root, "gitlab", name), join(root, name));
  git("init", "--quiet");
  git("add", "--all");
  git("commit", "--quiet", "--message", "before");
  base = git("rev-parse", "HEAD");
  appendFileSync(join(root, "orgs/northwind.yaml"), "      Sales: {precedence: 10}\n");
  git("commit", "--quiet", "--all", "--message", "change");
});

afterEach(() => workshop.close());

const git = (...args: string[]): string =>
  execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@northwind.example", ...args], {
    cwd: root,
    encoding: "utf8",
  }).trim();
const read = (path: string) => parse(readFileSync(join(root, path), "utf8"), { merge: true });
const run = (script: string, env: Record<string, string> = {}) => workshop.run(script, "fleet", env);
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
  const runOf = (job: string): string => {
    const { steps } = read("github/orgform-fleet.yml").jobs[job];
    return steps.map((step: { run?: string }) => step.run ?? "").join("\n");
  };

  async function organizationsSince(revision: string): Promise<string[][]> {
    writeFileSync(join(root, "output"), "");
    const env = { BASE: revision, GITHUB_OUTPUT: "output" };
    expect(await run(runOf("matrix"), env)).toMatchObject({ exitCode: 0 });
    const [, json = ""] = /^chunks=(.*)\n$/.exec(readFileSync(join(root, "output"), "utf8")) ?? [];
    return JSON.parse(json).map(({ include }: { include: { name: string }[] }) =>
      include.map(({ name }) => name),
    );
  }

  it("gets one job for each organization that a change touches, and at night for all", async () => {
    expect(await organizationsSince(base)).toEqual([["northwind"]]);
    expect(await organizationsSince("")).toEqual([["fabrikam", "northwind"]]);
    expect(await organizationsSince("HEAD")).toEqual([]);
    expect(read("github/orgform-fleet.yml").jobs.organizations.if).toContain("!= '[]'");
  });

  it("stops when the matrix cannot be had, instead of running none", async () => {
    writeFileSync(join(root, "orgs/fabrikam.yaml"), "version: 1\norganization: {id: org_fabrikam, nme: x}\n");
    expect((await run(runOf("matrix"), { BASE: "", GITHUB_OUTPUT: "output" })).exitCode).not.toBe(0);
  });

  it("gives each command an environment and rights of its own, and bounds how many run at once", () => {
    const { jobs } = read("github/orgform-organizations.yml");
    const rights = Object.entries<{ environment: string; permissions: object }>(jobs).map(
      ([name, { environment, permissions }]) => [
        name,
        environment.split("}}")[1],
        Object.entries(permissions).flat().join(" "),
      ],
    );
    expect(rights).toEqual([
      ["plan", "-plan", "contents read pull-requests write"],
      ["apply", "-apply", "contents read pull-requests read"],
      ["drift", "-drift", "contents read issues write"],
    ]);
    for (const { strategy } of Object.values<{ strategy: object }>(jobs))
      expect(strategy).toMatchObject({ "fail-fast": false, "max-parallel": 10 });
    expect(read("github/orgform-fleet.yml").jobs.organizations.strategy["max-parallel"]).toBe(1);
  });

  it("folds the results into the summary, one for each organization", async () => {
    await run("mkdir results && orgform plan --file orgs/northwind.yaml --out results/org_northwind.json");
    const fold = async (matrix: string) => {
      await run(`orgform fleet jobs orgs --format github ${matrix} --out jobs.json`);
      return await run(runOf("report"), { GITHUB_STEP_SUMMARY: "summary.md" });
    };
    // The job of fabrikam has left nothing.
    expect((await fold("--chunk 1")).exitCode).toBe(1);
    const summary = readFileSync(join(root, "summary.md"), "utf8");
    expect(summary).toContain("| `Northwind` `org_northwind` |");
    expect(summary).toContain("| `results/org_fabrikam.json` | error |");
    expect((await fold(`--base ${base}`)).exitCode).toBe(0);
  });
});

describe("GitLab", () => {
  /** The child pipeline that the matrix job writes for a pipeline of this source. */
  async function child(source: string, since = base) {
    const env = {
      CI_PIPELINE_SOURCE: source,
      CI_COMMIT_BEFORE_SHA: since,
      CI_MERGE_REQUEST_DIFF_BASE_SHA: since,
    };
    expect(await run(read(".gitlab-ci.yml").matrix.script.join("\n"), env)).toMatchObject({ exitCode: 0 });
    const pipeline = read("fleet.yml");
    const jobs = Object.keys(pipeline).filter((name) => / |^(report|approve|plans)$/.test(name));
    const play = (name: string) => {
      const { extends: parent, script, variables } = pipeline[name];
      const { before_script } = pipeline.default;
      return run([...before_script, ...(script ?? pipeline[parent].script)].join("\n"), variables);
    };
    return { pipeline, jobs, play };
  }

  it("plans in merge requests those that a change touches, and reports", async () => {
    const { jobs, play, pipeline } = await child("merge_request_event");
    expect(jobs).toEqual(["plan northwind", "report"]);
    // A child pipeline has another source than its parent: only a rule that always holds lets its jobs run.
    expect(pipeline.workflow).toEqual({ rules: [{ when: "always" }] });
    expect((await play("plan northwind")).exitCode).toBe(0);
    expect((await play("report")).stdout).toContain("1 run, 0 with something to look at.");
    await run("rm -r plans");
    expect((await play("report")).exitCode).toBe(1);
  });

  it("applies on main what its own plan showed, once, after somebody released it", async () => {
    const { jobs, play, pipeline } = await child("push");
    expect(jobs).toEqual(["plan northwind", "plans", "approve", "apply northwind", "report"]);
    expect(pipeline["apply northwind"]).toMatchObject({ needs: ["plan northwind", "approve"] });
    expect(pipeline[".approve"]).toMatchObject({ when: "manual", allow_failure: false });
    expect(pipeline[".apply"]).toMatchObject({ retry: 0, interruptible: false });
    const environments = ["plan northwind", "apply northwind"].map((job) => pipeline[job].environment.name);
    expect(environments).toEqual(["northwind/plan", "northwind/apply"]);
    await play("plan northwind");
    await expectAppliedOnce(() => play("apply northwind"));
    expect((await play("report")).stdout).toContain("1 run, 0 with something to look at.");
  });

  it("takes the plan for the result where nothing was left to apply", async () => {
    await run("orgform apply --auto-approve --file orgs/northwind.yaml");
    const { play } = await child("push");
    for (const job of ["plan northwind", "apply northwind", "report"])
      expect((await play(job)).exitCode, job).toBe(0);
  });

  it("compares all of them at night, and is red for a difference and for one that left nothing", async () => {
    const { jobs, play } = await child("schedule");
    expect(jobs).toEqual(["drift fabrikam", "drift northwind", "report"]);
    expect((await play("drift northwind")).exitCode).toBe(2);
    expect(existsSync(join(root, "snapshots/org_northwind.json"))).toBe(true);
    expect((await play("report")).stdout).toContain("2 runs, 2 with something to look at.");
  });

  it("gets a child pipeline that says so when there is nothing to do", async () => {
    const { jobs, play } = await child("push", "HEAD");
    expect(jobs).toEqual(["report"]);
    expect((await play("report")).stdout).toContain("No organization changes.");
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

  /** Runs the container of a template; `/results` is a folder beside `orgs`. */
  function play(name: string, values: Readonly<Record<string, string>>): Promise<ScriptResult> {
    const fill = (text: string): string =>
      text
        .replace(/\{\{(?:inputs|workflow)\.parameters\.(\w+)\}\}/g, (_, key) => values[key] ?? "")
        .replaceAll("/results", "results")
        .replaceAll("/snapshots", "snapshots")
        .replaceAll(/(?<!results)\/receipts/g, "receipts");
    mkdirSync(join(root, "snapshots"), { recursive: true });
    const { command, args, env = [] }: Container = template(name).container;
    const given = env.flatMap(({ name: key, value }) => (value === undefined ? [] : [[key, fill(value)]]));
    return run(quoted([...(command ?? []), ...args].map(fill)), Object.fromEntries(given));
  }

  it("hands each organization to a pod of its own, and reports once all are done", async () => {
    expect((await play("matrix", { base: "" })).exitCode).toBe(0);
    const items: Record<string, string>[] = JSON.parse(readFileSync(join(root, "results/jobs.json"), "utf8"));
    expect(items.map(({ name }) => name)).toEqual(["fabrikam", "northwind"]);
    const { failFast, tasks } = template("drift").dag;
    expect(failFast).toBe(false);
    const parameters = tasks[1].arguments.parameters.map(({ value }: { value: string }) => value);
    expect(parameters).toEqual(["{{item.name}}", "{{item.path}}", "{{item.organization_id}}"]);
    expect(tasks[2].depends).toContain("drift-one.Failed");
    expect((await play("drift-one", items[1] ?? {})).exitCode).toBe(2);
    const report = await play("report", { folder: "drift" });
    expect(report.exitCode).toBe(1);
    expect(report.stdout).toMatch(/org_fabrikam\.json +error[\s\S]*Northwind \(org_northwind\) +differences/);
  });

  it("applies after a pause what its own plan showed, once", async () => {
    await play("matrix", { base });
    const [item = {}]: Record<string, string>[] = JSON.parse(
      readFileSync(join(root, "results/jobs.json"), "utf8"),
    );
    expect((await play("plan-one", { ...item, base })).exitCode).toBe(0);
    const names = template("apply").dag.tasks.map(({ name }: { name: string }) => name);
    expect(names).toEqual(["matrix", "plan-one", "plans", "approve", "apply-one", "report"]);
    expect(template("approve").suspend).toEqual({});
    expect(template("apply-one").retryStrategy).toBeUndefined();
    await expectAppliedOnce(() => play("apply-one", { ...item, base }));
    const last = await play("report", { folder: "receipts" });
    expect(last.exitCode, last.output).toBe(0);
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
  function play(text: string, name: string, env: Record<string, string> = {}): Promise<ScriptResult> {
    const object = parseAllDocuments(text)
      .map((document) => document.toJS())
      .find((one) => one?.kind === "CronJob" && one.metadata.name === name);
    const [container]: Container[] = object.spec.jobTemplate.spec.template.spec.containers;
    const { command = ["orgform"], args = [] } = container ?? {};
    const words = [...command, ...args].map((word) =>
      word
        .replaceAll("/organization/", "orgs/")
        .replace("/base/", "base/")
        .replaceAll("/token/token", "token")
        .replaceAll("/results", "results")
        .replace("/fleet/jobs.json", "jobs.json")
        .replace("$(DIGEST)", env.DIGEST ?? ""),
    );
    return run(quoted(words), { ORGFORM_TOKEN: "" });
  }

  async function manifests(): Promise<string> {
    await run("orgform fleet jobs orgs --format json --out jobs.json");
    const { stdout, exitCode } = await run("node kubernetes/fleet.mjs jobs.json");
    expect(exitCode).toBe(0);
    return stdout;
  }

  beforeEach(() => writeFileSync(join(root, "token"), `${workshop.sandbox.token}\n`));

  it("gets three jobs and the file of each organization, of one template", async () => {
    const text = await manifests();
    const names = parseAllDocuments(text).flatMap((document) => document.toJS()?.metadata.name ?? []);
    expect(names).toEqual(
      ["fabrikam", "northwind"].flatMap((name) => [
        ...["drift", "plan", "apply"].map((command) => `orgform-${command}-${name}`),
        `orgform-${name}`,
      ]),
    );
    expect(
      text
        .replaceAll("org_northwind", "")
        .match(/org_\w+/g)
        ?.every((id) => id === "org_fabrikam"),
    ).toBe(true);
    rmSync(join(root, "orgs/fabrikam.yaml"));
    writeFileSync(
      join(root, "orgs/Not_A_Label.yaml"),
      "version: 1\norganization: {id: org_x}\nworkspaces: {}\n",
    );
    await run("orgform fleet jobs orgs --format json --out jobs.json");
    expect((await run("node kubernetes/fleet.mjs jobs.json")).output).toContain("Rename the file.");
  });

  it("compares at night, and reports no result of the night before", async () => {
    const text = await manifests();
    expect((await play(text, "orgform-drift-northwind")).exitCode).toBe(2);
    const report = () => play(readFileSync(join(root, "kubernetes/fleet.yaml"), "utf8"), "orgform-report");
    expect((await report()).stdout).toMatch(/org_fabrikam\.json +error[\s\S]*differences/);
    expect(existsSync(join(root, "results/org_northwind.json"))).toBe(false);
    expect((await report()).stdout).toMatch(/org_northwind\.json +error/);
  });

  it("applies the digest that somebody approved, once", async () => {
    const text = await manifests();
    await run(`mkdir base results && git show ${base}:./orgs/northwind.yaml > base/northwind.yaml`);
    expect((await play(text, "orgform-plan-northwind")).exitCode).toBe(0);
    const { plan_digest } = JSON.parse(readFileSync(join(root, "results/org_northwind.json"), "utf8"));
    await expectAppliedOnce(() => play(text, "orgform-apply-northwind", { DIGEST: plan_digest }));
  });
});
