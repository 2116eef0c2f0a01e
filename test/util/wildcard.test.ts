import fc from "fast-check";
import { expect, it } from "vitest";
import { fitsWildcard } from "../../src/util/wildcard.js";

it("takes each star for any text, as a regular expression would", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "*", ".", "-"), maxLength: 8 });
  fc.assert(
    fc.property(text, text, (pattern, name) => {
      const source = pattern
        .split("*")
        .map((part) => part.replace(/[.]/g, "\\."))
        .join(".*");
      expect(fitsWildcard(pattern, name)).toBe(new RegExp(`^${source}$`, "s").test(name));
    }),
  );
  expect(fitsWildcard("*-prod", "eu-prod")).toBe(true);
  expect(fitsWildcard(`${"a*".repeat(40)}b`, "a".repeat(5_000))).toBe(false);
});
