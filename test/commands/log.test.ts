import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { expect, it } from "vitest";
import type { Run } from "../../src/model/plan/receipt.js";
import { logProduct } from "../../src/report/log/log-product.js";
import { createLog } from "../../src/report/log/run-log.js";
import { pageText } from "../../src/report/text/page-text.js";
import { withoutBreaks } from "../support/plan-formats.js";
import { doneEvents, receiptOf, receiptText } from "../support/receipts.js";
import { orgform } from "../support/run-in-process.js";
import { type Folder, openFolder } from "./folder.js";

const fromGroup = (value: string, group: string) => ({
  value,
  source: { kind: "group", group, precedence: 1 } as const,
});

/** A run on a day that put somebody into a group. */
function runOn(day: number, more: Partial<Run> = {}): Partial<Run> {
  return {
    started_at: `2026-09-0${day}T06:00:00.000Z`,
    source: { commit: "0123456789abcdef" },
    changes: [
      {
        address: "prod/groups/Sales/members/ada@northwind.example",
        kind: "group_membership",
        action: "create",
        before: null,
        after: { group: "Sales", member: "ada@northwind.example" },
      },
    ],
    access_changes: [
      {
        workspace: "prod",
        member: "ada@northwind.example",
        attribute: "region",
        before: null,
        after: fromGroup("west", "Sales"),
        kind: "closed",
        verdict: "narrowed",
      },
      {
        workspace: "prod",
        member: "bob@northwind.example",
        attribute: "region",
        before: fromGroup("x", "A"),
        after: fromGroup("y", "B"),
        kind: "changed",
        verdict: "moved",
      },
    ],
    people: [
      { workspace: "prod", member: "ada@northwind.example", verdict: "narrowed" },
      { workspace: "prod", member: "bob@northwind.example", verdict: "moved" },
    ],
    ...more,
  };
}

const RECEIPTS = ".orgform/receipts";

async function written(): Promise<Folder> {
  const folder = await openFolder();
  mkdirSync(folder.path(RECEIPTS), { recursive: true });
  const [start] = doneEvents(runOn(1).changes ?? []);
  // Killed after its only write was sent, before anybody knew the user's address.
  const killed = receiptText(
    runOn(1, { actor: { user_id: "usr_nora" } }),
    start === undefined ? [] : [start],
  );
  await folder.write(`${RECEIPTS}/killed.jsonl`, killed);
  const loosened = {
    changes: [],
    access_changes: [],
    people: [],
    allowed: [{ name: "delete.group", override: "--allow delete.group=29", limit: 20, actual: 29 }],
  };
  await folder.write(`${RECEIPTS}/b.jsonl`, receiptText(runOn(2, loosened)));
  const events = doneEvents(runOn(3).changes ?? []).map((event) =>
    event.type === "apply_complete" ? { ...event, warnings: ["Precedence 10 is shared"] } : event,
  );
  await folder.write(`${RECEIPTS}/a.jsonl`, receiptText(runOn(3), events));
  return folder;
}

it("is one line a run, oldest first, and says which one has no end", async () => {
  const { path } = await written();
  const { stdout, exitCode } = await orgform(["log"], { cwd: path("") });
  expect(exitCode).toBe(0);
  await expect(stdout).toMatchFileSnapshot("expected/log.txt");
});

it("looks beside the file that ORGFORM_FILE names, where `apply` writes", async () => {
  const { path, write } = await written();
  mkdirSync(path("file"));
  const run = (cwd: string, file: string) =>
    orgform(["log"], { cwd: path(cwd), env: { ORGFORM_FILE: file } });
  await write("orgform.yaml", "");
  for (const file of ["../orgform.yaml", ".."])
    expect((await run("file", file)).stdout).toBe((await run("", "orgform.yaml")).stdout);
});

it.each(["markdown", "csv", "html", "json"])("is the same in %s", async (format) => {
  const { path } = await written();
  const { stdout } = await orgform(["log", RECEIPTS, "--format", format], { cwd: path("") });
  if (format === "html") expect(stdout.match(/<tr data-row data-kind/g)).toHaveLength(3);
  for (const fact of ["nora@northwind.example", "0123456789ab", "--allow delete.group=29", "interrupted"])
    expect(withoutBreaks(stdout)).toContain(fact);
  if (format !== "markdown") expect(stdout).toContain("Precedence 10 is shared");
});

it("has the order of the runs' own time, whatever their files are called", async () => {
  const { path, write } = await written();
  await write(`${RECEIPTS}/c.jsonl`, receiptText(runOn(1, { started_at: "2026-09-02T18:00:00Z" })));
  const { stdout } = await orgform(["log", "--format", "json"], { cwd: path("") });
  const { runs } = JSON.parse(stdout);
  expect(runs.map(({ receipt }: { receipt: string }) => receipt.split("/").at(-1))).toEqual([
    "killed.jsonl",
    "b.jsonl",
    "c.jsonl",
    "a.jsonl",
  ]);
});

it.each([
  ["damaged", "{", "Line 1: It is not JSON"],
  ["of something else", '{"type":"run"}\n', "lacks"],
  [
    "of an output",
    '{"timestamp":"2026-09-01T06:00:00Z","type":"version","orgform":"1","format_version":"1.0"}\n',
    "",
  ],
  [
    "of a newer version",
    receiptText(runOn(4)).replace('"format_version":"1.0"', '"format_version":"2.0"'),
    "",
  ],
  ["of two runs", receiptText(runOn(4)) + receiptText(runOn(5)), "Line 5 belongs to another run"],
  ["empty", "", ""],
])("says that it could not read one that is %s, and fails after the others", async (_, text) => {
  const { path, write } = await written();
  await write(`${RECEIPTS}/c.jsonl`, text);
  const { stdout, stderr, exitCode } = await orgform(["log", RECEIPTS, "--format", "csv"], { cwd: path("") });
  expect({ exitCode, stderr }).toEqual({
    exitCode: 1,
    stderr: expect.stringContaining(
      "c.jsonl is not a receipt that this version can read: it is not in this log",
    ),
  });
  expect(stdout.trim().split("\r\n")).toHaveLength(4);
  const json = await orgform(["log", RECEIPTS, "--format", "json"], { cwd: path("") });
  expect(JSON.parse(json.stdout)).toMatchObject({ outcome: "error", runs: [{}, {}, {}] });
});

it("takes a last line that was cut off for what did not happen", async () => {
  const { path, write } = await written();
  const text = receiptText(runOn(4));
  await write(`${RECEIPTS}/c.jsonl`, text.slice(0, -20));
  const { stdout, exitCode } = await orgform(["log", `${RECEIPTS}/c.jsonl`], { cwd: path("") });
  expect(exitCode).toBe(0);
  expect(stdout).toContain("interrupted (no end)");
  expect(stdout).toContain("+1 ~0 -0");
});

it("does not wait for a pipe in the folder, and takes nothing else than receipts from it", async () => {
  const { path, write } = await written();
  execFileSync("mkfifo", [path(`${RECEIPTS}/pipe.jsonl`)]);
  await write(`${RECEIPTS}/notes.txt`, "hello");
  const { stdout, stderr, exitCode } = await orgform(["log"], { cwd: path("") });
  expect({ exitCode, stderr }).toEqual({
    exitCode: 1,
    stderr: expect.stringContaining("pipe.jsonl is not a file"),
  });
  expect(stdout).toContain("3 runs.");
});

it("breaks no word on a narrow terminal, and leaves out columns that say nothing", async () => {
  const receipt = (day: number) => ({ path: `${day}.jsonl`, receipt: receiptOf(runOn(day)) });
  const { page } = logProduct(createLog([receipt(1), receipt(2)]));
  const lines = [...pageText(page(), { color: false, width: 80, isTerminal: true })].join("").split("\n");
  for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(80);
  expect(lines[0]).toMatch(/^WHEN .*ACCESS$/);
  expect(lines[1]).toMatch(/^2026-09-01 06:00:00 UTC {2}nora@northwind\.example/);
});

it("says of a run who was to arrive and what they were to have, but of nobody known before", async () => {
  const arrival = (member: string, more: object = {}) => ({
    workspace: "prod",
    member,
    invite: "pending" as const,
    role: "explore",
    groups: ["Sales"],
    values: [
      {
        attribute: "region",
        value: "west",
        source: { kind: "group", group: "Sales", precedence: 1 } as const,
      },
    ],
    ...more,
  });
  const folder = await openFolder();
  mkdirSync(folder.path(RECEIPTS), { recursive: true });
  const arrivals = [arrival("zoe@northwind.example"), arrival("old@northwind.example", { known: true })];
  await folder.write(
    `${RECEIPTS}/a.jsonl`,
    receiptText(runOn(1, { changes: [], access_changes: [], people: [], arrivals })),
  );
  const ask = async (...args: readonly string[]) => (await orgform(args, { cwd: folder.path("") })).stdout;
  const line =
    "prod: zoe@northwind.example arrives in Sales (invited already, role explore): region west (Sales)";
  expect(await ask("log")).toContain("1 arrives");
  const shown = await ask("show", `${RECEIPTS}/a.jsonl`);
  expect(shown).toContain(line);
  expect(shown).not.toContain("old@");
});
