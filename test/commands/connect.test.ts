import { expect, it, onTestFinished } from "vitest";
import { startSandbox } from "../../src/sandbox/start-sandbox.js";
import { orgform } from "../support/run-in-process.js";
import { openFolder } from "./folder.js";

it("plays no faults on the service itself, and asks it nothing", async () => {
  const sandbox = await startSandbox({});
  onTestFinished(() => sandbox.close());
  const folder = await openFolder();
  await folder.write("orgform.yaml", "version: 1\norganization: {id: org_northwind}\nworkspaces: {}\n");
  const { exitCode, stderr } = await orgform(["apply", "--auto-approve", "--faults", "faults.json"], {
    cwd: folder.path(""),
    env: { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token },
  });
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining("--faults without --sandbox")]);
  expect(sandbox.log()).toEqual([]);
});

it.each([
  ["whoami --sandbox --base-url http://127.0.0.1:1", "--base-url beside --sandbox"],
  ["sandbox --port 99999", "--port 99999 cannot be used"],
  ["whoami --sandbox --concurrency 0", "--concurrency 0 cannot be used"],
  ["whoami --sandbox --concurrency many", "--concurrency many is not a whole number"],
])("refuses options that cannot mean anything: %s", async (line, says) => {
  const { exitCode, stderr } = await orgform(line.split(" "));
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining(says)]);
});
