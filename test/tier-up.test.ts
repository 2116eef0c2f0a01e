import { describe, expect, it } from "vitest";
import { delayTierUp } from "../src/tier-up.js";

const PATIENT = "--interrupt-budget=270336";
const EAGER = "--interrupt-budget=67584";

describe("delaying tier-up", () => {
  it("keeps to V8's own settings while code is loaded, once for all that is loaded inside", () => {
    const flags: string[] = [];
    const { whileLoading } = delayTierUp("11.3.244.8-node.33", (flag) => flags.push(flag));
    expect(flags).toEqual([PATIENT]);
    const answer = whileLoading(() => {
      expect(flags.at(-1)).toBe(EAGER);
      return whileLoading(() => 42);
    });
    expect(answer).toBe(42);
    expect(() =>
      whileLoading(() => {
        throw new Error("no such module");
      }),
    ).toThrow("no such module");
    expect(flags).toEqual([PATIENT, EAGER, PATIENT, EAGER, PATIENT]);
  });

  it("leaves other versions of V8 alone", () => {
    const flags: string[] = [];
    expect(delayTierUp("12.4.254.21-node.33", (flag) => flags.push(flag)).whileLoading(() => 42)).toBe(42);
    expect(flags).toEqual([]);
  });
});
