import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { orgform as built } from "../support/run-built.js";
import { orgform } from "../support/run-in-process.js";

test.each([
  [["help"], "Commands:"],
  [["help", "plan"], "What is guarded and shown:"],
  [["help", "plan", "--no-color", "--output", "plan.txt"], "What is guarded and shown:"],
  [["help", "sign-in"], "verify"],
  [["help", "unknown-key"], "What to do"],
  [["help", "environment"], "ORGFORM_CLIENT_SECRET"],
  [["help", "exit-codes"], "5    partial: "],
  [["version"], "0."],
])("%j is answered on stdout", async (args, text) => {
  const { stdout, stderr, exitCode } = await orgform(args);
  expect(stdout).toContain(text);
  expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
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
  ["nope", "Known: "],
])("help %s names what there is, and fails", async (topic, text) => {
  const { stdout, stderr, exitCode } = await orgform(["help", topic]);
  expect(stderr).toContain(text);
  expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 1 });
});
