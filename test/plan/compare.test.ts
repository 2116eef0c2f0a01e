import { describe, expect, it } from "vitest";
import { approvedPart } from "../../src/plan/assemble/digest.js";
import { changedFields, differingKeys, isDifferent } from "../../src/plan/diff/compare.js";
import { planDifferenceText } from "../../src/report/plan/plan-difference.js";
import { northwind } from "../report/fixtures/northwind.js";

describe("the one comparer", () => {
  it("gives the managed fields that differ, and no others", () => {
    expect(changedFields({ a: 1, b: 2, c: 3 }, { a: 1, b: 4, d: null })).toEqual({ b: 4 });
  });

  it("finds what differs at any depth, whatever the order of keys", () => {
    expect(differingKeys({ a: { x: [1, { y: 2 }] }, b: 1 }, { b: 1, a: { x: [1, { y: 2 }] } })).toEqual(
      new Set(),
    );
    expect(differingKeys({ a: { x: [1, { y: 2 }] }, b: 1 }, { a: { x: [1, { y: 3 }] }, c: 1 })).toEqual(
      new Set(["a", "b", "c"]),
    );
    expect(isDifferent({ a: 1, b: [1] }, { b: [1], a: 1 })).toBe(false);
    expect(isDifferent(undefined, null)).toBe(false);
    expect(isDifferent({ allowed: ["a"] }, { allowed: ["a", "b"] })).toBe(true);
  });

  it("says of two plans what only one has, on its side, and of what both have otherwise both", () => {
    const [first, second, ...rest] = northwind.resource_changes;
    if (first === undefined || second === undefined) throw new Error("two changes are needed");
    const other = {
      ...second,
      change: { ...second.change, before: { name: "x" } },
      action_reason: "another",
    };
    const text = planDifferenceText(
      { ...approvedPart(northwind), resource_changes: [first, second, ...rest] },
      {
        ...approvedPart(northwind),
        resource_changes: [other, ...rest.map((one) => ({ ...one, action_reason: "another" }))],
      },
    );
    const [, now = "", approved = ""] = text.split(/Not part of what was approved:|Approved, and no longer/);
    expect(now.match(/\n {2}\S/g)).toHaveLength(1);
    expect(approved.match(/\n {2}[+~-]/g)).toHaveLength(2);
  });
});
