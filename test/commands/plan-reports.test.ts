import { expect, it, onTestFinished } from "vitest";
import { startSandbox } from "../../src/sandbox/start-sandbox.js";
import { orgform } from "../support/run-built.js";
import { openFolder } from "./folder.js";

it.each([
  ["junit", /<failure type="check-mfa" message="ada@northwind\.example has no multi-factor authentication">/],
  ["sarif", /"ruleId": "check-mfa",\s+"ruleIndex": \d+,\s+"level": "error"/],
])("a plan gives what its checks found as %s, and a check called an error refuses", async (format, says) => {
  const members = [{ email: "ada@northwind.example", role: "view" }];
  const users = [{ email: "ada@northwind.example", mfa_enabled: false }];
  const sandbox = await startSandbox({ seed: { users, workspaces: [{ name: "w", members }] } });
  onTestFinished(() => sandbox.close());
  const folder = await openFolder();
  await folder.write(
    "orgform.yaml",
    "version: 1\norganization: {id: org_northwind}\nchecks: {mfa: error}\nworkspaces: {w: {}}\n",
  );
  const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
  const run = (...args: string[]) => orgform(args, { cwd: folder.path(""), env });
  const { stdout, exitCode } = await run("plan", "--format", format);
  expect(exitCode).toBe(3);
  expect(stdout).toMatch(says);
  expect((await run("drift")).exitCode).toBe(3);
  const found = sandbox.state().users?.filter(({ mfa_enabled }) => mfa_enabled === false).length ?? 0;
  expect((await run("plan", "--allow", `check-mfa=${found}`)).exitCode).toBe(0);
});
