import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { globSync } from "tinyglobby";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { COMMANDS } from "../../src/cli/command-table.js";
import { createProgram } from "../../src/cli/program.js";
import { VERSION } from "./workshop.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const read = (path: string): Yaml => parse(readFileSync(join(ROOT, path), "utf8"), { merge: true });
/** All documents of a file that may hold several. */
const readAll = (path: string): readonly Yaml[] =>
  parseAllDocuments(readFileSync(join(ROOT, path), "utf8"), { merge: true }).map((one) => one.toJS());

/** YAML of somebody else's form, looked at key by key. */
type Yaml = Readonly<Record<string, unknown>>;

const WORKFLOWS = [
  ...globSync("examples/**/*.yml", { cwd: ROOT, dot: true }).filter((path) =>
    readAll(path).some((one) => "jobs" in one),
  ),
  ...globSync(".github/workflows/*.yml", { cwd: ROOT, dot: true }),
].sort();
const OTHERS = [
  ...globSync("examples/**/*.{yml,yaml}", { cwd: ROOT, dot: true }).filter(
    (path) => !WORKFLOWS.includes(path),
  ),
  ".pre-commit-hooks.yaml",
];

interface Job {
  readonly if?: string;
  readonly permissions?: Yaml;
  readonly concurrency?: Yaml;
  readonly environment?: string;
  /** None where the job calls another workflow. */
  readonly steps?: readonly {
    readonly uses?: string;
    readonly run?: string;
    readonly with?: Yaml;
    readonly env?: Yaml;
  }[];
  readonly "timeout-minutes"?: number;
}

const WITH_A_TOKEN = /secrets\.ORGFORM_TOKEN/;
/** The action is named with a commit that is put in when a release has been read. */
const OWN_ACTION = `your-org/orgform@${"0".repeat(40)}`;

describe.each(WORKFLOWS)("%s", (path) => {
  const workflow = read(path);
  const triggers = workflow.on as Yaml; // A mapping in all of ours.
  const jobs = Object.values(workflow.jobs as Readonly<Record<string, Job>>);
  const steps = jobs.flatMap((job) => job.steps ?? []);

  it("gives each job no more than it names, and an end", () => {
    for (const job of jobs) {
      expect(job.permissions ?? workflow.permissions).toBeDefined();
      if (job.steps !== undefined) expect(job["timeout-minutes"]).toBeGreaterThan(0);
    }
    if (path !== ".github/workflows/ci.yml") expect(workflow.permissions).toEqual({});
    for (const job of jobs) expect(job.concurrency ?? workflow.concurrency).toBeDefined();
  });

  it("names every action by its commit, with the release that it is", () => {
    const text = readFileSync(join(ROOT, path), "utf8");
    const uses = [...text.matchAll(/uses: (.*)$/gm)].map(([, what = ""]) => what);
    expect(uses.length).toBeGreaterThan(0);
    for (const what of uses)
      expect(what).toMatch(/^([\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+|\.\/\.github\/workflows\/[\w-]+\.yml)$/);
  });

  it("gives a token to jobs of an environment of their own only, and by hand on main only", () => {
    for (const job of jobs.filter(({ steps: own = [] }) => WITH_A_TOKEN.test(JSON.stringify(own)))) {
      expect(job.environment).toMatch(/plan|apply|drift|snapshot/);
      if ("workflow_dispatch" in triggers || "schedule" in triggers)
        expect(job.if).toMatch(/github\.(ref == 'refs\/heads\/main'|event_name == 'pull_request')/);
    }
    expect(JSON.stringify(workflow.env ?? {})).not.toMatch(/secrets\./);
    if ("pull_request_target" in triggers) {
      expect(JSON.stringify(workflow)).not.toMatch(/secrets\./);
      for (const step of steps) expect(step.with ?? {}).not.toHaveProperty("ref");
    }
  });

  it("has no key that a comma made", () => {
    const on = workflow.on as { workflow_dispatch?: { inputs?: Readonly<Record<string, object>> } | null };
    for (const input of Object.values(on.workflow_dispatch?.inputs ?? {}))
      expect(["description", "required", "default", "type"]).toEqual(
        expect.arrayContaining(Object.keys(input)),
      );
  });

  it("leaves no credentials behind and lets no text of others into a shell", () => {
    for (const step of steps) {
      if (step.uses?.startsWith("actions/checkout@")) expect(step.with?.["persist-credentials"]).toBe(false);
      expect(step.run ?? "").not.toContain("${{");
    }
  });

  it("uses the action as action.yml describes it", () => {
    const { inputs, outputs } = read("action.yml") as { inputs: Yaml; outputs: Yaml };
    const uses = steps.filter((step) => step.uses?.startsWith("your-org/orgform@"));
    for (const step of uses) {
      expect(step.uses).toBe(OWN_ACTION);
      expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(step.with ?? {})));
    }
    for (const [, output = ""] of JSON.stringify(steps).matchAll(/steps\.orgform\.outputs\.(\w+)/g))
      expect(Object.keys(outputs)).toContain(output);
  });
});

describe("what GitHub does between jobs", () => {
  const folder = "examples/pull-request/.github/workflows";

  it("keeps every apply that waits, and cancels none", () => {
    for (const name of ["apply", "night"])
      expect(read(`${folder}/orgform-${name}.yml`).concurrency).toEqual({
        group: "orgform-apply",
        queue: "max",
      });
  });

  it("plans and applies whatever a commit touches, and can skip no required check", () => {
    const { on, jobs } = read(`${folder}/orgform-plan.yml`);
    expect(on).toEqual({ pull_request: null, merge_group: null });
    expect((jobs as Readonly<Record<string, Job>>).plan).not.toHaveProperty("if");
    for (const path of WORKFLOWS.filter((one) => one.startsWith("examples/")))
      expect(Object.values(read(path).on as Yaml), path).not.toContainEqual(
        expect.objectContaining({ paths: expect.anything() }),
      );
  });

  it.each(["pull-request/.github/workflows", "many-organizations/github"])(
    "runs at night the last applied commit, and nothing else: %s",
    (place) => {
      const { jobs } = read(`examples/${place}/orgform-night.yml`);
      const [found, checkout, applied] = (jobs as Readonly<Record<string, Job>>).joiners?.steps ?? [];
      expect(found?.with).toEqual({ command: "applied" });
      expect(checkout?.with?.ref).toBe(["$", "{{ steps.orgform.outputs.commit }}"].join(""));
      expect(applied?.run).toMatch(/^orgform apply .*--auto-approve --base HEAD --fail-on drift /);
    },
  );

  it("gives the job that writes a branch no token of an organization", () => {
    const { jobs } = read(`${folder}/orgform-night.yml`) as { jobs: Readonly<Record<string, Job>> };
    for (const [name, job] of Object.entries(jobs))
      expect([name, job.permissions?.contents, WITH_A_TOKEN.test(JSON.stringify(job))]).toEqual(
        name === "pull-request" ? [name, "write", false] : [name, "read", true],
      );
    expect(jobs["pull-request"]).not.toHaveProperty("environment");
  });

  it("writes over no comment of another workflow", () => {
    for (const path of WORKFLOWS) expect(readFileSync(join(ROOT, path), "utf8")).not.toContain("--edit-last");
  });
});

it("every other YAML file of the examples is well-formed", () => {
  expect(OTHERS.length).toBeGreaterThan(8);
  for (const path of OTHERS) expect(readAll(path), path).not.toContain(null);
});

describe("what pipelines call", () => {
  const calls = [...WORKFLOWS, ...OTHERS].flatMap((path) =>
    commandLines(readAll(path)).map((words) => [words.join(" "), words, path] as const),
  );

  it.each(calls)("orgform %s", (_, words) => {
    expect(problemOf(words)).toBeUndefined();
  });

  it("is found, and a mistake in it would be", () => {
    expect(calls.length).toBeGreaterThan(15);
    expect(problemOf(["plan", "--formt", "json"])).toContain("unknown option");
  });
});

it("an action has the same commit everywhere, and the one of this repository the version of the package", () => {
  const texts = WORKFLOWS.map((path) => readFileSync(join(ROOT, path), "utf8")).join("\n");
  const pins = new Map<string, Set<string>>();
  for (const [, name = "", pin = ""] of texts.matchAll(/uses: ([\w-]+\/[\w-]+)[\w/-]*@(.*)$/gm))
    pins.set(name, (pins.get(name) ?? new Set()).add(pin));
  for (const [name, all] of pins) expect([...all], name).toHaveLength(1);
  expect([...(pins.get("your-org/orgform") ?? [])]).toEqual([`${"0".repeat(40)} # v${VERSION}`]);
});

it("the pre-commit hooks of the example are those of this repository, in this version", () => {
  const [repo] = (read("examples/pre-commit/.pre-commit-config.yaml") as { repos: HookSource[] }).repos;
  const ids = parse(readFileSync(join(ROOT, ".pre-commit-hooks.yaml"), "utf8")).map(
    ({ id }: { id: string }) => id,
  );
  expect(repo).toMatchObject({ rev: `v${VERSION}`, hooks: ids.map((id: string) => ({ id })) });
  // pre-commit takes all that `npm pack` prints for the name of a file: no script of ours may speak there.
  expect(readFileSync(join(ROOT, ".npmrc"), "utf8")).toContain("foreground-scripts=false\n");
});

interface HookSource {
  readonly rev: string;
  readonly hooks: readonly { readonly id: string }[];
}

/** Every call of orgform anywhere in a document: in lines of shell and hooks' entries. */
function commandLines(value: unknown): string[][] {
  if (typeof value === "string") {
    const lines = value
      .split("\n")
      .flatMap((line) => [...line.matchAll(/(?:^|[\s(;])orgform ([a-z][^;)|>]*)/g)]);
    return lines.map(([, text = ""]) =>
      text
        .replace(/\$\{applied:\+([^}]*)\}/i, "$1")
        .trim()
        .split(/\s+/)
        .map(unquoted),
    );
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => (key === "name" ? [] : commandLines(part)));
}

const unquoted = (word: string): string => word.replace(/^"(.*)"$/, "$1");

/** What the command line has against these words; nothing is run. */
function problemOf(words: readonly string[]): string | undefined {
  let problem = "";
  const output = {
    writeOut: () => {},
    columns: 100,
    writeErr: (text: string) => {
      problem += text;
    },
  };
  try {
    createProgram(COMMANDS, words, { version: VERSION, output, onInvoke: () => {} }).parse([...words], {
      from: "user",
    });
    return undefined;
  } catch {
    return problem;
  }
}
