import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Receipt } from "../../src/model/plan/receipt.js";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../src/sandbox/start-sandbox.js";
import { readReceiptAt } from "../support/receipts.js";
import { folderWith, type Started, start } from "./built.js";
import { firstOf, IS_LONG, PATIENTLY, tell } from "./form.js";
import { runWithFaults, runWithoutFaults } from "./run-with-faults.js";
import { bootstrap, mixed } from "./scenarios.js";

/** The long form kills at every write, the short one at every eighth. */
const EVERY = IS_LONG ? 1 : 8;
const ALLOW = ["--allow", "archive=old", "--allow", "access.opened=9"];
const APPLY = ["apply", "--auto-approve", "--receipt", "receipt.jsonl"];

it.each([bootstrap, mixed])(
  "a $name that is killed at any write converges with the next run",
  PATIENTLY,
  async (scenario) => {
    const clean = await runWithoutFaults(scenario);
    const folder = folderWith(scenario.text ?? "");
    let kills = 0;
    for (let n = 1; n <= clean.writes; n += EVERY) {
      let running: Started | undefined;
      const { broken } = await runWithFaults(
        scenario,
        {
          onEffect: (effect) => effect === n && running?.kill("SIGKILL"),
          async run(sandbox) {
            running = start(folder, sandbox, [...APPLY, ...ALLOW, "--concurrency", n % 2 ? "1" : "5"]);
            expect((await running.ended).code).toBe("SIGKILL");
          },
        },
        clean,
      );
      expect(broken, `killed at write ${n}`).toEqual([]);
      const { steps, changes, finished_at } = receiptIn(folder);
      expect({ ...steps, finished_at }).toMatchObject({ failed: 0, skipped: 0, finished_at: undefined });
      // What was under way is in doubt, and nothing else.
      expect(steps.unknown).toBeLessThanOrEqual(n % 2 ? 1 : 5);
      expect(steps.done + steps.unknown).toBeGreaterThanOrEqual(n);
      // What is said to be done had reached the service before the process was killed, and what went with it.
      const done = changes.filter((change) => change.outcome === "done" && !change.implied_by);
      expect(done.length).toBeLessThanOrEqual(n);
      kills += 1;
    }
    tell({ kills, scenario: scenario.name });
  },
);

describe("an interrupt", () => {
  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)(
    "by %s finishes what is in flight, starts nothing new and says what was done",
    async (signal, code) => {
      let effects = 0;
      let running: Started | undefined;
      const sandbox = await sandboxOf({
        seed: { ...bootstrap.seed, settings: { latency_ms: 150 } },
        onEffect: () => {
          effects += 1;
          if (effects !== 3) return;
          running?.kill(signal);
          // Time for the signal to arrive, however busy the machine is.
          sandbox.addFaults({ kind: "slow", ms: 500, match: { method: "POST" } });
        },
      });
      const folder = folderWith(bootstrap.text ?? "");
      running = start(folder, sandbox, [...APPLY, "--concurrency", "3"]);
      const ended = await running.ended;
      expect(ended).toMatchObject({ code, stderr: expect.stringContaining("finishing what is in flight") });
      expect(effects).toBeLessThanOrEqual(3 + 2 * 3);
      expect(sandbox.log().every(({ status }) => status !== null)).toBe(true);
      const { outcome, steps } = receiptIn(folder);
      expect({ outcome, steps }).toEqual({
        outcome: "interrupted",
        steps: { done: effects, failed: 0, skipped: 0, not_started: 15 - effects, unknown: 0 },
      });
      expect(ended.stdout).toContain("Apply interrupted");
    },
  );

  it("that comes again stops at once, and what was in flight is unknown", async () => {
    const sandbox = await sandboxOf({
      seed: bootstrap.seed,
      faults: [{ kind: "timeout", when: "after", match: { method: "POST", path: "/workspaces/*/groups" } }],
    });
    const folder = folderWith(bootstrap.text ?? "");
    const running = start(folder, sandbox, APPLY);
    await until(() =>
      sandbox.log().some(({ path, method }) => method === "POST" && path.endsWith("/groups")),
    );
    running.kill("SIGTERM");
    // Of two that arrive together, the system delivers either one first.
    await until(() => running.said().includes("finishing what is in flight"));
    const again = performance.now();
    running.kill("SIGINT");
    expect((await running.ended).code).toBe(143);
    expect(performance.now() - again).toBeLessThan(20_000);
    const { outcome, changes } = receiptIn(folder);
    expect(outcome).toBe("interrupted");
    const posted = sandbox
      .log()
      .flatMap(({ method, path, body }) =>
        method === "POST" && path.endsWith("/groups") ? [(body as { name: string }).name] : [],
      );
    for (const name of posted)
      expect(changes.find(({ address }) => address.endsWith(`/groups/${name}`))?.outcome).toBe("unknown");
  });

  it.each(firstOf(2, ["plan", "apply", "export", "drift"]))(
    "while %s reads ends it at once, with nothing written",
    async (command) => {
      const sandbox = await sandboxOf({
        seed: mixed.seed,
        faults: [{ kind: "timeout", match: { path: "/workspaces" } }],
      });
      const running = start(folderWith(mixed.text ?? ""), sandbox, command === "apply" ? APPLY : [command]);
      await until(() => sandbox.log().some(({ path }) => path === "/workspaces"));
      const before = performance.now();
      running.kill("SIGINT");
      const ended = await running.ended;
      expect(ended.code).toBe(130);
      expect(ended.stderr).toContain("Interrupted.\n");
      expect(ended.stderr).not.toContain("finishing");
      expect(performance.now() - before).toBeLessThan(20_000);
      expect(sandbox.log().every(({ method }) => method === "GET")).toBe(true);
    },
  );
});

async function sandboxOf(options: SandboxOptions): Promise<Sandbox> {
  const sandbox = await startSandbox(options);
  onTestFinished(sandbox.close);
  return sandbox;
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await pause(10);
}

const receiptIn = (folder: string): Receipt => readReceiptAt(join(folder, "receipt.jsonl"));
