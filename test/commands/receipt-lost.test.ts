import { execFileSync } from "node:child_process";
import fs, { closeSync, constants, openSync, readdirSync, readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { expect, it, onTestFinished, vi } from "vitest";
import { openSandbox } from "../support/open-sandbox.js";
import { orgform } from "../support/run-in-process.js";
import { openFolder } from "./folder.js";

type SeedGroups = readonly { readonly name: string; readonly precedence: number }[];

const FILE = `version: 1
organization: {id: org_northwind}
workspaces: {prod: {groups: {A: {precedence: 1}, B: {precedence: 2}, C: {precedence: 3}}}}
`;

/** A run whose receipt goes into a pipe that nobody reads from any more after so many writes. */
async function losing(writes: number, format: string, groups: SeedGroups = []) {
  const folder = await openFolder();
  await folder.write("orgform.yaml", FILE);
  execFileSync("mkfifo", [folder.path("receipt")]);
  const reader = openSync(folder.path("receipt"), constants.O_RDONLY | constants.O_NONBLOCK);
  let effects = 0;
  const sandbox = openSandbox({
    seed: { workspaces: [{ name: "prod", groups }] },
    onEffect() {
      effects += 1;
      if (effects === writes) closeSync(reader);
    },
  });
  onTestFinished(() => sandbox.close());
  const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
  const args = ["apply", "--auto-approve", "--receipt", "receipt", "--concurrency", "1", "--format", format];
  const { exitCode, stdout } = await orgform(args, { env, cwd: folder.path("") });
  const made = sandbox.state().workspaces[0]?.groups?.map(({ name, precedence }) => `${name} ${precedence}`);
  return { exitCode, stdout, groups: made };
}

it.each(["json", "text"])(
  "a run sends nothing more once it cannot write its receipt, in %s",
  async (format) => {
    const { exitCode, stdout, groups } = await losing(1, format);
    expect({ exitCode, groups }).toEqual({ exitCode: 5, groups: ["A 1"] });
    expect(stdout).toContain("receipt cannot be written (EPIPE)");
    if (format !== "json") return;
    const last = JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
    expect(last).toMatchObject({
      type: "apply_summary",
      outcome: "partial",
      steps: { done: 1, not_started: 2 },
    });
  },
);

it("a receipt that cannot be written to its end makes an error of a run that did everything", async () => {
  const { exitCode, stdout, groups } = await losing(3, "json", [
    { name: "A", precedence: 7 },
    { name: "B", precedence: 8 },
    { name: "C", precedence: 9 },
  ]);
  expect({ exitCode, groups }).toEqual({ exitCode: 1, groups: ["A 1", "B 2", "C 3"] });
  const last = JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
  expect(last).toMatchObject({ type: "apply_summary", outcome: "error", steps: { done: 3 } });
});

/** A disk that takes so many lines of the next receipt, and half of the one after them. */
function fullAfter(lines: number): void {
  const write = fs.writeSync;
  let taken = 0;
  const spy = vi.spyOn(fs, "writeSync").mockImplementation((fd: number, bytes: unknown, at?: unknown) => {
    if (!(bytes instanceof Uint8Array) || typeof at !== "number") throw new Error("not a line of a receipt");
    taken += 1;
    if (taken <= lines) return write(fd, bytes, at);
    write(fd, bytes.subarray(0, bytes.length / 2), at);
    throw Object.assign(new Error("no space is left"), { code: "ENOSPC" });
  });
  onTestFinished(() => spy.mockRestore());
}

it.each([
  { lines: 0, receipt: [], code: 1, kept: 0 },
  { lines: 0, receipt: ["--receipt", "r.jsonl"], code: 1, kept: 0 },
  { lines: 1, receipt: [], code: 1, kept: 0 },
  { lines: 7, receipt: [], code: 5, kept: 1 },
])("no half line is left where a disk is full after $lines lines", async ({ lines, receipt, code, kept }) => {
  const folder = await openFolder();
  await folder.write("orgform.yaml", FILE);
  const sandbox = openSandbox({ seed: { workspaces: [{ name: "prod" }] } });
  onTestFinished(() => sandbox.close());
  const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
  const run = (...args: string[]) => orgform(args, { env, cwd: folder.path("") });
  fullAfter(lines);
  const { exitCode, stdout, stderr } = await run("apply", "--auto-approve", "--concurrency", "1", ...receipt);
  vi.restoreAllMocks();
  expect({ exitCode, said: stdout + stderr }).toEqual({
    exitCode: code,
    said: expect.stringContaining("cannot be written (ENOSPC)"),
  });
  const posts = sandbox.log().filter(({ method }) => method === "POST");
  expect(posts.length > 0).toBe(kept > 0);
  await mkdir(folder.path(".orgform/receipts"), { recursive: true });
  const names = readdirSync(folder.path(".orgform/receipts"));
  expect(names).toHaveLength(kept);
  for (const name of names)
    expect(readFileSync(folder.path(`.orgform/receipts/${name}`), "utf8")).toMatch(/\}\n$/);
  expect(readdirSync(folder.path("")).filter((name) => name.endsWith(".jsonl"))).toEqual([]);
  // The log reads what is there.
  expect((await run("log")).exitCode).toBe(0);
});
