import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const page = readFileSync(new URL("../../docs/comparison.md", import.meta.url), "utf8");
const MARKS = ["–", "~", "✓"];
/** The rows of the table of features: the name, orgform's mark, the other tools' marks, the source. */
const ROWS = page
  .split("\n")
  .filter((line) => /^\| [A-Z]/.test(line) && !line.startsWith("| Feature"))
  .map((line) => line.slice(2, -2).split(" | "))
  .map((cells) => ({ ours: cells[1] ?? "", others: cells.slice(2, -1), source: cells.at(-1) ?? "" }));

it("has a mark in each cell, and a source for each row", () => {
  expect(ROWS.length).toBeGreaterThan(15);
  expect(ROWS.filter(({ ours, others }) => ![ours, ...others].every((mark) => MARKS.includes(mark)))).toEqual(
    [],
  );
  expect(ROWS.filter(({ source }) => !/\]\(|repositories/.test(source))).toEqual([]);
});

it("names the features first in which another tool is better", () => {
  const isBehind = ROWS.map(({ ours, others }) =>
    others.some((mark) => MARKS.indexOf(mark) > MARKS.indexOf(ours)),
  );
  expect(isBehind.indexOf(false)).toBeGreaterThan(0);
  expect(isBehind.lastIndexOf(true)).toBeLessThan(isBehind.indexOf(false));
});
