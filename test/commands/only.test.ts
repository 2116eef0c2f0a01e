import { expect, it, onTestFinished } from "vitest";
import { startSandbox } from "../../src/sandbox/start-sandbox.js";
import { orgform } from "../support/run-built.js";
import { openFolder } from "./folder.js";

it.each([
  ["prod/groups/A", 0, "1 to change"],
  ["prod/groups/B", 0, "--only prod/groups/B matches nothing"],
  ["prod/gruops/A", 1, "--only prod/gruops/A can match no address"],
  ["", 1, "can match no address"],
])("--only %j says so when there is nothing that it could mean", async (pattern, exitCode, says) => {
  const sandbox = await startSandbox({
    seed: { workspaces: [{ name: "prod", groups: [{ name: "A", precedence: 1 }] }] },
  });
  onTestFinished(() => sandbox.close());
  const folder = await openFolder();
  await folder.write(
    "orgform.yaml",
    "version: 1\norganization: {id: org_northwind}\nworkspaces: {prod: {groups: {A: {precedence: 2}}}}\n",
  );
  const run = await orgform(["plan", "--only", pattern], {
    cwd: folder.path(""),
    env: { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token },
  });
  expect(run.exitCode).toBe(exitCode);
  expect(run.stdout + run.stderr).toContain(says);
});
