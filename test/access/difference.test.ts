import { expect, it } from "vitest";
import { differenceOf } from "../../src/access/difference.js";
import { NO_DENIAL } from "../../src/access/values/denials.js";
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
