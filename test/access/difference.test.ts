import { expect, it } from "vitest";
import { differenceOf } from "../../src/access/difference.js";
import { NO_DENIAL } from "../../src/access/values/denials.js";
import { limitedBy } from "../../src/access/values/roles.js";
import { worstOf } from "../../src/access/worst-reading.js";
import type { DataDifference } from "../../src/model/plan/plan.js";
import { personWith } from "../support/model.js";

const kindOf = (before: readonly string[], after: readonly string[]) => {
  const [from, to] = [before, after].map((region) => personWith(region.length === 0 ? {} : { region }));
  return differenceOf(from, to, [{ denials: () => NO_DENIAL }])?.values[0]?.kind;
};

it("calls a change opened in doubt, as with a tie", () => {
  expect(kindOf(["west"], [])).toBe("opened");
  expect(kindOf(["west"], ["%", "west"])).toBe("opened");
  expect(kindOf(["%", "west"], [])).toBe("opened");
  expect(kindOf(["%"], [])).toBe("changed");
  expect(kindOf(["%", "west"], ["west"])).toBe("closed");
  expect(kindOf(["west"], ["east", "west"])).toBe("changed");
});

it("lists an object that one reading gains by column and another directly as gained directly", () => {
  const reading = (gained: DataDifference["gained"]) =>
    ({ verdict: "widened", data: { gained, lost: [], rows: [] } }) as const;
  const byColumn = reading([{ object: "field:a.b", by: "column", through: ["field:a.c"] }]);
  const direct = reading(["field:a.b"]);
  for (const readings of [
    [byColumn, direct],
    [direct, byColumn],
  ])
    expect(worstOf(readings).data?.gained).toEqual(["field:a.b"]);
});

it("a role that nothing limits is a gain, and losing it a loss, whatever the values", () => {
  const limited = personWith({ region: ["west"] });
  const unlimited = { ...limited, role: "develop", limitedBy: "nothing" as const };
  const by = [{ denials: () => NO_DENIAL }] as const;
  expect(differenceOf(limited, unlimited, by)).toMatchObject({ verdict: "widened", reason: "role" });
  expect(differenceOf(unlimited, limited, by)).toMatchObject({ verdict: "narrowed", reason: "role" });
});

it("a role that nobody knows counts as one that nothing limits", () => {
  expect(["a_new_role", "view", null].map((role) => limitedBy(role))).toEqual([
    "nothing",
    "values",
    "values",
  ]);
});
