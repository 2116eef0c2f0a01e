import { expect, it } from "vitest";
import { pageHtml } from "../../src/report/html/page-html.js";
import { pageMarkdown } from "../../src/report/markdown/page-markdown.js";
import { type PageTextStyle, pageText } from "../../src/report/text/page-text.js";
import type { Page } from "../../src/report/words/page.js";
import type { Section } from "../../src/report/words/section.js";
import { withoutBreaks } from "../support/plan-formats.js";

/** A name that no format may take at its word. */
const HOSTILE = "<b>@team</b> `x` | \u202e";

const rows: Section = {
  id: "rows",
  title: `Rows of ${HOSTILE}`,
  nouns: ["row", "rows"],
  parts: [
    { items: [{ cells: ["ada@x.example", "west → east"], details: [{ text: "Why." }] }] },
    { title: "Opened", tone: "alarm", items: [{ cells: [HOSTILE], tone: "alarm", names: ["a", "b"] }] },
  ],
};

const table: Section = {
  id: "table",
  title: "Table",
  nouns: ["row", "rows"],
  style: "table",
  parts: [],
  table: () => ({
    caption: "Every form of a cell.",
    heads: ["Person", "State", "Nothing", "Decision", "Changes"],
    rows: [
      [
        HOSTILE,
        { text: "open", tone: "opened", names: "region" },
        "",
        { text: "" },
        { list: ["+ a", HOSTILE] },
      ],
      ["bob@x.example", "set", "", { text: "keep" }, { list: [] }],
    ],
    kinds: ["open", "set"],
  }),
};

const blocks: Section = {
  ...table,
  id: "blocks",
  style: "blocks",
  parts: [
    {
      title: "Undecided",
      items: [{ cells: ["ada@x.example"], details: [{ code: "group Sales", depth: 2 }] }],
    },
    { title: "Chain", items: [{ cells: [], lines: ({ paint }) => [paint.strong("  as it is")] }] },
    { title: "Wrong", tone: "alarm", items: [{ cells: [HOSTILE] }] },
  ],
};

const long: Section = {
  id: "long",
  title: "Long",
  nouns: ["row", "rows"],
  parts: [{ items: Array.from({ length: 90 }, (_, i) => ({ cells: [`person ${i}`] })) }],
  brief: () => [{ items: [{ cells: ["90 people"], counts: 90 }] }],
};

const page: Page = {
  title: ["Page of ", { name: HOSTILE }],
  sum: ["Sum of ", { name: HOSTILE }, ": 2 rows #1"],
  verdict: ["Verdict on ", { name: HOSTILE }],
  badges: [{ text: "2 rows", tone: "plain" }],
  subject: ["Of ", { name: "q3.json" }],
  origin: { organization: { id: "org_1", name: HOSTILE }, version: "1.2.3", readAt: "2026-11-22T10:00:00Z" },
  facts: [
    ["Digest", "0123"],
    ["Unknown", undefined],
  ],
  notes: [`Read from ${HOSTILE}.`, "Another note, which a terminal has to break in two as it is long."],
  refusals: [`Refused: ${HOSTILE}`],
  sections: [rows, table, blocks, long],
  foot: { text: "To approve:", code: `--approve ${HOSTILE}` },
  marker: "<!-- orgform:test -->",
};

const look: PageTextStyle = { color: false, width: 50, isTerminal: true };
const textOf = (one: Page, more: Partial<PageTextStyle> = {}) =>
  [...pageText(one, { ...look, ...more })].join("");
const markdownOf = (one: Page, full = false) => [...pageMarkdown(one, full)].join("");

it.each([
  ["txt", () => textOf(page)],
  ["full.txt", () => textOf(page, { full: true, width: 200 })],
  ["color.json", () => JSON.stringify(textOf(page, { color: true }).split("\n"), null, 1)],
  ["md", () => markdownOf(page)],
  ["full.md", () => markdownOf(page, true)],
  // The style and the script stand in a file of their own.
  ["html", () => pageHtml(page).replace(/<(style|script)>.*?<\/\1>|sha256-[^']+/gs, "")],
])("says everything that a page has, in its order: %s", async (name, write) => {
  await expect(write()).toMatchFileSnapshot(`expected/pages/page.${name}`);
});

it("is its title and sections where there is nothing else to say", () => {
  const bare: Page = { title: "Log", sections: [] };
  expect(textOf(bare)).toBe("");
  expect(markdownOf(bare)).toBe("### Log\n");
  const html = pageHtml(bare);
  expect(html).toContain("<h1>Log</h1>\n");
  expect(html).toContain("<footer></footer>");
  expect(html).not.toContain("<dl");
});

it("says in every format that it shows a snapshot, and no moment of reading", () => {
  const asOf = { taken_at: "2026-09-30T06:00:00Z", snapshot: "q3.json" };
  const origin = { organization: { id: "org_1" }, version: "1.2.3", readAt: asOf.taken_at, asOf };
  const taken: Page = { title: "Log", origin, sections: [] };
  for (const text of [textOf(taken), markdownOf(taken), pageHtml(taken)])
    expect(withoutBreaks(text).replace(/\s+/g, " ")).toContain("as of 2026-09-30 06:00 UTC (q3.json)");
  expect(pageHtml(taken)).not.toContain("<dt>Read</dt>");
});

it("has no table where there is no row", () => {
  const empty = { ...table, title: "", table: () => ({ caption: "", heads: ["Person"], rows: [] }) };
  const nobody: Page = { title: "Who", sum: "Nobody", sections: [empty] };
  expect(textOf(nobody)).toBe("Nobody\n");
  expect(markdownOf(nobody)).not.toContain("|");
});

it("has no table in a text where its parts stand for it, and there is none", () => {
  const settled: Page = { title: "Result", sum: "2 rows: 2 kept.", sections: [{ ...blocks, parts: [] }] };
  expect(textOf(settled)).toBe("2 rows: 2 kept.\n");
  expect(markdownOf(settled)).toContain("| `bob@x.example` | `set` |");
});

it("goes through the rows of a long table one after the other, and gives its lines in pieces", () => {
  const ROWS = 5_000;
  let made = 0;
  const many: Iterable<readonly string[]> = {
    *[Symbol.iterator]() {
      for (let i = 0; i < ROWS; i += 1) {
        made += 1;
        yield [`p${i}@x.example`];
      }
    },
  };
  const people = { ...table, table: () => ({ caption: "", heads: ["Person"], rows: many }) };
  const one: Page = { title: "Who", sum: "Everybody", sections: [people] };
  const writers: readonly (() => Iterable<string>)[] = [() => pageText(one, look), () => pageMarkdown(one)];
  for (const write of writers) {
    let last = 0;
    for (const piece of write()) {
      // Columns are as wide as all rows together need, so that a text goes through them once before its first line.
      if (piece.includes("p2000@x.example")) expect(made - last).toBeLessThan(ROWS / 2);
      if (piece.includes("p0@x.example")) expect(piece).not.toContain("p2000@x.example");
      last = made;
    }
    expect(last).toBeGreaterThan(ROWS);
    made = 0;
  }
});
