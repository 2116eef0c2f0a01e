import { expect, test } from "vitest";
import {
  GUARDS,
  type GuardName,
  type Objection,
  overrideOf,
  parseAllowance,
} from "../../src/plan/guards/allowance.js";

const names = Object.keys(GUARDS) as readonly GuardName[];

test.each(names.filter((name) => GUARDS[name].takes !== "never"))("--allow takes the flag of %s", (name) => {
  const value = { number: "2", name: "Sales", person: "ada@example.com", nothing: "", never: "" };
  const { takes } = GUARDS[name];
  const flag = overrideOf(name, value[takes]);
  expect(parseAllowance(flag.slice("--allow ".length))).toEqual([name, value[takes]]);
});

test("a guard without a row does not compile", () => {
  const facts = { message: "Somebody arrives", actual: 1, limit: 0, addresses: [] };
  // @ts-expect-error -- no row of the table is called so
  const objection: Objection = { guard: "access.arriving", ...facts };
  expect(GUARDS).not.toHaveProperty([objection.guard]);
});
