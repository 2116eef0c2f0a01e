import { expect, it } from "vitest";
import { NO_DENIAL } from "../../src/access/values/denials.js";
import type { EffectiveValue } from "../../src/model/plan/plan.js";
import { comparePeople } from "../../src/plan/people/compare-people.js";

const own = (value: string): EffectiveValue => ({ value, source: { kind: "own" } });
const tie = (...values: readonly string[]): EffectiveValue => ({
  value: values.join(" | "),
  source: { kind: "tie", groups: ["A", "B"], values, precedence: 1 },
});

const kindOf = (before: EffectiveValue | undefined, after: EffectiveValue | undefined) => {
  const [from, to] = [before, after].map((region) => ({
    workspace: "prod",
    member: "ada@x.example",
    role: null,
    groups: [],
    isArriving: false,
    values: region === undefined ? {} : { region },
  }));
  return comparePeople(from ? [from] : [], to ? [to] : [], undefined, () => () => NO_DENIAL).access_changes[0]
    ?.kind;
};

it("calls a change opened as a plan does: in doubt, as with a tie, it is", () => {
  expect(kindOf(own("west"), undefined)).toBe("opened");
  expect(kindOf(own("west"), tie("%", "west"))).toBe("opened");
  expect(kindOf(tie("%", "west"), undefined)).toBe("opened");
  expect(kindOf(own("%"), undefined)).toBe("changed");
  expect(kindOf(tie("%", "west"), own("west"))).toBe("closed");
  expect(kindOf(own("west"), tie("east", "west"))).toBe("changed");
});
