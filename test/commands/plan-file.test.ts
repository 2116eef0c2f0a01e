import { expect, it, onTestFinished } from "vitest";
import { startSandbox } from "../../src/sandbox/start-sandbox.js";
import { orgform } from "../support/run-built.js";
import { openFolder } from "./folder.js";

/** A live group A of precedence 1, and what writes a file in which it has another. */
async function start() {
  const sandbox = await startSandbox({
    seed: { workspaces: [{ name: "prod", groups: [{ name: "A", precedence: 1 }] }] },
  });
  onTestFinished(() => sandbox.close());
  const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
  const folder = await openFolder();
  const cwd = folder.path("");
  const write = (precedence: number) =>
    folder.write(
      "orgform.yaml",
      `version: 1\norganization: {id: org_northwind}\nworkspaces: {prod: {groups: {A: {precedence: ${precedence}}}}}\n`,
    );
  return { sandbox, folder, write, cwd, env };
}

it("is refused when it no longer holds what its digest is of", async () => {
  const { sandbox, folder, write, cwd, env } = await start();
  const options = { cwd, env };
  await write(2);
  await orgform(["plan", "--out", "plan.json"], options);
  const plan = JSON.parse(await folder.read("plan.json"));
  await folder.write("edited.json", JSON.stringify({ ...plan, resource_changes: [] }));
  const { exitCode, stderr } = await orgform(["apply", "edited.json"], options);
  expect(exitCode).toBe(1);
  expect(stderr).toContain("edited.json does not hold the plan that its digest is of");
  expect(sandbox.log().filter(({ method }) => method !== "GET")).toEqual([]);
  expect((await orgform(["apply", "plan.json"], options)).exitCode).toBe(0);
});

it("that is stale is refused with what differs, as JSON too", async () => {
  const { write, cwd, env } = await start();
  const options = { cwd, env };
  await write(2);
  await orgform(["plan", "--out", "plan.json"], options);
  await write(3);
  const { exitCode, stdout } = await orgform(["apply", "plan.json", "--format", "json"], options);
  expect(exitCode).toBe(4);
  const events = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const stale = events.find(({ diagnostic }) => diagnostic?.code === "approval-stale");
  expect(stale.diagnostic.detail).toMatch(/Not part of what was approved:.*1 → 3.*Approved.*1 → 2/s);
});

it("carries what was allowed when it was made, and nothing more", async () => {
  const { sandbox, folder, cwd, env } = await start();
  const options = { cwd, env };
  const file =
    "version: 1\norganization: {id: org_northwind}\nworkspaces: {prod: {groups: {A: {state: absent}}}}\n";
  await folder.write("orgform.yaml", file);
  expect((await orgform(["plan", "--out", "refused.json"], options)).exitCode).toBe(3);
  expect((await orgform(["apply", "refused.json"], options)).exitCode).toBe(3);
  await orgform(["plan", "--allow", "all-groups=prod", "--out", "allowed.json"], options);
  expect((await orgform(["apply", "allowed.json"], options)).exitCode).toBe(0);
  expect(sandbox.state().workspaces[0]?.groups).toEqual([]);
});
