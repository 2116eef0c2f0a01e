import { describe, expect, test } from "vitest";
import { displayWidth } from "../../src/report/words/layout.js";
import { notStarted, timeLeft } from "../../src/tui/apply-progress.js";
import { fitAddress, runningLine, statusLine } from "../../src/tui/apply-screen.js";

const at = { ...notStarted(205), ended: 141, failed: 1, skipped: 2 };

describe("the status line", () => {
  test("has a bar, the share, the time left and what went wrong", () => {
    expect(statusLine(at, 14_100, 100)).toBe(
      "▕█████████████░░░░░░░▏ 141 of 205 · 68 % · about 6s left · 1 failed · 2 skipped · 0 in flight",
    );
  });

  test("lets the bar go first, and what went wrong last", () => {
    expect(statusLine(at, 14_100, 75)).toBe(
      "141 of 205 · 68 % · about 6s left · 1 failed · 2 skipped · 0 in flight",
    );
    expect(statusLine(at, 14_100, 40)).toMatch(/^141 of 205 · 1 failed · 2 skipped · /);
  });

  test("guesses no time left from a few writes or a moment", () => {
    expect(timeLeft({ ...at, ended: 4 }, 10_000)).toBeUndefined();
    expect(timeLeft(at, 1_999)).toBeUndefined();
    expect(timeLeft({ ...at, ended: 205 }, 10_000)).toBeUndefined();
    expect(timeLeft({ ...at, ended: 100 }, 10_000)).toBe(10_500);
  });
});

describe("an address in little room", () => {
  const address = "northwind-prod/groups/Sales West/values/region";
  test.each([
    [46, address],
    [45, "…/groups/Sales West/values/region"],
    [30, "…/Sales West/values/region"],
    [16, "…/values/region"],
    [5, "…gion"],
  ])("in %i columns keeps its end", (columns, shown) => {
    expect(fitAddress(address, columns)).toBe(shown);
  });

  test("of wide letters keeps to the columns", () => {
    expect(displayWidth(fitAddress("prod/groups/売上西日本", 8))).toBeLessThanOrEqual(8);
  });

  test("gets the room of the verb at 40 columns", () => {
    const ref = { step: 1, address, kind: "group_value", action: "create" } as const;
    expect(runningLine({ ref, since: 0 }, 3_200, 39).slice(2)).toBe("+ …/Sales West/values/region 3s");
    expect(runningLine({ ref, since: 0 }, 900, 79).slice(2)).toBe(`+ ${address}: Creating...`);
  });
});
