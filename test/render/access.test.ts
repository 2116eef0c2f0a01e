import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AccessRow, Explanation } from "../../src/model/plan/explanation.js";
import { accessMatrix } from "../../src/render/access/access-matrix.js";
import { explainText } from "../../src/render/text/explain-text.js";
import { hostileName } from "./fixtures/hostile.js";
import { fromGroup, own } from "./fixtures/plan-builder.js";

const row = (workspace: string, member: string, attribute: string, value: string | null): AccessRow => ({
  workspace,
  member,
  attribute,
  value,
  source: value === null ? null : { kind: "group", group: "Sales West", precedence: 20 },
});

const rows = [
  row("northwind-prod", "ada@northwind.example", "region", "west"),
  row("northwind-prod", "ada@northwind.example", "renewal_date", null),
  row("northwind-prod", "bob@northwind.example", "region", "none"),
  row("Labor München", "grace@northwind.example", "region", "=1+1"),
];

describe("the matrix", () => {
  test.each(["text", "csv", "json", "markdown"] as const)("golden: %s", async (format) => {
    const name = { text: "txt", csv: "csv", json: "json", markdown: "md" }[format];
    await expect(accessMatrix(rows, format)).toMatchFileSnapshot(`expected/access.${name}`);
  });

  test("no value and the value none are told apart", () => {
    const text = accessMatrix(rows, "text");
    expect(text).toMatch(/renewal_date +no value \(sees all\)/);
    expect(text).toMatch(/region +"none" +Sales West/);
  });

  test("values that open say so, and CSV has a state beside the value", () => {
    const open = ["", "%", "%%"].map((value) => row("w", "ada@x.example", "region", value));
    const text = accessMatrix([...open, row("w", "ada@x.example", "region", "50%")], "text");
    expect(text.match(/\S+ \(sees all\)/g)).toEqual(['"" (sees all)', "% (sees all)", "%% (sees all)"]);
    expect(text).toMatch(/ 50% +Sales West/);
    const csv = accessMatrix([...rows, ...open], "csv").split("\r\n");
    expect(csv[0]).toBe('"workspace","member","attribute","value","state","source","arriving"');
    expect(csv[2]).toBe('"northwind-prod","ada@northwind.example","renewal_date","","open","",""');
    expect(csv[3]).toContain('"none","set","Sales West"');
    expect(csv.slice(5, 8).every((line) => line.includes('"open","Sales West"'))).toBe(true);
    const page = accessMatrix(open, "html");
    expect(page).toContain("3 effective values, 3 of them open.");
  });

  test("nobody at all is no table", () => {
    expect(accessMatrix([], "text")).toBe("");
    expect(accessMatrix([], "csv")).toMatch(/^"workspace".*\r\n$/);
  });

  test("HTML can be filtered and says how many are open", () => {
    const page = accessMatrix(rows, "html");
    expect(page).toContain("4 effective values, 1 of them open.");
    expect(page.match(/<tr data-kind="open">/g)).toHaveLength(1);
    expect(page).toContain('<form class="filter"');
  });

  test("hostile names keep every row a row", () => {
    fc.assert(
      fc.property(hostileName, (name) => {
        const hostile = [row(name, name, name, name), row(name, name, name, null)];
        expect(accessMatrix(hostile, "text").split("\n")).toHaveLength(4);
        expect(accessMatrix(hostile, "csv").split("\r\n")).toHaveLength(4);
        const table = accessMatrix(hostile, "markdown").split("\n");
        expect(table).toHaveLength(5);
        for (const line of table.slice(0, -1)) expect(line.match(/\|/g)).toHaveLength(6);
        expect(JSON.parse(accessMatrix(hostile, "json"))).toEqual(JSON.parse(JSON.stringify(hostile)));
      }),
      { numRuns: 100 },
    );
  });

  test("names organization, moment and tool in a page's head, and no moment of reading for a snapshot", () => {
    const origin = {
      organization: { id: "org_1", name: "North<wind>" },
      version: "1.2.3",
      readAt: "2026-11-22T10:00:00Z",
    };
    const page = accessMatrix(rows, "html", origin);
    expect(page).toContain("<dt>Organization</dt><dd>North&lt;wind&gt; (org_1)</dd>");
    expect(page).toContain("<dt>Read</dt><dd>2026-11-22 10:00 UTC</dd>");
    expect(page).toContain("<dt>Tool</dt><dd>orgform 1.2.3</dd>");
    const asOf = { taken_at: "2026-09-30T06:00:00Z", snapshot: "q3.json" };
    const taken = accessMatrix(rows, "html", { ...origin, asOf });
    expect(taken).not.toContain("<dt>Read</dt>");
    expect(taken).toContain("as of 2026-09-30 06:00 UTC (q3.json)");
  });
});

describe("explain", () => {
  const ada: Explanation = {
    workspace: "northwind-prod",
    member: "ada@northwind.example",
    attribute: "region",
    live: { winner: fromGroup("west", "Sales", 10), shadowed: [fromGroup("none", "All Users", 0)] },
    planned: {
      winner: own("emea"),
      shadowed: [fromGroup("west", "Sales West", 15), fromGroup("none", "All Users", 0)],
    },
  };
  const open: Explanation = {
    ...ada,
    attribute: "renewal_date",
    live: { winner: null, shadowed: [] },
    planned: { winner: null, shadowed: [] },
  };
  const tied: Explanation = {
    ...ada,
    attribute: "segment",
    planned: {
      winner: {
        value: "a | b",
        source: { kind: "tie", groups: ["Finance", "Legal"], values: ["a", "b"], precedence: 20 },
      },
      shadowed: [],
    },
  };

  test("golden: the chain now and as planned, an open one, a tie", async () => {
    await expect(explainText([ada, open, tied], { color: false })).toMatchFileSnapshot(
      "expected/explain.txt",
    );
  });
});
