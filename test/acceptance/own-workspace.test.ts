import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Sandbox, startSandbox } from "../../src/sandbox/start-sandbox.js";
import { orgform } from "../support/run-in-process.js";

const CREATION = { method: "POST", path: "/workspaces" };

async function start(): Promise<Sandbox> {
  const sandbox = await startSandbox({
    seed: {
      organization: { id: "org_northwind", name: "Northwind" },
      workspaces: [{ name: "prod", groups: [{ name: "Sales", precedence: 10 }] }],
    },
  });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

async function check({ url, token }: Sandbox, args = "", cwd = mkdtempSync(join(tmpdir(), "own-"))) {
  const run = await orgform(
    ["acceptance", "--organization", "org_northwind", "--auto-approve", ...args.split(" ").filter(Boolean)],
    { cwd, env: { ORGFORM_BASE_URL: url, ORGFORM_TOKEN: token } },
  );
  return { ...run, cwd };
}

const prodIn = ({ state }: Sandbox) => state().workspaces.find(({ name }) => name === "prod");
const madeIn = ({ state }: Sandbox) => state().workspaces.filter(({ name }) => name !== "prod");

describe("the workspace of orgform acceptance", () => {
  it.each([
    ["the id of another one", (id: string) => ({ id })],
    ["the id and the name of another one", (id: string) => ({ id, name: "prod" })],
    ["an unknown id", () => ({ id: "ws_nowhere" })],
    ["another name", () => ({ name: "prod" })],
  ])("is not what an answer to its creation says: %s", async (_, answered) => {
    const sandbox = await start();
    const before = prodIn(sandbox);
    const id = before?.id ?? "";
    sandbox.addFaults({ kind: "merge", times: 1, match: CREATION, merge: { data: answered(id) } });
    const { exitCode, stderr } = await check(sandbox);
    expect(exitCode).toBe(1);
    expect(prodIn(sandbox)).toEqual(before);
    expect(sandbox.log().filter(({ path }) => path.includes(id) && path !== "/workspaces")).toEqual([]);
    const made = madeIn(sandbox);
    expect(made.map(({ archived_at }) => Boolean(archived_at))).toEqual([true]);
    expect(stderr).toContain(`Archived the workspace ${made[0]?.name}`);
  });

  it.each([
    { kind: "drop", when: "after" },
    { kind: "status", status: 500, when: "after" },
    { kind: "html", status: 502, when: "after" },
    { kind: "cut-off" },
  ] as const)("is found after a lost answer: $kind $status", async (fault) => {
    const sandbox = await start();
    sandbox.addFaults({ ...fault, times: 1, match: CREATION });
    const { exitCode } = await check(sandbox);
    expect(exitCode).toBe(0);
    expect(madeIn(sandbox).map(({ archived_at }) => Boolean(archived_at))).toEqual([true]);
  });

  it.each([
    [
      "is broken JSON",
      [{ kind: "truncate", times: 1, match: CREATION }],
      "Archived the workspace orgform-acceptance-",
    ],
    [
      "is lost, and the list with it",
      [
        { kind: "drop", when: "after", times: 1, match: CREATION },
        { kind: "status", status: 403, times: 99, match: { method: "GET", path: "/workspaces", nth: 3 } },
      ],
      "may have been created, and was not archived",
    ],
  ] as const)("is named where the answer %s", async (_, faults, says) => {
    const sandbox = await start();
    for (const fault of faults) sandbox.addFaults(fault);
    const { exitCode, stderr } = await check(sandbox);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(says);
    expect(stderr).toContain(madeIn(sandbox)[0]?.name);
    expect(stderr).not.toContain("continues");
  });

  it("is not looked for if the creation was refused", async () => {
    const sandbox = await start();
    sandbox.addFaults({ kind: "status", status: 409, match: CREATION });
    const { exitCode, stderr } = await check(sandbox);
    expect(exitCode).toBe(1);
    expect(stderr).not.toContain("orgform-acceptance-");
  });
});

describe("the record of orgform acceptance", () => {
  it.each([
    ["--out nowhere/x.json", "There is no folder nowhere"],
    ["--out .", "It is a folder"],
    ["--out orgform.yaml", "orgform.yaml would be overwritten"],
    ["--out token --token-file token", "token would be overwritten"],
    ["--token-file acceptance.json", "acceptance.json would be overwritten"],
  ])("is refused before the first request where it cannot be written: %s", async (args, says) => {
    const sandbox = await start();
    const cwd = mkdtempSync(join(tmpdir(), "own-"));
    for (const name of ["orgform.yaml", "token", "acceptance.json"]) writeFileSync(join(cwd, name), "mine");
    const { exitCode, stderr } = await check(sandbox, args, cwd);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(says)]);
    expect(sandbox.log()).toEqual([]);
    for (const name of ["orgform.yaml", "token", "acceptance.json"])
      expect(readFileSync(join(cwd, name), "utf8")).toBe("mine");
  });

  it("goes to stdout with --out -", async () => {
    const { stdout, cwd } = await check(await start(), "--out -");
    expect(JSON.parse(stdout).outcome).toBe("ok");
    expect(existsSync(join(cwd, "-")) || existsSync(join(cwd, "acceptance.json"))).toBe(false);
  });
});
