import { expect, it } from "vitest";
import { createReceiptRecorder, pendingReceipt } from "../../src/apply/receipt.js";
import type { StepOutcome, StepRef } from "../../src/model/plan/event.js";
import type { RunResult } from "../../src/model/plan/run-result.js";
import { createReport } from "../../src/render/report.js";
import { change, plan, step } from "../render/fixtures/plan-builder.js";

const PLAN = plan({
  resource_changes: [
    change("update", "w/groups/a", { precedence: 1 }, { precedence: 2 }),
    change("delete", "w/groups/b", {}, null),
    change("delete", "w/attributes/x", {}, null),
    change("delete", "w/groups/a/values/x", { value: "1" }, null, { implied_by: "w/attributes/x" }),
    change("delete", "w/groups/b/values/x", { value: "1" }, null, { implied_by: "w/groups/b" }),
  ],
  steps: [
    step(1, "update", "w/groups/a", [], { temporary: true }),
    step(2, "update", "w/groups/a", [1]),
    step(3, "delete", "w/groups/b"),
    step(4, "delete", "w/attributes/x"),
  ],
});

/** The receipt after some of the steps have ended. */
function after(ends: Readonly<Record<number, StepOutcome>>): Readonly<Record<string, string>> {
  const recorder = createReceiptRecorder(PLAN);
  for (const { step, address, kind, action } of PLAN.steps) {
    const ref: StepRef = { step, address, kind, action };
    if (ends[step] === "done") recorder.record({ type: "apply_complete", ...ref, warnings: [] });
    if (ends[step] === "failed" || ends[step] === "unknown") {
      const diagnostic = { severity: "error", code: "api", summary: "no answer", detail: "" } as const;
      recorder.record({ type: "apply_errored", ...ref, outcome: ends[step], diagnostic });
    }
    if (ends[step] === "skipped") recorder.record({ type: "apply_skipped", ...ref, because_of: [] });
  }
  const { changes } = recorder.receipt();
  return Object.fromEntries(
    changes.map(({ address, outcome, partly }) => [address, partly ? `${outcome}, partly` : outcome]),
  );
}

it("says of a change whose first write only was done that it was begun", () => {
  expect(after({ 1: "done", 2: "skipped" })["w/groups/a"]).toBe("skipped, partly");
  expect(after({ 1: "done", 2: "done" })["w/groups/a"]).toBe("done");
  expect(after({})["w/groups/a"]).toBe("not_started");
});

it("says of a change that it is as its worst step, unknown before failed: only what surely failed is not taken back", () => {
  expect(after({ 1: "unknown", 2: "failed" })["w/groups/a"]).toBe("unknown");
  expect(after({ 1: "failed", 2: "unknown" })["w/groups/a"]).toBe("unknown");
  expect(after({ 1: "failed", 2: "skipped" })["w/groups/a"]).toBe("failed");
});

it("says of what goes with others that it went with the first of them, and with nothing that was only changed", () => {
  expect(after({ 2: "done", 4: "done" })["w/groups/b/values/x"]).toBe("done");
  expect(after({ 3: "done" })["w/groups/b/values/x"]).toBe("done");
  expect(after({ 1: "done", 2: "done" })["w/groups/a/values/x"]).toBe("not_started");
});

it("knows nothing of any change while the run is under way", () => {
  const { changes, steps, outcome } = pendingReceipt(PLAN);
  expect(new Set(changes.map((c) => c.outcome))).toEqual(new Set(["unknown"]));
  expect({ steps, outcome }).toEqual({
    outcome: "interrupted",
    steps: { done: 0, failed: 0, skipped: 0, not_started: 0, unknown: 4 },
  });
});

it("says what went with other things, which a report does not count again", () => {
  const recorder = createReceiptRecorder(PLAN);
  for (const { step, address, kind, action } of PLAN.steps)
    recorder.record({ type: "apply_complete", step, address, kind, action, warnings: [] });
  const { changes } = recorder.receipt();
  expect(changes.flatMap(({ address, implied_by }) => (implied_by ? [[address, implied_by]] : []))).toEqual([
    ["w/groups/a/values/x", "w/attributes/x"],
    ["w/groups/b/values/x", "w/groups/b"],
  ]);
  const applied: RunResult = { ...recorder.receipt(), source: "r.json", kind: "apply" };
  expect(createReport([applied], "test").totals.delete).toBe(2);
});
