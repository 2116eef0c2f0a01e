import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { displayWidth, table, wrap } from "../../src/report/words/layout.js";

describe("the width of text", () => {
  test.each([
    ["", 0],
    ["Sales West", 10],
    ["Labor München", 13],
    ["営業部", 6],
    ["영업", 4],
    ["Продажи", 7],
    ["e\u0301", 1],
    ["🦜", 2],
    ["🇩🇪", 2],
    ["👍🏽", 2],
  ])("%s is %i columns", (text, columns) => {
    expect(displayWidth(text)).toBe(columns);
  });
});

describe("prose", () => {
  test("keeps every word in order, and to the width but for words that are longer", () => {
    const word = fc
      .string({ unit: "grapheme-ascii", minLength: 1, maxLength: 30 })
      .map((s) => s.replaceAll(" ", "_"));
    fc.assert(
      fc.property(fc.array(word), fc.integer({ min: 25, max: 60 }), (words, width) => {
        const lines = wrap(words.join(" "), width, "  ");
        expect(lines.flatMap((line) => line.trim().split(" ")).filter((w) => w !== "")).toEqual(words);
        for (const line of lines) expect(line.length <= width || !line.trim().includes(" ")).toBe(true);
      }),
    );
  });
});

test("columns are aligned by what the eye sees", () => {
  expect(
    table([
      ["営業", "a"],
      ["x", "b"],
      ["", ""],
    ]),
  ).toEqual(["営業  a", "x     b", ""]);
});
