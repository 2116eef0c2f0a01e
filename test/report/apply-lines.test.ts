import { expect, it } from "vitest";
import type { ApplyEvent, StepRef } from "../../src/model/plan/event.js";
import { applyLines } from "../../src/report/apply/apply-lines.js";
import { applyReportText } from "../../src/report/apply/apply-report.js";
import { step } from "./fixtures/plan-builder.js";

const MANY = 150;
const STEPS = [
  ...Array.from({ length: MANY }, (_, n) => step(n + 1, "create", `prod/groups/Team ${n}`)),
  step(MANY + 1, "delete", "prod/groups/Old"),
];
const refOf = ({ step, address, kind, action }: StepRef): StepRef => ({ step, address, kind, action });
const done = (step: StepRef, warnings: readonly string[] = []): ApplyEvent => ({
  type: "apply_complete",
  ...refOf(step),
  warnings: [...warnings],
});

it("shows one line for the writes of a long run that are alike, when the last has ended", () => {
  const linesOf = applyLines(STEPS, { color: false });
  const lines = STEPS.map((step) => linesOf(done(step)));
  expect(lines.flat()).toEqual([
    "prod: Creation of 150 groups complete",
    "prod: Deletion of 1 group complete",
  ]);
  expect(lines[MANY - 1]).toHaveLength(1);
});

it("shows at once what did not go as planned", () => {
  const linesOf = applyLines(STEPS, { color: false });
  const [first, second, ...rest] = STEPS;
  if (first === undefined || second === undefined) throw new Error("no steps");
  const diagnostic = { severity: "error", code: "api", summary: "no answer", detail: "" } as const;
  expect(linesOf({ type: "apply_errored", ...refOf(first), outcome: "failed", diagnostic })).toEqual([
    "prod/groups/Team 0: Creation failed: no answer",
  ]);
  expect(linesOf({ ...done(second), type: "apply_complete", adopted: true } as ApplyEvent)).toEqual([
    expect.stringContaining("found in the service"),
  ]);
  expect(rest.flatMap((step) => linesOf(done(step)))).toEqual([
    "prod: Creation of 148 groups complete",
    "prod: Deletion of 1 group complete",
  ]);
});

it("shows a line for each write of a short run, or where it is told to", () => {
  const few = STEPS.slice(0, 100);
  expect(few.flatMap((step) => applyLines(few, { color: false })(done(step)))).toHaveLength(100);
  const all = applyLines(STEPS, { color: false, full: true });
  expect(STEPS.flatMap((step) => all(done(step)))).toHaveLength(STEPS.length);
});

it("says once what the service warned of many things in the same words", () => {
  const warned = STEPS.slice(0, 70);
  const names = warned.map(({ address }) => address.split("/").at(-1) ?? "");
  const events = warned.map((step, i) =>
    done(step, [`Precedence 10 is shared by the groups ${names.slice(0, i + 1).join(", ")}: undefined.`]),
  );
  const next = { goOn: "", receipt: "" };
  const text = applyReportText(events, warned, { color: false, width: 100, next });
  expect(text.match(/Precedence 10/g)).toHaveLength(1);
  expect(text).toContain("(and others, with other names)");
});
