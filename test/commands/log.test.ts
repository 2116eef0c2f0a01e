import { mkdirSync } from "node:fs";
import { expect, it } from "vitest";
import { orgform } from "../support/run-in-process.js";
import { type Folder, openFolder } from "./folder.js";

const effective = (value: string, group: string) => ({
  value,
  source: { kind: "group", group, precedence: 1 },
});

/** A run on a day that put somebody into a group. */
function receipt(day: number, more: object = {}): string {
  return JSON.stringify({
    format_version: "1.0",
    orgform_version: "1",
    organization: { id: "org_1", name: "One" },
    plan_digest: "d",
    outcome: "ok",
    started_at: `2026-09-0${day}T06:00:00.000Z`,
    actor: { user_id: "usr_1", email: "nora@northwind.example" },
    source: { commit: "0123456789abcdef" },
    approved_by: "digest",
    changes: [
      {
        address: "prod/groups/Sales/members/ada@northwind.example",
        type: "group_membership",
        action: "create",
        before: null,
        after: { email: "ada@northwind.example" },
        outcome: "done",
      },
    ],
    access_changes: [
      {
        workspace: "prod",
        member: "ada@northwind.example",
        attribute: "region",
        before: null,
        after: effective("west", "Sales"),
        kind: "closed",
      },
      {
        workspace: "prod",
        member: "bob@northwind.example",
        attribute: "region",
        before: effective("x", "A"),
        after: effective("y", "B"),
        kind: "changed",
      },
    ],
    people: [
      { workspace: "prod", member: "ada@northwind.example", verdict: "narrowed" },
      { workspace: "prod", member: "bob@northwind.example", verdict: "moved" },
    ],
    steps: { done: 1, failed: 0, skipped: 0, not_started: 0, unknown: 0 },
    ...more,
  });
}

async function written(): Promise<Folder> {
  const folder = await openFolder();
  mkdirSync(folder.path(".orgform/receipts"), { recursive: true });
  await folder.write(
    ".orgform/receipts/b.json",
    receipt(2, { outcome: "partial", changes: [], access_changes: [], people: [] }),
  );
  await folder.write(".orgform/receipts/a.json", receipt(3));
  const {
    started_at: _,
    actor: __,
    source: ___,
    approved_by: ____,
    access_changes: _____,
    people: ______,
    ...old
  } = JSON.parse(receipt(1));
  await folder.write(".orgform/receipts/old.json", JSON.stringify(old));
  return folder;
}

it("is one line a run, oldest first, from old receipts as well", async () => {
  const { path } = await written();
  const { stdout, exitCode } = await orgform(["log"], { cwd: path("") });
  expect(exitCode).toBe(0);
  expect(stdout.split("\n").map((line) => line.trimEnd())).toEqual([
    "WHEN                 WHO                     COMMIT        APPROVED  OUTCOME  CHANGES   ACCESS",
    "unknown              unknown                 -             unknown   ok       +1 ~0 -0  unknown",
    "2026-09-02 06:00:00  nora@northwind.example  0123456789ab  digest    partial  +0 ~0 -0  nobody",
    "2026-09-03 06:00:00  nora@northwind.example  0123456789ab  digest    ok       +1 ~0 -0  1 less, 1 other",
    "",
    "3 runs.",
    "",
  ]);
});

it("is narrowed to what happened to a person or a group", async () => {
  const { path } = await written();
  const member = await orgform(["log", "--member", "BOB@northwind.example"], { cwd: path("") });
  expect(member.stdout).toContain("bob@northwind.example in prod, region: x → y");
  expect(member.stdout).toContain("1 run.");
  const group = JSON.parse(
    (await orgform(["log", "--group", "Sales", "--format", "json"], { cwd: path("") })).stdout,
  );
  expect(group.runs.map((run: { about: { changes: object[] } }) => run.about.changes.length)).toEqual([1, 1]);
});

it("says which receipts it could not read, and fails", async () => {
  const { path, write } = await written();
  await write(".orgform/receipts/c.json", "{");
  const { stdout, stderr, exitCode } = await orgform(["log", ".orgform/receipts", "--format", "csv"], {
    cwd: path(""),
  });
  expect({ exitCode, stderr }).toEqual({
    exitCode: 1,
    stderr: expect.stringContaining("c.json is not a receipt"),
  });
  expect(stdout.trim().split("\r\n")).toHaveLength(4);
});
