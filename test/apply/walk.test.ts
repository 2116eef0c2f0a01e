import { expect, it } from "vitest";
import { walk } from "../../src/apply/walk.js";
import { step } from "../render/fixtures/plan-builder.js";

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
