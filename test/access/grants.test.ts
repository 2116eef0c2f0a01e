import { expect, it } from "vitest";
import { grantsOfChange, passesGrant } from "../../src/access/values/grants.js";
import type { EffectiveValue } from "../../src/model/plan/plan.js";

const grants = [{ name: "west", attribute: "region", allowed: ["west"] }];
const own = (value: string): EffectiveValue => ({ value, source: { kind: "own" } });
const tie = (...values: readonly string[]): EffectiveValue => ({
  value: values.join(" | "),
  source: { kind: "tie", groups: ["A", "B"], values, precedence: 1 },
});
const grantsFor = (before: EffectiveValue | null, after: EffectiveValue | null) =>
  grantsOfChange(
    { workspace: "w", member: "m", attribute: "region", before, after, kind: "changed", verdict: "moved" },
    grants,
  ).grants;

it("is never certain of a value that only holds an allowed entry, nor of a tie", () => {
  const unclear = { gained: [], lost: [], unclear: ["west"] };
  expect(grantsFor(own("east"), own("north, west"))).toEqual(unclear);
  expect(grantsFor(own("north,west"), own("west"))).toEqual(unclear);
  expect(grantsFor(own("west,"), null)).toEqual(unclear);
  expect(grantsFor(tie("east", "west"), own("east"))).toEqual(unclear);
});

it("compares the whole text", () => {
  const allowed = ["west", "west, north"];
  expect(passesGrant({ allowed }, ["west, north"])).toBe("yes");
  expect(passesGrant({ allowed }, ["west,north"])).toBe("unclear");
  expect(passesGrant({ allowed }, [" west"])).toBe("no");
  expect(passesGrant({ allowed }, ["West"])).toBe("no");
  expect(passesGrant({ allowed }, ["%"])).toBe("no");
});

it("takes the empty text for a value like any other", () => {
  expect(grantsFor(own("west"), own(""))).toEqual({ gained: [], lost: ["west"] });
  expect(passesGrant({ allowed: [""] }, [""])).toBe("yes");
  expect(passesGrant({ allowed: [""] }, ["west,"])).toBe("unclear");
});

it("does not take a part of a candidate for one", () => {
  expect(grantsFor(own("east"), tie("east | west", "south"))).toEqual({ gained: [], lost: [] });
});

it("lets whoever has no value at all pass", () => {
  expect(grantsFor(own("east"), null)).toEqual({ gained: ["west"], lost: [] });
});
