import { expect, test } from "vitest";
import { orgform } from "../support/run-in-process.js";

test.each([
  [["help"], "Commands:"],
  [["help", "plan"], "What is guarded and shown:"],
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

test.each([
  ["unknwon-key", 'Did you mean "unknown-key"?'],
  ["plna", 'Did you mean "plan"?'],
  ["nope", "Known: "],
])("help %s names what there is, and fails", async (topic, text) => {
  const { stdout, stderr, exitCode } = await orgform(["help", topic]);
  expect(stderr).toContain(text);
  expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 1 });
});
