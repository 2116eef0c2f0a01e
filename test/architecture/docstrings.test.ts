import { expect, it } from "vitest";
import { SOURCES, textOf } from "./sources.js";

/** A line of a docstring, its text after the star. */
const LINES = /^ *\* (.*)$/gm;

/** Two blanks between words, or an item of a list within a sentence: where lines have been wrapped anew. */
const RUN_TOGETHER = /\S {2,}\S|[a-z]\. \d\. ?[A-Z]?|\|\s*\|\s\|/;

it("lists, tables and drawings of docstrings stand line by line", () => {
  const broken = SOURCES.flatMap((file) =>
    [...textOf(file).matchAll(LINES)].flatMap(([, line = ""]) => {
      const isDrawn = /^( {4}|\|)/.test(line);
      const prose = line.replace(/`[^`]*`/g, "code").replace(/^(\d+\.|[-*]) +/, "");
      return !isDrawn && RUN_TOGETHER.test(prose) ? [`${file}: ${line}`] : [];
    }),
  );
  expect(broken).toEqual([]);
});
