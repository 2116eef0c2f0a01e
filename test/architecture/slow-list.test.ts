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

test("slow are the files that take most for what they test, until the others take less than a minute", () => {
  const files = [
    { name: "a/many-tests", ms: 20_000, tests: 400 },
    { name: "b/dear", ms: 9_000, tests: 1 },
    { name: "c/dearest", ms: 12_000, tests: 1 },
    { name: "d/short", ms: 299, tests: 1 },
    { name: "e/cheaper", ms: 20_000, tests: 100 },
    { name: "access/safe-order", ms: 4_000, tests: 1 },
  ];
  expect(slowest(files)).toEqual(["c/dearest", "b/dear"]);
  expect(slowest([...files, { name: "f/many-more", ms: 20_000, tests: 400 }])).toEqual([
    "e/cheaper",
    "c/dearest",
    "b/dear",
  ]);
});
