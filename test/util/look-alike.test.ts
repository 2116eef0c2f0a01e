import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldedName, lookAlikeKeys, mixesScripts } from "../../src/util/look-alike.js";

const lookAlike = (a: string, b: string) => lookAlikeKeys(a).some((key) => lookAlikeKeys(b).includes(key));

describe("foldedName", () => {
  it.each([
    ["All Users", "all users"],
    ["Sales East", "Sales East "],
    ["Sales East", "Sales  East"],
    ["Sales East", "Sales\u00a0East"],
    ["Café", "Cafe\u0301"],
    ["ΟΔΟΣ", "οδος"],
    ["STRASSE", "straße"],
  ])("is the same for %j and %j", (a, b) => {
    expect(foldedName(a)).toBe(foldedName(b));
  });

  it.each([
    ["Sales East", "SalesEast"],
    ["Cafe", "Café"],
    ["bob", "bоb"],
  ])("tells %j from %j", (a, b) => {
    expect(foldedName(a)).not.toBe(foldedName(b));
  });

  it("is its own folded form", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (name) => {
        expect(foldedName(foldedName(name))).toBe(foldedName(name));
      }),
      { seed: 1, numRuns: 500 },
    );
  });
});

describe("lookAlikeKeys", () => {
  it.each([
    ["bob@northwind.example", "b\u043eb@northwind.example"],
    ["Sales", "\u0405ales"],
    ["NORTH", "\u039dORTH"],
    ["Sales", "Sal\u200bes"],
    ["Sales", "\uff33ales"],
    ["Sales-West", "Sales\u2011West"],
    ["\u0412\u041e\u0411", "\u0432\u043e\u0431"],
    ["All Users", "\u0391ll users"],
  ])("%j looks like %j", (a, b) => {
    expect(lookAlike(a, b)).toBe(true);
  });

  it.each([
    ["Team 1", "Team l"],
    ["Team 0", "Team O"],
    ["Sales East", "Sales West"],
    ["\u041c\u043e\u0441\u043a\u0432\u0430", "Moskva"],
  ])("%j does not look like %j", (a, b) => {
    expect(lookAlike(a, b)).toBe(false);
  });
});

describe("mixesScripts", () => {
  it.each([
    ["b\u043eb@northwind.example", true],
    ["bob@n\u043erthwind.example", true],
    ["bob@northwind.example", false],
    ["\u0438\u0432\u0430\u043d@northwind.example", false],
    ["tanaka\u7530\u4e2d@northwind.example", false],
    ["no-address", false],
  ])("of %j: %j", (email, mixes) => {
    expect(mixesScripts(email)).toBe(mixes);
  });
});
