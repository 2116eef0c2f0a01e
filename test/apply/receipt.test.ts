import { expect, it } from "vitest";
import { createReceiptRecorder, runOf } from "../../src/apply/receipt.js";
import type { ApplyEvent, StepOutcome, StepRef } from "../../src/model/plan/event.js";
import { change, plan, step } from "../report/fixtures/plan-builder.js";
import { MOMENT } from "../support/receipts.js";

const PLAN = plan({
  resource_changes: [
    change("update", "w/groups/a", { precedence: 1 }, { precedence: 2 }),
    change("delete", "w/groups/b", {}, null),
    change("delete", "w/attributes/x", {}, null),
    change("delete", "w/groups/a/values/x", { value: "1" }, null, { implied_by: "w/attributes/x" }),
    change("delete", "w/groups/b/values/x", { value: "1" }, null, { implied_by: "w/groups/b" }),
  ],
  steps: [
    step(1, "update", "w/groups/a"),
    step(2, "delete", "w/groups/b"),
    step(3, "delete", "w/attributes/x"),
  ],
});

const RUN = runOf(PLAN, {
  started_at: MOMENT,
  actor: { user_id: "usr_nora" },
  approved_by: "prompt",
});

/** The receipt after some of the steps have ended, or have only been started. */
function after(ends: Readonly<Record<number, StepOutcome | "started">>) {
  const recorder = createReceiptRecorder(RUN);
  const diagnostic = { severity: "error", code: "api", summary: "no answer", detail: "" } as const;
  for (const { step, address, kind, action } of PLAN.steps) {
    const ref: StepRef = { step, address, kind, action };
    const end = ends[step];
    if (end === undefined) continue;
    const events: readonly ApplyEvent[] =
      end === "skipped"
        ? [{ type: "apply_skipped", ...ref, because_of: [] }]
        : [{ type: "apply_start", ...ref }];
    for (const event of events) recorder.record(event, MOMENT);
    if (end === "done") recorder.record({ type: "apply_complete", ...ref, warnings: [] }, MOMENT);
    if (end === "failed" || end === "unknown" || end === "not_started")
      recorder.record({ type: "apply_errored", ...ref, outcome: end, diagnostic }, MOMENT);
  }
  return recorder.receipt();
}

const outcomes = (ends: Parameters<typeof after>[0]): Readonly<Record<string, string>> =>
  Object.fromEntries(after(ends).changes.map(({ address, outcome }) => [address, outcome]));

it("says of what has no start that it was not sent, and of what has a start and no end that it may have happened", () => {
  expect(outcomes({ 1: "started" })).toMatchObject({ "w/groups/a": "unknown", "w/groups/b": "not_started" });
  expect(after({ 1: "started", 2: "done" })).toMatchObject({
    outcome: "interrupted",
    steps: { done: 1, failed: 0, skipped: 0, not_started: 1, unknown: 1 },
  });
  expect(after({ 1: "started" })).not.toHaveProperty("finished_at");
});

it.each(["done", "failed", "skipped", "not_started", "unknown"] as const)(
  "says how a change ended: %s",
  (end) => {
    expect(outcomes({ 1: end })["w/groups/a"]).toBe(end);
  },
);

it("says of what goes with others that it went with the first of them, and with nothing that was only changed", () => {
  expect(outcomes({ 1: "done", 3: "done" })["w/groups/b/values/x"]).toBe("done");
  expect(outcomes({ 2: "done" })["w/groups/b/values/x"]).toBe("done");
  expect(outcomes({ 1: "done" })["w/groups/a/values/x"]).toBe("not_started");
});

it("says what went with other things", () => {
  const receipt = after({ 1: "done", 2: "done", 3: "done" });
  expect(
    receipt.changes.flatMap(({ address, implied_by }) => (implied_by ? [[address, implied_by]] : [])),
  ).toEqual([
    ["w/groups/a/values/x", "w/attributes/x"],
    ["w/groups/b/values/x", "w/groups/b"],
  ]);
});

it("leaves in doubt what may be gone with one deletion, whatever became of the other", () => {
  expect(outcomes({ 3: "started" })).toMatchObject({
    "w/groups/b": "not_started",
    "w/attributes/x": "unknown",
    "w/groups/b/values/x": "unknown",
  });
  expect(outcomes({ 2: "done", 3: "unknown" })["w/groups/b/values/x"]).toBe("done");
});
