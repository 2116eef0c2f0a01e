import { describe, expect, it } from "vitest";
import { createAdaptiveLimit, type Load } from "../../src/api/adaptive-limit.js";

/** Starts tasks that end when they are told to, and lists those under way. */
function tasksUnder(most: number) {
  const limit = createAdaptiveLimit(most);
  const running: { load: Load; end: () => void }[] = [];
  const settle = () => new Promise(setImmediate);
  return {
    running,
    async start(count: number) {
      for (let i = 0; i < count; i += 1) {
        limit((load) => new Promise<void>((end) => running.push({ load, end })));
      }
      await settle();
    },
    async end(how: "served" | "refused", count = 1) {
      for (const task of running.splice(0, count)) {
        task.load[how]();
        task.end();
      }
      await settle();
    },
  };
}

describe("createAdaptiveLimit", () => {
  it("runs as many at once as it may", async () => {
    const { running, start } = tasksUnder(8);
    await start(20);
    expect(running).toHaveLength(8);
  });

  it("halves once for all that were refused together, and again for later ones", async () => {
    const { running, start, end } = tasksUnder(8);
    await start(100);
    await end("refused", 8);
    expect(running).toHaveLength(4);
    await end("refused");
    expect(running).toHaveLength(3);
    await end("served");
    expect(running).toHaveLength(2);
  });

  it("never goes below one place", async () => {
    const { running, start, end } = tasksUnder(2);
    await start(10);
    for (let i = 0; i < 5; i += 1) await end("refused", running.length);
    expect(running).toHaveLength(1);
  });

  it("opens place after place again while requests are served", async () => {
    const { running, start, end } = tasksUnder(4);
    await start(100);
    await end("refused", 4);
    expect(running).toHaveLength(2);
    await end("served", 2);
    expect(running).toHaveLength(3);
    await end("served", 3);
    expect(running).toHaveLength(4);
    for (let i = 0; i < 5; i += 1) await end("served", running.length);
    expect(running).toHaveLength(4);
  });
});
