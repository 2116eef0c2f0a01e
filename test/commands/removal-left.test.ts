import { execa } from "execa";
import { expect, it, onTestFinished } from "vitest";
import { openSandbox } from "../support/open-sandbox.js";
import { orgform } from "../support/run-in-process.js";
import { openFolder } from "./folder.js";

const file = (groups: string) =>
  `version: 1\norganization: {id: org_northwind}\nworkspaces: {prod: {groups: ${groups}}}\n`;

it("names what only the base knew and was not removed, with the command that still does it", async () => {
  const names = ["A", "B", "C", "Gone"];
  const groups = names.map((name, i) => ({ name, precedence: i + 1 }));
  const sandbox = openSandbox({ seed: { workspaces: [{ name: "prod", groups }] } });
  onTestFinished(() => sandbox.close());
  const folder = await openFolder();
  const cwd = folder.path("");
  const git = (...args: string[]) =>
    execa("git", ["-c", "user.name=Ada", "-c", "user.email=ada@northwind.example", ...args], { cwd });
  const run = (...args: string[]) =>
    orgform(args, { cwd, env: { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token } });
  await git("init", "-q");
  await folder.write("my file.yaml", file("{A: {precedence: 1}, B: {precedence: 2}, C: {precedence: 3}}"));
  await git("add", ".");
  await git("commit", "-qm", "first");
  const { stdout: commit } = await git("rev-parse", "HEAD");
  // B leaves the file, and C is marked: the next plan still knows of C.
  await folder.write("my file.yaml", file("{A: {precedence: 1}, C: {state: absent}}"));
  sandbox.addFaults({ kind: "status", status: 403, match: { method: "DELETE" } });
  const apply = ["apply", "-f", "my file.yaml", "--base", "HEAD", "--auto-approve"];
  const failed = await run(...apply);
  expect(failed.exitCode).toBe(5);
  const again = `orgform apply --file 'my file.yaml' --base ${commit}`;
  const said = failed.stdout.replaceAll(/\s+/g, " ");
  expect(said).toContain("1 deletion was not done, and only this base requests it");
  expect(said).toContain(
    `prod/groups/B. A later base does not list them, so no later run deletes them. Run again with the same base: ${again}`,
  );
  expect(said).not.toContain("prod/groups/C.");

  const json = await run(...apply, "--format", "json");
  const events = json.stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(events.filter(({ diagnostic }) => diagnostic?.code === "removal-left")).toHaveLength(1);
  expect(events.at(-1).type).toBe("apply_summary");

  await git("commit", "-qam", "second");
  const forgotten = await run("plan", "-f", "my file.yaml", "--base", "HEAD", "--format", "json");
  const changes: { address: string }[] = JSON.parse(forgotten.stdout).resource_changes;
  expect(changes.map(({ address }) => address)).toEqual(["prod/groups/C"]);
  sandbox.clearFaults();
  const done = await run("apply", "-f", "my file.yaml", "--base", commit, "--auto-approve");
  expect(done.exitCode).toBe(0);
  expect(done.stdout).not.toContain("only this base requests");
  expect(sandbox.state().workspaces[0]?.groups?.map(({ name }) => name)).toEqual(["A", "Gone"]);
});
