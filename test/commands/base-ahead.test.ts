import { expect, it } from "vitest";
import { withoutBreaks } from "../support/plan-formats.js";
import { HEAD, openRepository, planned } from "./repository.js";

const file = (rules: string, groups: string) =>
  `${HEAD + rules}workspaces: {prod: {exact: {groups: true}, groups: {${groups}}}}\n`;
const A = "A: {precedence: 1}";
const LOOSE = file("", `${A}, B: {precedence: 2}`);

/** A branch that left main before others merged a group, a precedence and a protection there. */
async function openBranch() {
  const repository = await openRepository({ "orgform.yaml": LOOSE, x: "1" });
  await repository.git("checkout", "-qb", "feature");
  await repository.commit("own edit", {
    "orgform.yaml": file("", `${A}, B: {precedence: 2}, Own: {precedence: 9}`),
  });
  await repository.git("checkout", "-q", "main");
  await repository.commit("merged", {
    "orgform.yaml": file(
      'protect: ["*/groups/Audit"]\n',
      `A: {precedence: 5}, B: {precedence: 2}, Audit: {precedence: 3}`,
    ),
  });
  await repository.commit("more", { x: "2" });
  expect((await repository.run(["apply", "--auto-approve", "--no-receipt"])).exitCode).toBe(0);
  await repository.git("checkout", "-q", "feature");
  return repository;
}

it("what others merged is no part of the edit, and stands in a block of its own", async () => {
  const repository = await openBranch();
  const plan = await planned(repository, "--base", "main");
  expect(plan).toMatchObject({
    exitCode: 3,
    refused: ["protect"],
    said: ["base-ahead: The base main has 2 commits that this branch does not have"],
    changes: [
      "drift update prod/groups/A",
      "drift delete prod/groups/Audit",
      "intent create prod/groups/Own",
    ],
    notInBranch: [{ address: "prod/groups/A" }, { address: "prod/groups/Audit" }],
  });
  expect((await planned(repository, "--base", "main", "--fail-on", "warning")).refused).toContain(
    "fail-on.warning",
  );
  for (const format of ["text", "markdown", "html"]) {
    const { stdout } = await repository.run(["plan", "--base", "main", "--format", format]);
    expect(withoutBreaks(stdout)).toMatch(/Not in this branch yet[\s\S]*groups\/Audit/);
  }
  await repository.git("merge", "-q", "--no-edit", "-X", "ours", "main");
  expect(await planned(repository, "--base", "main")).toMatchObject({ said: [], notInBranch: undefined });
});

it("apply refuses such a base, unless it was allowed, which the digest covers", async () => {
  const repository = await openBranch();
  // Nothing of the merged commits is protected here, and nothing exact.
  await repository.commit("inexact", {
    "orgform.yaml": `${HEAD}workspaces: {prod: {groups: {Own: {precedence: 9}}}}\n`,
  });
  const apply = ["apply", "--auto-approve", "--no-receipt", "--base", "main", "--format", "json"];
  const refused = await repository.run(apply);
  expect(refused.exitCode).toBe(3);
  expect(refused.stdout).toContain('"code":"base-ahead"');
  const plan = await planned(repository, "--base", "main", "--allow", "delete.group=2");
  const allowed = await planned(
    repository,
    ...["--base", "main", "--allow", "delete.group=2", "--allow", "base-ahead"],
  );
  expect(allowed.digest).not.toBe(plan.digest);
  // Audit, which this branch has never listed, stays.
  expect(allowed.changes).not.toContain("intent delete prod/groups/Audit");
  const done = await repository.run([...apply, "--allow", "base-ahead", "--allow", "delete.group=2"]);
  expect(done.exitCode).toBe(0);
});

it("a base without a common history is an error", async () => {
  const repository = await openRepository({ "orgform.yaml": LOOSE });
  await repository.git("checkout", "-q", "--orphan", "other");
  await repository.commit("other");
  expect(await planned(repository, "--base", "main")).toMatchObject({
    exitCode: 1,
    said: ["usage: HEAD and --base main have no history in common"],
  });
});
