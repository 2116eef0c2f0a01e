import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { createClient } from "../../src/api/client.js";
import type { Wait } from "../../src/api/schedule/scheduler.js";
import { clientOf, openSandbox, rejection } from "./connect.js";
import { instantClock } from "./instant-clock.js";

const prod = { workspace_id: "ws_prod" };

describe("time", () => {
  it("is bounded for each request, with its whole answer", async () => {
    for (const kind of ["timeout", "endless"] as const) {
      const sandbox = await openSandbox({ faults: [{ kind, when: "after", times: 1 }] });
      const client = clientOf(sandbox, { timeoutMs: 100 });
      expect(await rejection(client.createWorkspace({ body: { name: "slow" } }))).toMatchObject({
        reason: "timeout",
        mayHaveHappened: true,
      });
      expect((await client.getMe()).data.user_id).toBe("usr_nora");
    }
  });

  it("is bounded as a whole", async () => {
    const sandbox = await openSandbox({ faults: [{ kind: "status", status: 503 }] });
    const clock = instantClock();
    const client = clientOf(sandbox, { clock, totalTimeoutMs: 500 });
    expect(await rejection(client.getMe())).toMatchObject({ reason: "unavailable" });
    expect(clock.slept).toEqual([125, 250]);
  });

  it("stops a request that is under way when it is over", async () => {
    const sandbox = await openSandbox({ faults: [{ kind: "timeout" }] });
    const client = createClient({ baseUrl: sandbox.url, token: sandbox.token, totalTimeoutMs: 100 });
    expect(await rejection(client.getMe())).toMatchObject({ reason: "timeout" });
  });

  it("is waited for by any number of requests without a warning", async () => {
    const sandbox = await openSandbox({ faults: [{ kind: "timeout" }] });
    const warnings: Error[] = [];
    const warn = (warning: Error) => warnings.push(warning);
    process.on("warning", warn);
    const stop = new AbortController();
    const client = clientOf(sandbox, { concurrency: 30 });
    const ends = Array.from({ length: 40 }, () => rejection(client.getMe({ signal: stop.signal })));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(getEventListeners(stop.signal, "abort")).toHaveLength(1);
    stop.abort();
    for (const end of ends) expect(await end).toMatchObject({ reason: "interrupted" });
    process.off("warning", warn);
    expect(warnings).toEqual([]);
  });

  it("is not waited once the run is to stop, and what surely did not happen is not sent after all", async () => {
    const faults = [
      { kind: "status" as const, status: 429, match: { method: "POST" }, headers: { "retry-after": "60" } },
    ];
    for (const [when, sent] of [
      ["before", 0],
      ["while it waits", 1],
    ] as const) {
      const sandbox = await openSandbox({ faults });
      const stop = new AbortController();
      if (when === "before") stop.abort();
      const client = createClient({
        baseUrl: sandbox.url,
        token: sandbox.token,
        stop: stop.signal,
        onWait: () => stop.abort(),
      });
      const ended = rejection(client.createWorkspace({ body: { name: "late" } }));
      expect(await ended).toMatchObject({ mayHaveHappened: false });
      expect(sandbox.log().filter(({ method }) => method === "POST")).toHaveLength(sent);
      // What became of a write can still be read.
      expect((await client.listWorkspaces()).data.length).toBeGreaterThan(0);
    }
  });

  it("ends at once when a signal says so: waiting, under way, or before it began", async () => {
    const sandbox = await openSandbox({ faults: [{ kind: "timeout" }] });
    const stop = new AbortController();
    const client = createClient({
      baseUrl: sandbox.url,
      token: sandbox.token,
      concurrency: 1,
      signal: stop.signal,
    });
    const underWay = rejection(client.createWorkspace({ body: { name: "x" } }));
    const queued = rejection(client.createWorkspace({ body: { name: "y" } }));
    setTimeout(() => stop.abort(), 50);
    expect(await underWay).toMatchObject({ reason: "interrupted", mayHaveHappened: true });
    expect(await queued).toMatchObject({ reason: "interrupted", mayHaveHappened: false });

    sandbox.clearFaults();
    sandbox.addFaults({ kind: "status", status: 503, headers: { "retry-after": "60" } });
    for (const delay of [undefined, 10]) {
      const patience = new AbortController();
      const waiting = createClient({
        baseUrl: sandbox.url,
        token: sandbox.token,
        onWait: () => (delay === undefined ? patience.abort() : setTimeout(() => patience.abort(), delay)),
      });
      expect(await rejection(waiting.getMe({ signal: patience.signal }))).toMatchObject({
        reason: "interrupted",
      });
    }
  });
});

describe("a rate limit", () => {
  const rate_limit = { limit: 5, window_seconds: 30 };

  it("is never hit: requests wait for the next window, and the wait is told once", async () => {
    const clock = instantClock();
    const now = () => new Date(Date.UTC(2026, 0, 1) + clock.now());
    const sandbox = await openSandbox({ settings: { rate_limit }, now });
    const waits: Wait[] = [];
    const client = clientOf(sandbox, { clock, concurrency: 1, onWait: (wait) => waits.push(wait) });
    await client.listGroups(prod);
    await Promise.all(Array.from({ length: 11 }, () => client.listGroups(prod)));
    expect(sandbox.log().map(({ status }) => status)).toEqual(Array(12).fill(200));
    expect(waits).toEqual([
      { reason: "rate-limit", seconds: 30, method: "GET", path: "/workspaces/ws_prod/groups", attempt: 1 },
      { reason: "rate-limit", seconds: 30, method: "GET", path: "/workspaces/ws_prod/groups", attempt: 1 },
    ]);
  });

  it("that was hit is waited for as long as the service says", async () => {
    const clock = instantClock();
    const now = () => new Date(Date.UTC(2026, 0, 1) + clock.now());
    const sandbox = await openSandbox({ settings: { rate_limit }, now });
    await Promise.all(Array.from({ length: 5 }, () => clientOf(sandbox).getMe()));
    await clientOf(sandbox, { clock }).getMe();
    expect(sandbox.log().map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 200]);
    expect(clock.slept).toEqual([30_000]);
  });

  it("that lasts for hours ends the run with an explanation", async () => {
    const headers = { "x-ratelimit-reset": "7200" };
    const sandbox = await openSandbox({ faults: [{ kind: "status", status: 429, headers }] });
    const clock = instantClock();
    expect(await rejection(clientOf(sandbox, { clock }).getMe())).toMatchObject({
      reason: "rate-limited",
      message: expect.stringContaining("answered 429 and asks to wait 7200 s"),
    });
    expect(clock.slept).toEqual([]);
  });
});
