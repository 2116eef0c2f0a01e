import { expect, it } from "vitest";
import { matchesBelow, matchesPattern } from "../../src/model/address.js";

it("takes e-mail addresses in a pattern in any spelling, and names as they are", () => {
  const membership = "prod/groups/A/members/ada@northwind.example";
  const value = "prod/members/ada@northwind.example/values/region";
  for (const person of ["Ada@Northwind.example", "ADA@*", "*@NORTHWIND.example"]) {
    expect(matchesPattern(`prod/groups/A/members/${person}`, membership)).toBe(true);
    expect(matchesPattern(`*/members/${person}/values/region`, value)).toBe(true);
    expect(matchesPattern(`**/${person}`, membership)).toBe(true);
    expect(matchesPattern(`prod/members/${person}/**`, value)).toBe(true);
    expect(matchesBelow(`prod/members/${person}/values/*`, "prod/members/ada@northwind.example")).toBe(true);
  }
  expect(matchesPattern("prod/groups/a/**", membership)).toBe(false);
  expect(matchesPattern("PROD/**", membership)).toBe(false);
  expect(matchesPattern("prod/members/ada@northwind.example/values/Region", value)).toBe(false);
  expect(matchesPattern("prod/groups/A/members/bob@northwind.example", membership)).toBe(false);
});
