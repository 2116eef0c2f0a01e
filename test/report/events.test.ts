import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyReportText } from "../../src/report/apply/apply-report.js";
import { eventText } from "../../src/report/apply/event-text.js";
import { eventLine } from "../../src/report/words/json-text.js";
import { applyEvents, applySteps } from "./fixtures/apply-events.js";
import { hostileName } from "./fixtures/hostile.js";
import { unpaint } from "./fixtures/unpaint.js";

const next = { goOn: "orgform apply", receipt: "r.json" };
const plain = { color: false, width: 80, next };

describe("while it runs", () => {
  const lines = applyEvents.map((event) => eventText(event, plain)).filter((line) => line !== "");

  test("golden", async () => {
    await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("expected/apply.txt");
  });

  test("colour changes nothing but colour", () => {
    const painted = applyEvents.map((event) => unpaint(eventText(event, { color: true })));
    expect(painted.filter((line) => line !== "")).toEqual(lines);
  });

  test("a hostile answer of the service stays on its line", () => {
    fc.assert(
      fc.property(hostileName, (name) => {
        const line = eventText(
          {
            type: "apply_complete",
            step: 1,
            address: name,
            kind: "group",
            action: "create",
            id: name,
            warnings: [name],
          },
          plain,
        );
        expect(line.split("\n")).toHaveLength(2);
        expect(line).not.toMatch(/^\s*::|[^\P{Cc}\n]/mu);
      }),
      { examples: [[":"]] },
    );
  });
});

describe("at the end", () => {
  test("golden: what was done, failed, skipped, never started, and what nobody knows", async () => {
    await expect(applyReportText(applyEvents, applySteps, plain)).toMatchFileSnapshot(
      "expected/apply-report.txt",
    );
  });

  test("says how to go back only where something was written, and what is missing without a receipt", () => {
    const { receipt: _, ...without } = next;
    expect(applyReportText(applyEvents, applySteps, { ...plain, next: without })).toContain(
      "To go back:  revert the commit and plan with --base; without a receipt nothing has the values before\n",
    );
    const refused = applyEvents.filter(({ type }) => !/^apply_(start|complete|errored)$/.test(type));
    expect(applyReportText(refused, applySteps, plain)).not.toContain("To go back");
  });

  test("a run without incident is one line", () => {
    const summary = {
      type: "apply_summary",
      outcome: "ok",
      steps: { done: 2, failed: 0, skipped: 0, not_started: 0, unknown: 0 },
      changes: { create: 1, update: 1, delete: 0 },
      warnings: 0,
    } as const;
    expect(applyReportText([summary], [], plain)).toBe(
      "Apply complete. Changes: 1 added, 1 changed, 0 removed.\n",
    );
  });
});

test("a line of JSON begins with when and what", () => {
  const line = eventLine(
    { type: "version", orgform: "0.1.0", format_version: "1.0" },
    "2026-03-31T12:00:00.000Z",
  );
  expect(line).toBe(
    '{"timestamp":"2026-03-31T12:00:00.000Z","type":"version","orgform":"0.1.0","format_version":"1.0"}',
  );
});
