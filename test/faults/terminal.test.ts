import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { createClient } from "../../src/api/client.js";
import { type Fault, type Sandbox, startSandbox } from "../../src/sandbox/start-sandbox.js";
import { runInPty } from "../support/in-terminal.js";
import { folderWith } from "./built.js";
import { bootstrap } from "./scenarios.js";

const MAIN = fileURLToPath(new URL("../../dist/main.js", import.meta.url));
const CTRL_C = "\u0003";

type Reaction = readonly [to: RegExp, how: "type" | "end", keys: string, first?: () => Promise<unknown>];

/** `orgform apply` in a terminal, with somebody before it who does what they read about. */
async function applyInTerminal(
  sandbox: Sandbox,
  reactions: readonly Reaction[],
  text = bootstrap.text ?? "",
): Promise<{ code: number; seen: string }> {
  const { CI: _ci, CONTINUOUS_INTEGRATION: _too, ...env } = process.env;
  const waiting = [...reactions];
  let seen = "";
  const look = (data: string): void => {
    seen += data;
    const [next] = waiting;
    if (next === undefined || !next[0].test(seen)) return;
    waiting.shift();
    seen = "";
    const [, how, keys, first = () => Promise.resolve()] = next;
    void first().then(() => (how === "type" ? terminal.type(keys) : terminal.kill("SIGTERM")));
  };
  const terminal = runInPty(
    [MAIN, "apply"],
    {
      cols: 120,
      rows: 30,
      cwd: folderWith(text),
      env: {
        ...env,
        TERM: "xterm-256color",
        ORGFORM_BASE_URL: sandbox.url,
        ORGFORM_TOKEN: sandbox.token,
      },
    },
    look,
  );
  const code = await terminal.ended;
  return { code, seen };
}

async function sandboxOf(...faults: readonly Fault[]): Promise<Sandbox> {
  const sandbox = await startSandbox({ seed: bootstrap.seed, faults });
  onTestFinished(sandbox.close);
  return sandbox;
}

const writesIn = (sandbox: Sandbox) => sandbox.log().filter(({ method }) => method !== "GET");

it("a terminal that is closed down at the question is a no", async () => {
  const sandbox = await sandboxOf();
  const { code, seen } = await applyInTerminal(sandbox, [[/Enter a value/, "end", ""]]);
  expect(code).toBe(143);
  expect(seen).toContain("Nothing was written");
  expect(writesIn(sandbox)).toEqual([]);
});

it("what was changed while somebody thought about the question makes their yes stale", async () => {
  const sandbox = await sandboxOf();
  const client = createClient({ baseUrl: sandbox.url, token: sandbox.token });
  const change = () => client.createWorkspace({ body: { name: "prod", provision_by_default: false } });
  const { code, seen } = await applyInTerminal(sandbox, [[/Enter a value/, "type", "yes\r", change]]);
  expect(code).toBe(4);
  expect(seen).toContain("The plan is no longer the one that was approved");
  expect(writesIn(sandbox).map(({ path }) => path)).toEqual(["/workspaces"]);
});

it("Ctrl-C on the screen of a running apply lets what is in flight finish", async () => {
  // Time for the screen to be drawn and for the key to arrive, however busy the machine is.
  const sandbox = await sandboxOf({ kind: "slow", ms: 2_000, match: { method: "POST" } });
  const { code, seen } = await applyInTerminal(sandbox, [
    [/Enter a value/, "type", "yes\r"],
    [/Creating\.\.\./, "type", CTRL_C],
  ]);
  expect(code).toBe(130);
  expect(seen).toContain("Apply interrupted");
  expect(writesIn(sandbox).length).toBeGreaterThan(0);
  expect(writesIn(sandbox).length).toBeLessThan(15);
  expect(writesIn(sandbox).every(({ status }) => status === 201)).toBe(true);
});

it("takes the live name of a workspace that is archived, and archives it", async () => {
  const sandbox = await startSandbox({ seed: { workspaces: [{ name: "old" }, { name: "kept" }] } });
  onTestFinished(sandbox.close);
  const { code, seen } = await applyInTerminal(
    sandbox,
    [
      [/Enter a value/, "type", "yes\r"],
      [/Enter its name/, "type", "old\r"],
    ],
    "version: 1\norganization: {id: org_northwind}\nworkspaces: {old: {state: absent}}\n",
  );
  expect(seen).toContain("Apply complete");
  expect(code).toBe(0);
  expect(writesIn(sandbox).map(({ method }) => method)).toEqual(["DELETE"]);
});
