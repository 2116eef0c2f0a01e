import { expect, it, onTestFinished } from "vitest";
import { startSandbox } from "../../src/sandbox/start-sandbox.js";
import { orgform } from "../support/run-built.js";
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
