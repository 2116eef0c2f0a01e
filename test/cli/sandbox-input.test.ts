import { expect, it } from "vitest";
import { openFolder } from "../commands/folder.js";
import { orgform } from "../support/run-in-process.js";

it.each([
  ["--seed", { worksp: [] }, 'a seed has no "worksp"'],
  ["--seed", [], "is not a JSON seed object"],
  ["--faults", [{ kind: "drop", match: { methd: "POST" } }], 'the match of a fault has no "methd"'],
])("the sandbox refuses a misspelt %s", async (option, content, says) => {
  const folder = await openFolder();
  const path = await folder.write("input.json", JSON.stringify(content));
  const { exitCode, stderr } = await orgform(["sandbox", option, path]);
  expect(exitCode).toBe(1);
  expect(stderr).toContain(says);
});
