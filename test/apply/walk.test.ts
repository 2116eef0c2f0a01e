import { expect, it } from "vitest";
import { walk } from "../../src/apply/walk.js";
import { step } from "../report/fixtures/plan-builder.js";

const STEPS = [
  step(1, "create", "w/groups/a"),
  step(2, "create", "w/groups/b"),
  step(3, "update", "w/groups/b", [2]),
  step(4, "create", "w/groups/c"),
];

/** How each step ends where the first one fails. */
async function endsWhere(fatal: boolean): Promise<readonly string[]> {
  const outcomes = await walk(STEPS, 1, {
    run: async ({ step }) => (step === 1 ? { outcome: "failed", fatal } : { outcome: "done", fatal: false }),
    skip: () => undefined,
    isStopped: () => false,
  });
  return [...outcomes.values()];
}

it("goes on after a failure with what does not depend on it, and after a fatal one with nothing", async () => {
  expect(await endsWhere(false)).toEqual(["failed", "done", "done", "done"]);
  expect(await endsWhere(true)).toEqual(["failed", "not_started", "not_started", "not_started"]);
});

it("starts what comes after others when all of them have ended, however they did, skipped ones counted once", async () => {
  const tasks = [
    { step: 1, needs: [] },
    { step: 2, needs: [] },
    { step: 3, needs: [1, 2] },
    { step: 4, needs: [] },
    { step: 5, needs: [], after: [3, 4] },
  ];
  const order: string[] = [];
  await walk(tasks, 10, {
    run: async ({ step }) => {
      order.push(`${step} starts`);
      if (step === 4) await new Promise((resolve) => setTimeout(resolve, 20));
      order.push(`${step} ends`);
      return { outcome: step < 3 ? "failed" : "done", fatal: false };
    },
    skip: ({ step }, because) => order.push(`${step} skipped for ${because.map((task) => task.step)}`),
    isStopped: () => false,
  });
  expect(order.slice(-4)).toEqual(["4 ends", "5 starts", "5 ends", "3 skipped for 1,2"]);
});

it("starts nothing that needs a step which may or may not have happened", async () => {
  const started: number[] = [];
  const tasks = [
    { step: 1, needs: [] },
    { step: 2, needs: [1] },
  ];
  const outcomes = await walk(tasks, 10, {
    run: async ({ step }) => {
      started.push(step);
      return { outcome: "unknown", fatal: false };
    },
    skip: () => undefined,
    isStopped: () => false,
  });
  expect(started).toEqual([1]);
  expect([...outcomes.values()]).toEqual(["unknown", "skipped"]);
});
