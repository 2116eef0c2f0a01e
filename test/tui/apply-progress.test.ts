import { describe, expect, test } from "vitest";
import type { ApplyEvent } from "../../src/model/plan/event.js";
import { advance, notStarted } from "../../src/tui/apply-progress.js";
import { applyEvents } from "../report/fixtures/apply-events.js";

const progressOf = (events: readonly ApplyEvent[], now = 1_000) =>
  events.reduce((progress, event) => advance(progress, event, now), notStarted(9));

describe("how far an apply is", () => {
  test("counts what ended, whichever way, and forgets what is not in flight any more", () => {
    const progress = progressOf(applyEvents);
    expect(progress.ended).toBe(7);
    expect(progress.running.size).toBe(0);
  });

  test("a wait of one write stands at that write, a wait of all above them", () => {
    const waiting = progressOf(applyEvents.slice(0, 8));
    expect(waiting.running.get(2)?.wait).toEqual({ reason: "the rate limit is reached", until: 12_400 });
    expect(waiting.wait).toBeUndefined();
    expect(progressOf(applyEvents.slice(0, 9)).wait).toEqual({ reason: "the service asks to slow down" });
  });

  test("a wait of all is over when something happens", () => {
    expect(progressOf(applyEvents.slice(0, 10)).wait).toBeUndefined();
  });

  test("leaves what it was given alone", () => {
    const before = progressOf(applyEvents.slice(0, 7));
    const copy = new Map(before.running);
    advance(before, applyEvents[8] ?? { type: "version", orgform: "", format_version: "1.0" }, 2_000);
    for (const event of applyEvents) advance(before, event, 2_000);
    expect(before.running).toEqual(copy);
  });
});
