import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { globSync } from "tinyglobby";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { COMMANDS } from "../../src/cli/command-table.js";
import { createProgram } from "../../src/cli/program.js";
import { EXAMPLES, VERSION } from "./workshop.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const read = (path: string): Yaml => parse(readFileSync(join(ROOT, path), "utf8"), { merge: true });

/** YAML of somebody else's form, looked at key by key. */
type Yaml = Readonly<Record<string, unknown>>;

const WORKFLOWS = [
  ...globSync("examples/**/*.yml", { cwd: ROOT, dot: true }).filter((path) => "jobs" in read(path)),
  ".github/workflows/ci.yml",
].sort();
const OTHERS = globSync("examples/**/*.{yml,yaml}", { cwd: ROOT, dot: true }).filter(
  (path) => !WORKFLOWS.includes(path),
);

interface Job {
  readonly permissions?: Yaml;
  readonly steps: readonly {
    readonly uses?: string;
    readonly run?: string;
    readonly with?: Yaml;
    readonly env?: Yaml;
  }[];
  readonly "timeout-minutes"?: number;
}

describe.each(WORKFLOWS)("%s", (path) => {
  const workflow = read(path);
  const jobs = Object.values(workflow.jobs as Readonly<Record<string, Job>>);
  const steps = jobs.flatMap((job) => job.steps);

  it("gives each job no more than it names, and an end", () => {
    for (const job of jobs) {
      expect(job.permissions ?? workflow.permissions).toBeDefined();
      expect(job["timeout-minutes"]).toBeGreaterThan(0);
    }
    if (path !== ".github/workflows/ci.yml") expect(workflow.permissions).toEqual({});
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
      expect(step.uses).toBe(`your-org/orgform@v${VERSION}`);
      expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(step.with ?? {})));
    }
    for (const [, output = ""] of JSON.stringify(steps).matchAll(/steps\.orgform\.outputs\.(\w+)/g))
      expect(Object.keys(outputs)).toContain(output);
  });
});

it("every other YAML file of the examples is well-formed", () => {
  expect(OTHERS.length).toBeGreaterThan(8);
  for (const path of OTHERS) expect(read(path), path).toBeTypeOf("object");
});

describe("what pipelines call", () => {
  const calls = [...WORKFLOWS, ...OTHERS].flatMap((path) =>
    commandLines(read(path)).map((words) => [words.join(" "), words, path] as const),
  );

  it.each(calls)("orgform %s", (_, words) => {
    expect(problemOf(words)).toBeUndefined();
  });

  it("is found, and a mistake in it would be", () => {
    expect(calls.length).toBeGreaterThan(15);
    expect(problemOf(["plan", "--formt", "json"])).toContain("unknown option");
  });
});

it("the pre-commit hooks and the container install this very version", () => {
  expect(
    readFileSync(join(EXAMPLES, "pre-commit/.pre-commit-config.yaml"), "utf8").match(/orgform@[\d.]+/g),
  ).toEqual([`orgform@${VERSION}`, `orgform@${VERSION}`]);
});

/** Every call of orgform anywhere in a document: in lines of shell, hooks' entries and containers' arguments. */
function commandLines(value: unknown): string[][] {
  if (typeof value === "string") {
    const lines = value
      .split("\n")
      .flatMap((line) => [...line.matchAll(/(?:^|[\s(;])orgform ([a-z][^;)|>]*)/g)]);
    return lines.map(([, text = ""]) =>
      text
        .replace(/\$\{BASE:\+([^}]*)\}/, "$1")
        .trim()
        .split(/\s+/)
        .map(unquoted),
    );
  }
  if (typeof value !== "object" || value === null) return [];
  const { command, args, image } = value as { command?: unknown; args?: unknown; image?: unknown };
  const isOrgform =
    Array.isArray(args) && (String(command) === "orgform" || String(image).includes("/orgform:"));
  return [
    ...(isOrgform ? [args.map(String)] : []),
    ...Object.entries(value).flatMap(([key, part]) => (key === "name" ? [] : commandLines(part))),
  ];
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
    createProgram(COMMANDS, words, VERSION, output, () => {}).parse([...words], { from: "user" });
    return undefined;
  } catch {
    return problem;
  }
}
