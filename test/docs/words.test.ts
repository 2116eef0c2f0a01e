import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const DOCS = new URL("../../docs/", import.meta.url);
/** What a reader can be asked to read; a page that is generated is looked up in, and decisions are for who changes one. */
const MOST_WORDS = 14_000;

it("the pages that people read have at most 14,000 words", () => {
  const pages = readdirSync(DOCS)
    .filter((name) => name.endsWith(".md") && name !== "decisions.md")
    .map((name) => readFileSync(new URL(name, DOCS), "utf8"))
    .filter((text) => !/page is generated/.test(text.slice(0, 600)));
  const words = pages.map((text) => text.split(/\s+/).filter(Boolean).length);
  expect(words.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(MOST_WORDS);
});
