import { fileURLToPath } from "node:url";
import { globSync } from "tinyglobby";
import { expect, test } from "vitest";
import { nameOf, SLOW, slowest } from "../slow-list.js";

const TESTS = fileURLToPath(new URL("..", import.meta.url));

test("the list of slow tests names files that there are, each once", () => {
  expect(new Set(SLOW).size).toBe(SLOW.length);
  const files = new Set(globSync("**/*.test.{ts,tsx}", { cwd: TESTS }).map(nameOf));
  expect(SLOW.filter((name) => !files.has(name))).toEqual([]);
});

test("the slowest files that take nine tenths of the time are slow, in their order", () => {
  const times = {
    "a/one": 10,
    "b/two": 500,
    "c/three": 240,
    "d/four": 20,
    "e/five": 230,
    "access/safe-order": 400,
  };
  expect(slowest(new Map(Object.entries(times)))).toEqual(["b/two", "c/three", "e/five"]);
});
