import { expect, it } from "vitest";
import { grantsOf } from "../../src/access/grants.js";
import type { EffectiveValue } from "../../src/model/plan.js";

const grants = [{ name: "west", attribute: "region", allowed: ["west"] }];
const own = (value: string): EffectiveValue => ({ value, source: { kind: "own" } });
const tie = (...values: readonly string[]): EffectiveValue => ({
  value: values.join(" | "),
  source: { kind: "tie", groups: ["A", "B"], values, precedence: 1 },
});
const grantsFor = (before: EffectiveValue | null, after: EffectiveValue | null) =>
  grantsOf([{ workspace: "w", member: "m", attribute: "region", before, after, kind: "changed" }], grants)[0]
    ?.grants;

it("takes any entry of a value, and any candidate of a tie", () => {
  expect(grantsFor(own("east"), own("north, west"))).toEqual({ gained: ["west"], lost: [] });
  expect(grantsFor(tie("east", "west"), own("east"))).toEqual({ gained: [], lost: ["west"] });
});

it("does not take a part of a candidate for one", () => {
  expect(grantsFor(own("east"), tie("east | west", "south"))).toEqual({ gained: [], lost: [] });
});

it("lets whoever has no value at all pass", () => {
  expect(grantsFor(own("east"), null)).toEqual({ gained: ["west"], lost: [] });
});
