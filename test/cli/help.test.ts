import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { COMMANDS } from "../../src/cli/command-table.js";
import { HELP_GROUPS } from "../../src/cli/options/command-spec.js";
import { KEYS } from "../../src/config/text/file-schema.js";
import { GUARD_HELP, GUARD_TABLE } from "../../src/plan/guards/allowance.js";
import { DIAGNOSTIC_HELP } from "../../src/report/generated/diagnostic-help.js";
import { orgform as built } from "../support/run-built.js";
import { orgform } from "../support/run-in-process.js";

test.each([
  [["help"], "Every day:"],
  [["help", "plan"], "Guards and output:"],
  [["help", "plan", "--no-color", "--out", "plan.json"], "Guards and output:"],
  [["help", "sign-in"], "verify"],
  [["help", "sandbox", "accept"], "Usage: orgform sandbox accept"],
  [["help", "fail-on"], "\n- `tie`: two groups"],
  [["help", "unknown-key"], "What to do"],
  [["help", "environment"], "ORGFORM_CLIENT_SECRET"],
  [["help", "exit-codes"], "5    partial: "],
  [["help", "access.windows"], "Allowed by: --allow access.windows=NUMBER"],
  [["help", "delete.group"], "It refuses deleting more groups than limits.delete allows"],
  [["help", "delete"], "delete.total: a guard"],
  [["help", "opened"], "access.opened: a guard"],
  [["help", "protect"], "Allowed by: no option: change `protect` first"],
  [["help", "guards"], "access.windows             a plan for which every order"],
  [["help", "topics"], "delete.total, access.opened"],
  [["help", "tuning"], "--concurrency <n>"],
])("%j is answered on stdout", async (args, text) => {
  const { stdout, stderr, exitCode } = await orgform(args);
  expect(stdout).toContain(text);
  expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
});

test("every guard that a number or a name lets pass has help", () => {
  const withHelp = [...GUARD_TABLE].flatMap(([name, { takes }]) => (takes === "nothing" ? [] : [name]));
  expect(Object.keys(GUARD_HELP)).toEqual(withHelp);
  expect(withHelp).toContain("protect");
});

test.each(["-v", "-V", "--version"])("the command answers %s alone", async (flag) => {
  const { stdout, exitCode } = await built([flag]);
  expect({ stdout, exitCode }).toEqual({ stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), exitCode: 0 });
});

test("help names an address of the documentation that exists in the package", async () => {
  for (const [args, page] of [
    [["--help"], "README.md"],
    [["help", "unknown-key"], "troubleshooting.md#unknown-key"],
  ] as const) {
    const { stdout } = await orgform([...args]);
    const [, found = ""] = /https:\/\/unpkg\.com\/orgform@\d+\.\d+\/(docs\/\S+)/.exec(stdout) ?? [];
    expect(found).toBe(`docs/${page}`);
    expect(existsSync(new URL(`../../${found.replace(/#.*/, "")}`, import.meta.url))).toBe(true);
  }
});

test.each([
  ["unknwon-key", 'Did you mean "unknown-key"?'],
  ["plna", 'Did you mean "plan"?'],
  ["acess.opened", 'Did you mean "access.opened"?'],
  ["delete.workspace", 'Did you mean "archive"?'],
  ["until", "Instead: let the list filter by its own column"],
  ["undo", "Instead: revert the commit"],
  ["nope", "`orgform help topics` lists everything"],
])("help %s names what there is, and fails", async (topic, text) => {
  const { stdout, stderr, exitCode } = await orgform(["help", topic]);
  expect(stderr.replace(/\s+/g, " ")).toContain(text);
  expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 1 });
});

test("help on a key of the file is its text in the schema, for each place that has one of its own", async () => {
  const { stdout } = await built(["help", "members"]);
  expect(stdout).toMatch(
    /^members: a key of the file\n\nworkspaces\.NAME\.members\n {2}People of the workspace/,
  );
  expect(stdout).toContain("\nworkspaces.NAME.groups.NAME.members\n  The group's members");
  for (const key of KEYS) {
    const { stderr, exitCode } = await orgform(["help", key]);
    expect({ key, stderr, exitCode }).toEqual({ key, stderr: "", exitCode: 0 });
  }
});

test.each(["value", "accept", "wokspace"])("what help %s suggests has help", async (word) => {
  const { stderr } = await orgform(["help", word]);
  const [, suggestion = ""] = /Did you mean "([^"]+)"/.exec(stderr) ?? [];
  expect((await orgform(["help", ...suggestion.split(" ")])).exitCode).toBe(0);
});

test("help lists each command once, those of every day first", async () => {
  const { stdout } = await orgform(["--help"]);
  const listed = [...stdout.matchAll(/^ {2}([a-z][a-z-]*) {2,}\S/gm)].map(([, name]) => name);
  expect(listed.slice(0, 6)).toEqual(["validate", "plan", "apply", "drift", "adopt", "who"]);
  expect(listed).toEqual([...new Set(COMMANDS.map(({ name }) => name.split(" ")[0]))]);
  expect(HELP_GROUPS.flatMap(({ commands }) => commands)).toEqual(expect.arrayContaining(listed));
});

test.each([
  [[]],
  ...COMMANDS.map(({ name }) => [name.split(" ")]),
  [["help", "environment"]],
  [["help", "tuning"]],
])("the help of %j fits into 80 columns", async (words) => {
  const args = words[0] === "help" ? words : [...words, "--help"];
  const { stdout } = await orgform(args);
  expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
});

test("the examples of codes fit into 80 columns", () => {
  const lines = Object.values(DIAGNOSTIC_HELP).flatMap(({ example }) => example?.lines ?? []);
  expect(lines.filter((line) => line.length > 80 - 4)).toEqual([]);
});

test("options for those who operate pipelines are on their own page, and taken everywhere", async () => {
  const { stdout } = await orgform(["plan", "--help"]);
  for (const flag of ["--concurrency", "--timeout", "--access-reads", "--faults"]) {
    expect(stdout).not.toContain(flag);
    expect((await orgform(["help", "tuning"])).stdout).toContain(flag);
  }
  const run = await orgform([
    "plan",
    "--sandbox",
    "--timeout",
    "soon",
    "-f",
    "examples/quickstart/orgform.yaml",
  ]);
  expect(run.stderr).toContain("--timeout soon is not a whole number");
});
