import { expect, it } from "vitest";
import { isSwitchedOn, switchOf } from "../../src/commands/context/context.js";

it.each([
  ["1", true],
  ["true", true],
  ["0", false],
  ["false", false],
  ["", false],
  ["org.json", "org.json"],
  ["./org", "./org"],
  ["org", undefined],
  ["no", undefined],
  ["off", undefined],
  ["yes", undefined],
  ["on", undefined],
  ["TRUE", undefined],
  [" ", undefined],
  ["ada@northwind.example", undefined],
])("reads the switch `%s` as %s", (text, meaning) => {
  expect(switchOf(text)).toBe(meaning);
});

it.each([undefined, "", "0", "false"])("takes %s of another program for no", (text) => {
  expect(isSwitchedOn(text)).toBe(false);
});

it.each(["1", "true", "woodpecker", "2"])("takes %s of another program for yes", (text) => {
  expect(isSwitchedOn(text)).toBe(true);
});
