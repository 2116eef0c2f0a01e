import { expect, it, onTestFinished } from "vitest";
import { createClient } from "../../src/api/client.js";
import { startSandbox } from "../../src/sandbox/start-sandbox.js";
import { instantClock } from "../api/instant-clock.js";
import { applyAgainst, planAgainst } from "../support/plan-against.js";
import { bootstrap } from "./scenarios.js";

const HOUR_MS = 3_600_000;

/** A machine that was suspended for an hour as soon as so many writes were done. */
async function applySuspended(afterWrites: number, totalTimeoutMs?: number) {
  const clock = instantClock();
  let leap = 0;
  let effects = 0;
  const sandbox = await startSandbox({
    seed: { ...bootstrap.seed, settings: { rate_limit: { limit: 6, window_seconds: 1 } } },
    onEffect: () => {
      effects += 1;
      if (effects === afterWrites) leap = HOUR_MS;
    },
  });
  onTestFinished(sandbox.close);
  const client = createClient({
    baseUrl: sandbox.url,
    token: sandbox.token,
    clock: { ...clock, now: () => clock.now() + leap },
    ...(totalTimeoutMs === undefined ? {} : { totalTimeoutMs }),
  });
  const plan = await planAgainst(client, bootstrap.desired);
  const events = await applyAgainst(client, plan, { concurrency: 1 });
  return { events, log: sandbox.log(), effects };
}

it("goes on after an hour that passed at once", async () => {
  const { events, effects } = await applySuspended(4);
  expect(events.at(-1)).toMatchObject({ outcome: "ok" });
  expect(effects).toBe(15);
});

it("sends nothing any more once the time for the whole run is over, and says so once", async () => {
  const { events, log, effects } = await applySuspended(4, HOUR_MS);
  expect(effects).toBe(4);
  expect(log.filter(({ method }) => method !== "GET")).toHaveLength(4);
  const errors = events.filter((event) => event.type === "apply_errored");
  expect(errors).toMatchObject([
    {
      outcome: "failed",
      diagnostic: { detail: expect.stringContaining("was not sent: the time for all of it is over") },
    },
  ]);
  expect(events.at(-1)).toMatchObject({ outcome: "partial", steps: { done: 4, failed: 1, unknown: 0 } });
});
