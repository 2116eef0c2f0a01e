import { describe, expect, it } from "vitest";
import { isSameValue } from "../../src/model/state/value-format.js";

describe("isSameValue", () => {
  it.each([
    ["number", "1.50", "1.5"],
    ["number", "+1", "1.0"],
    ["number", "-0", "0"],
    ["number", ".5", "0.50"],
    ["number", "1e3", "1000"],
    ["number", "12e-1", "1.2"],
    ["date", "2026-03-31", "2026-03-31T00:00:00Z"],
    ["date", "2026-03-31", "2026-03-31 00:00"],
    ["string", "1.50", "1.50"],
  ] as const)("takes two forms of a %s for one value: %s, %s", (type, one, other) => {
    expect(isSameValue(one, other, type)).toBe(true);
    expect(isSameValue(other, one, type)).toBe(true);
  });

  it.each([
    ["number", "1.5", "1.05"],
    ["number", "1", "-1"],
    ["number", "10", "1"],
    // Equal as floating-point numbers.
    ["number", "9007199254740993", "9007199254740992"],
    ["number", "1.5", "1.5 "],
    ["number", "1.5", ""],
    ["date", "2026-03-31", "2026-03-31T12:00:00Z"],
    ["date", "2026-02-30", "2026-02-30T00:00:00Z"],
    ["string", "1.50", "1.5"],
    ["string", "West", "west"],
  ] as const)("tells two values of a %s apart: %s, %s", (type, one, other) => {
    expect(isSameValue(one, other, type)).toBe(false);
    expect(isSameValue(other, one, type)).toBe(false);
  });
});
