import { execFileSync } from "node:child_process";
import { appendFileSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { openWorkshop, type Workshop } from "./workshop.js";

let workshop: Workshop;
/** The root of the repository, in which the files of all engines lie beside `orgs`. */
let root: string;

beforeEach(async () => {
  workshop = await openWorkshop({ organization: { id: "org_northwind", name: "Northwind" } });
  root = join(workshop.folder, "fleet");
  for (const name of readdirSync(join(root, "gitlab")))
    renameSync(join(root, "gitlab", name), join(root, name));
  git("init", "--quiet");
  git("add", "--all");
  git("commit", "--quiet", "--message", "before");
});

afterEach(() => workshop.close());

const git = (...args: string[]): string =>
  execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@northwind.example", ...args], {
    cwd: root,
    encoding: "utf8",
  }).trim();
const read = (path: string) => parse(readFileSync(join(root, path), "utf8"), { merge: true });
const run = (script: string, env: Record<string, string> = {}) => workshop.run(script, "fleet", env);

/** A change to one of the two organizations, and the revision before it. */
function change(): string {
  const base = git("rev-parse", "HEAD");
  appendFileSync(join(root, "orgs/northwind.yaml"), "      Sales: {precedence: 10}\n");
  git("commit", "--quiet", "--all", "--message", "change");
  return base;
}

describe("GitHub Actions", () => {
  const runOf = (job: string): string => {
    const { steps } = read("github/orgform-fleet.yml").jobs[job];
    return steps.map((step: { run?: string }) => step.run ?? "").join("\n");
  };

  async function organizationsSince(base: string): Promise<string[]> {
    writeFileSync(join(root, "output"), "");
    expect(await run(runOf("matrix"), { BASE: base, GITHUB_OUTPUT: "output" })).toMatchObject({
      exitCode: 0,
    });
    const [, json = ""] = /^organizations=(.*)\n$/.exec(readFileSync(join(root, "output"), "utf8")) ?? [];
    return JSON.parse(json).include.map(({ name }: { name: string }) => name);
  }

  it("gets one job for each organization that a change touches, and at night for all", async () => {
    const base = change();
    expect(await organizationsSince(base)).toEqual(["northwind"]);
    expect(await organizationsSince("")).toEqual(["fabrikam", "northwind"]);
    expect(await organizationsSince("HEAD")).toEqual([]);
    const { organization } = read("github/orgform-fleet.yml").jobs;
    expect(organization.if).toContain('{"include":[]}');
  });

  it("stops when the matrix cannot be had, instead of running none", async () => {
    writeFileSync(join(root, "orgs/fabrikam.yaml"), "version: 1\norganization: {id: org_fabrikam, nme: x}\n");
    expect((await run(runOf("matrix"), { BASE: "", GITHUB_OUTPUT: "output" })).exitCode).not.toBe(0);
  });

  it("folds the results into the summary", async () => {
    await run(
      "mkdir -p results/result-1 && orgform plan --file orgs/northwind.yaml --out results/result-1/plan.json",
    );
    const include = [{ name: "fabrikam" }, { name: "northwind" }];
    const fold = (organizations: readonly object[]) =>
      run(runOf("report"), {
        GITHUB_STEP_SUMMARY: "summary.md",
        ORGANIZATIONS: JSON.stringify({ include: organizations }),
      });
    // The job of fabrikam has left nothing.
    expect((await fold(include)).exitCode).toBe(1);
    const summary = readFileSync(join(root, "summary.md"), "utf8");
    expect(summary).toContain("| `Northwind` `org_northwind` |");
    expect(summary).toContain("| `fabrikam` | error |");
    await run("mv results/result-1 results/result-0");
    expect((await fold(include.slice(1))).exitCode).toBe(0);
  });
});

describe("GitLab", () => {
  it("gets a child pipeline with one job for each organization that a change touches, and a report", async () => {
    const base = change();
    const { script } = read(".gitlab-ci.yml").matrix;
    expect((await run(script.join("\n"), { CI_MERGE_REQUEST_DIFF_BASE_SHA: base })).exitCode).toBe(0);
    const child = read("fleet.yml");
    const [variables, ...others] = child.organization.parallel.matrix;
    expect([variables.ORGFORM_NAME, others]).toEqual(["northwind", []]);

    const planned = await run(child[".organization"].script.join("\n"), { ...variables, BASE: base });
    expect(planned.exitCode).toBe(0);
    const { BASE, RESULTS } = child[".fleet"].variables;
    expect(BASE).toBe(base);
    const reported = await run(child.report.script.join("\n"), { RESULTS });
    expect(reported.stdout).toContain("1 run, 0 with something to look at.");
    await run("rm -r results");
    expect((await run(child.report.script.join("\n"), { RESULTS })).exitCode).toBe(1);
  });

  it("gets a child pipeline that says so when there is nothing to do", async () => {
    const { script } = read(".gitlab-ci.yml").matrix;
    expect((await run(script.join("\n"), { CI_MERGE_REQUEST_DIFF_BASE_SHA: "HEAD" })).exitCode).toBe(0);
    const child = read("fleet.yml");
    expect(child.organization).toBeUndefined();
    const { RESULTS } = child[".fleet"].variables;
    expect((await run(child.report.script.join("\n"), { RESULTS })).stdout).toContain(
      "No organization changes.",
    );
  });
});

describe("Argo Workflows and Kubernetes", () => {
  const quoted = (args: readonly string[]): string => `orgform ${args.map((arg) => `'${arg}'`).join(" ")}`;

  it("hand each organization of the matrix to a step of its own", async () => {
    const [fleet, matrix, drift] = read("argo/orgform-drift.yaml").spec.workflowSpec.templates;
    const items = JSON.parse((await run(quoted(matrix.container.args))).stdout);
    expect(items.map(({ name }: { name: string }) => name)).toEqual(["fabrikam", "northwind"]);
    const parameters = new Map<string, string>();
    for (const { name, value } of fleet.steps[1][0].arguments.parameters)
      parameters.set(`{{inputs.parameters.${name}}}`, items[1][value.replace(/\{\{item\.(\w+)\}\}/, "$1")]);
    const args = drift.container.args.map((arg: string) => parameters.get(arg) ?? arg);
    expect(args).toEqual(["drift", "--file", "orgs/northwind.yaml"]);
    expect((await run(quoted(args))).exitCode).toBe(2);
  });

  it("compare one organization with a token from a file", async () => {
    const [container] = read("kubernetes/orgform-drift.yaml").spec.jobTemplate.spec.template.spec.containers;
    writeFileSync(join(root, "token"), `${workshop.sandbox.token}\n`);
    const args = container.args.map((arg: string) =>
      arg.replace("/organizations/", "orgs/").replace("/token/token", "token"),
    );
    expect((await run(quoted(args), { ORGFORM_TOKEN: "" })).exitCode).toBe(2);
  });
});
