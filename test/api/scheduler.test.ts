import { describe, expect, it } from "vitest";
import { prepareCall } from "../../src/api/call/call.js";
import { createScheduler } from "../../src/api/schedule/scheduler.js";
import { instantClock } from "./instant-clock.js";

const turn = () => new Promise((resolve) => setImmediate(resolve));

function schedulerOf(signal?: AbortSignal) {
  const scheduler = createScheduler({
    concurrency: 10,
    clock: instantClock(),
    deadline: Number.POSITIVE_INFINITY,
    onWait: undefined,
    stop: undefined,
  });
  const sent: { readonly answer: () => void; readonly fail: (reason: Error) => void }[] = [];
  const send = (path = "listGroups" as const) =>
    scheduler.schedule(
      prepareCall(path, { workspace_id: "ws_1" }, signal),
      1,
      () => new Promise<void>((resolve, reject) => sent.push({ answer: resolve, fail: reject })),
    );
  return { scheduler, sent, send };
}

describe("the scheduler", () => {
  it("sends one request an endpoint, and the others once that is answered", async () => {
    const { sent, send } = schedulerOf();
    const all = Array.from({ length: 5 }, () => send());
    await turn();
    expect(sent).toHaveLength(1);
    sent[0]?.answer();
    await turn();
    expect(sent).toHaveLength(5);
    for (const { answer } of sent) answer();
    await Promise.all(all);
  });

  it("lets the others go as well when the first one fails", async () => {
    const { sent, send } = schedulerOf();
    const [first, second] = [send(), send()];
    await turn();
    sent[0]?.fail(new Error("reset"));
    await expect(first).rejects.toThrow("reset");
    await turn();
    expect(sent).toHaveLength(2);
    sent[1]?.answer();
    await second;
  });

  it("keeps nobody waiting for the first one who is called off", async () => {
    const stop = new AbortController();
    const { sent, send } = schedulerOf(stop.signal);
    void send();
    const second = send();
    await turn();
    stop.abort();
    await expect(second).rejects.toMatchObject({ reason: "interrupted", mayHaveHappened: false });
    expect(sent).toHaveLength(1);
  });
});
