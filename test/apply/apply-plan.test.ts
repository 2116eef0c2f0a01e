import { expect, it, onTestFinished } from "vitest";
import { ApiError } from "../../src/api/call/api-error.js";
import { createClient } from "../../src/api/client.js";
import { runPlan } from "../../src/apply/apply-plan.js";
import { createReceiptRecorder, runOf } from "../../src/apply/receipt.js";
import type { ApplyEvent } from "../../src/model/plan/event.js";
import { type SandboxOptions, startSandbox } from "../../src/sandbox/start-sandbox.js";
import { desiredState } from "../support/parse.js";
import { applyAgainst, clientOf, planAgainst } from "../support/plan-against.js";
import { MOMENT, run } from "../support/receipts.js";

async function openSandbox(options: SandboxOptions = {}) {
  const groups = ["A", "B", "C"].map((name, i) => ({ name, precedence: 10 + i }));
  const sandbox = await startSandbox({ seed: { workspaces: [{ name: "prod", groups }] }, ...options });
  onTestFinished(() => sandbox.close());
  const names = () => sandbox.state().workspaces[0]?.groups?.map(({ name }) => name);
  return { sandbox, client: clientOf(sandbox), names };
}

it("carries nothing out that a guard refused", async () => {
  const { client, names } = await openSandbox();
  const before = names();
  const plan = await planAgainst(
    client,
    desiredState("workspaces: {prod: {exact: {groups: true}, groups: {}}}"),
  );
  expect(plan.outcome).toBe("refused");
  await expect(runPlan(plan, client, () => true, { concurrency: 1 })).rejects.toThrow("refused");
  expect(names()).toEqual(before);
});

it("sends nothing after it is stopped, not even what waits for its turn", async () => {
  const stop = new AbortController();
  const { sandbox } = await openSandbox({ onEffect: () => stop.abort() });
  const address = { baseUrl: sandbox.url, token: sandbox.token };
  const client = createClient({ ...address, stop: stop.signal, concurrency: 1 });
  const file = "workspaces: {prod: {groups: {New: {precedence: 50}, Newer: {precedence: 60}}}}";
  const plan = await planAgainst(client, desiredState(file));
  const recorder = createReceiptRecorder(runOf(plan, run()));
  const events = await applyAgainst(client, plan, { stop: stop.signal });
  for (const event of events) recorder.record(event, MOMENT);
  expect(sandbox.log().filter(({ method }) => method === "POST")).toHaveLength(1);
  expect(events).toContainEqual(
    expect.objectContaining({ type: "apply_errored", address: "prod/groups/Newer", outcome: "not_started" }),
  );
  const { changes, outcome, steps } = recorder.receipt();
  expect({ outcome, steps }).toMatchObject({ outcome: "interrupted", steps: { done: 1, not_started: 1 } });
  expect(changes.map(({ outcome, error }) => [outcome, error])).toEqual([
    ["done", undefined],
    ["not_started", undefined],
  ]);
});

it.each([
  ["and nothing else happened: interrupted", false, "interrupted"],
  ["and something had failed: part-way", true, "partial"],
])("is stopped, %s", async (_, fails, outcome) => {
  const { client } = await openSandbox();
  const file = "workspaces: {prod: {groups: {New: {precedence: 50}, Newer: {precedence: 60}}}}";
  const plan = await planAgainst(client, desiredState(file));
  const stop = new AbortController();
  const stopped = {
    ...client,
    createGroup: (call: Parameters<typeof client.createGroup>[0]) => {
      stop.abort();
      if (!fails) return client.createGroup(call);
      return Promise.reject(
        new ApiError({ reason: "rejected", method: "POST", path: "/groups", detail: "answered 400" }),
      );
    },
  };
  const events = await applyAgainst(stopped, plan, { concurrency: 1, stop: stop.signal });
  expect(events.at(-1)).toMatchObject({ type: "apply_summary", outcome, steps: { not_started: 1 } });
});

it("says what a refused invite may mean, since the service does not", async () => {
  const { client } = await openSandbox({ settings: { seats: 1 } });
  const plan = await planAgainst(
    client,
    desiredState("workspaces: {prod: {members: {new@northwind.example: {role: explore}}}}"),
  );
  const events = await applyAgainst(client, plan, {});
  const failed = events.find((event) => event.type === "apply_errored");
  expect(failed?.diagnostic.detail).toMatch(/answered 403.*no seat left, if billing stops invites/);
});

it("sends nothing that was not heard, and nothing more after it", async () => {
  const { client, sandbox } = await openSandbox();
  const file =
    "workspaces: {prod: {groups: {New: {precedence: 50}, Newer: {precedence: 60}, Newest: {precedence: 70}}}}";
  const plan = await planAgainst(client, desiredState(file));
  const heard: ApplyEvent[] = [];
  let starts = 0;
  const hear = (event: ApplyEvent): boolean => {
    heard.push(event);
    if (event.type === "apply_start") starts += 1;
    return event.type !== "apply_start" || starts < 2;
  };
  await runPlan(plan, client, hear, { concurrency: 1 });
  expect(sandbox.log().filter(({ method }) => method === "POST")).toHaveLength(1);
  expect(heard.at(-1)).toMatchObject({ outcome: "partial", steps: { done: 1, not_started: 2, unknown: 0 } });
});

it("is an error, and no stop part-way, where the receipt is lost before anything was sent", async () => {
  const { sandbox, client } = await openSandbox();
  const file = "workspaces: {prod: {groups: {New: {precedence: 50}, Newer: {precedence: 60}}}}";
  const plan = await planAgainst(client, desiredState(file));
  for (const [lostAt, outcome, done] of [
    [1, "error", 0],
    [2, "partial", 1],
  ] as const) {
    let starts = 0;
    const told: ApplyEvent[] = [];
    const tell = (event: ApplyEvent): boolean => {
      told.push(event);
      if (event.type === "apply_start") starts += 1;
      return starts < lostAt;
    };
    await runPlan(plan, client, tell, { concurrency: 1 });
    expect(sandbox.log().filter(({ method }) => method === "POST")).toHaveLength(done);
    expect(told.at(-1)).toMatchObject({
      type: "apply_summary",
      outcome,
      steps: { done, not_started: 2 - done },
    });
  }
});
