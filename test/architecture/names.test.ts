import { expect, it } from "vitest";
import { SOURCES, textOf } from "./sources.js";

/** Wings could leave; their names need not be those of the rest. */
const WINGS = /^(sandbox|sign-in|build)\//;

const TYPES = /^(?:export )?(?:interface|type|class) (\w+)/gm;
const FUNCTIONS =
  /^export (?:async )?function\*? (\w+)|^export const (\w+)[^=\n]* = (?:async )?(?:<[^>\n]*>)?\(/gm;

it.each([
  ["type's", TYPES],
  ["exported function's", FUNCTIONS],
])("a %s name stands once", (_, pattern) => {
  const files = SOURCES.filter((file) => !WINGS.test(file));
  const places = new Map<string, string[]>();
  for (const file of files)
    for (const [, name, other] of textOf(file).matchAll(pattern)) {
      const key = name ?? other ?? "";
      places.set(key, [...(places.get(key) ?? []), file]);
    }
  expect(places.size).toBeGreaterThan(400);
  expect([...places].filter(([, all]) => all.length > 1)).toEqual([]);
});
