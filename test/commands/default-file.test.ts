import { expect, it } from "vitest";
import { orgform } from "../support/run-in-process.js";
import { openFolder } from "./folder.js";

const VALID = "version: 1\norganization: {id: org_1}\n";

it.each([
  [["orgform.yml"], "orgform.yml:3:1"],
  [["orgform.yaml", "orgform.yml"], "orgform.yaml:3:1"],
])("takes the file of the working directory by its usual names, in their order: %j", async (names, place) => {
  const folder = await openFolder();
  for (const name of names) await folder.write(name, `${VALID}x: 1\n`);
  const { stdout, exitCode } = await orgform(["validate"], { cwd: folder.path("") });
  expect(stdout).toContain(`at ${place}`);
  expect(exitCode).toBe(1);
});

it("writes no second first file beside orgform.yml", async () => {
  const folder = await openFolder();
  await folder.write("orgform.yml", VALID);
  const { stderr, exitCode } = await orgform(["init", "--sandbox"], { cwd: folder.path("") });
  expect(stderr).toContain("orgform.yml");
  expect(exitCode).not.toBe(0);
  expect(await folder.read("orgform.yml")).toBe(VALID);
});
