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

/** A scheduler of a service one of whose endpoints has named a limit below the concurrency. */
function tightScheduler(signal?: AbortSignal) {
  const made = schedulerOf(signal);
  made.scheduler.observe(prepareCall("getMe", {}), TIGHT);
  return made;
}

const TIGHT = new Headers({
  "x-ratelimit-limit": "9",
  "x-ratelimit-remaining": "8",
  "x-ratelimit-reset": "60",
});
const AMPLE = new Headers({
  "x-ratelimit-limit": "10",
  "x-ratelimit-remaining": "9",
  "x-ratelimit-reset": "60",
});

describe("the scheduler", () => {
  it.each([
    ["no answer has named a limit", undefined],
    ["no limit is below the concurrency", AMPLE],
  ])("sends all at once where %s", async (_, headers) => {
    const { scheduler, sent, send } = schedulerOf();
    if (headers) scheduler.observe(prepareCall("getMe", {}), headers);
    const all = Array.from({ length: 5 }, () => send());
    await turn();
    expect(sent).toHaveLength(5);
    for (const { answer } of sent) answer();
    await Promise.all(all);
  });

  it("sends one request an endpoint, and the others once that is answered, where limits are tight", async () => {
    const { sent, send } = tightScheduler();
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
    const { sent, send } = tightScheduler();
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
    const { sent, send } = tightScheduler(stop.signal);
    void send();
    const second = send();
    await turn();
    stop.abort();
    await expect(second).rejects.toMatchObject({ reason: "interrupted", mayHaveHappened: false });
    expect(sent).toHaveLength(1);
  });
});
