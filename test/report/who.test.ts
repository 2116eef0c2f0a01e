import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Explanation } from "../../src/model/plan/explanation.js";
import type { WhoAnswer } from "../../src/plan/people/who.js";
import { personProduct } from "../../src/report/access/person-answer.js";
import { whoProduct } from "../../src/report/access/who-answers.js";
import { type ProductFormat, productIn } from "../../src/report/product/product.js";
import { withoutBreaks } from "../support/plan-formats.js";
import { hostileName } from "./fixtures/hostile.js";
import { fromGroup, own } from "./fixtures/plan-builder.js";

const answer = (
  workspace: string,
  member: string,
  ...values: readonly (readonly [attribute: string, value: string | null, group?: string])[]
): WhoAnswer => ({
  workspace,
  member,
  role: "explore",
  limited_by: "values",
  reaches: "yes",
  open: values.some(([, value]) => value === null),
  values: values.map(([attribute, value, group = "Sales West"]) => ({
    attribute,
    value,
    source: value === null ? null : { kind: "group", group, precedence: 20 },
    grants: [],
  })),
});

const people = [
  answer("northwind-prod", "ada@northwind.example", ["region", "west"], ["renewal_date", null]),
  answer("northwind-prod", "bob@northwind.example", ["region", "none"]),
  answer("Labor München", "grace@northwind.example", ["region", "=1+1"]),
];

const ORIGIN = {
  organization: { id: "org_1", name: "North<wind>" },
  version: "1.2.3",
  readAt: "2026-11-22T10:00:00Z",
};

const LOOK = { color: false, width: 80, isTerminal: true };

function everybody(answers: readonly WhoAnswer[], format: ProductFormat, origin = ORIGIN, full = false) {
  const product = whoProduct({ questions: [{ kind: "everybody" }], answers, isOpenOnly: false }, origin);
  return [...productIn(product, format, { ...LOOK, full })].join("");
}

describe("people and their values", () => {
  test.each(["text", "csv", "json", "markdown"] as const)("golden: %s", async (format) => {
    const name = { text: "txt", csv: "csv", json: "json", markdown: "md" }[format];
    await expect(everybody(people, format)).toMatchFileSnapshot(`expected/who.${name}`);
  });

  test("no value and the value none are told apart", () => {
    const text = everybody(people, "text");
    expect(text).toMatch(/renewal_date +no value \(sees all\)/);
    expect(text).toMatch(/region +"none" +Sales West/);
    expect(text).toContain("Everybody: 3 people in 2 workspaces, 1 of them open\n");
  });

  test("values that open say so, and CSV has a state beside the value", () => {
    const open = ["", "%", "%%"].map((value) => answer("w", "ada@x.example", ["region", value]));
    const text = everybody([...open, answer("w", "ada@x.example", ["region", "50%"])], "text");
    expect(text.match(/\S+ \(sees all\)/g)).toEqual(['"" (sees all)', "% (sees all)", "%% (sees all)"]);
    expect(text).toMatch(/ 50% +Sales West/);
    const csv = everybody([...people, ...open], "csv").split("\r\n");
    expect(csv[0]).toBe(
      '"workspace","member","role","attribute","value","source","grants","state","arriving","listed","limited_by","by","through"',
    );
    expect(csv[2]).toBe(
      '"northwind-prod","ada@northwind.example","explore","renewal_date","","","","open","","","values","",""',
    );
    expect(csv[3]).toContain('"none","Sales West","","set"');
    expect(csv.slice(5, 8).every((line) => line.includes('"Sales West","","open"'))).toBe(true);
  });

  test("nobody at all is no table", () => {
    expect(everybody([], "text")).toBe("Everybody: nobody\n");
    expect(everybody([], "csv")).toMatch(/^"workspace".*\r\n$/);
  });

  test("HTML can be filtered and says how many are open", () => {
    const page = withoutBreaks(everybody(people, "html"));
    expect(page).toContain("Everybody: 3 people in 2 workspaces, 1 of them open");
    expect(page.match(/<tr data-row data-kind="open">/g)).toHaveLength(1);
    expect(page).toContain('<form class="filter"');
  });

  test("hostile names keep every row a row", () => {
    fc.assert(
      fc.property(hostileName, (name) => {
        const hostile = [answer(name, name, [name, name, name], [name, null])];
        expect(everybody(hostile, "text").split("\n")).toHaveLength(6);
        expect(everybody(hostile, "csv").split("\r\n")).toHaveLength(4);
        const table = everybody(hostile, "markdown").split("\n").slice(2);
        expect(table).toHaveLength(5);
        for (const line of table.slice(0, -1)) expect(line.match(/\|/g)).toHaveLength(7);
        expect(JSON.parse(everybody(hostile, "json")).people).toEqual(JSON.parse(JSON.stringify(hostile)));
      }),
      { numRuns: 100 },
    );
  });

  test("names organization, moment and tool in a page's head, and no moment of reading for a snapshot", () => {
    const page = withoutBreaks(everybody(people, "html"));
    expect(page).toContain("<dt>Organization</dt><dd>North&lt;wind&gt; (org_1)</dd>");
    expect(page).toContain("<dt>Read</dt><dd>2026-11-22 10:00 UTC</dd>");
    expect(page).toContain("<dt>Tool</dt><dd>orgform 1.2.3</dd>");
    const asOf = { taken_at: "2026-09-30T06:00:00Z", snapshot: "q3.json" };
    const taken = withoutBreaks(everybody(people, "html", { ...ORIGIN, ...{ asOf } }));
    expect(taken).not.toContain("<dt>Read</dt>");
    expect(taken).toContain("as of 2026-09-30 06:00 UTC (q3.json)");
  });
});

describe("a company of 400", () => {
  const company = Array.from({ length: 400 }, (_, i) => {
    const region = i % 40 === 0 ? null : `r${i % 3}`;
    const department = `d${String(i % 30).padStart(2, "0")}`;
    return answer("prod", `p${i}@x.example`, ["region", region], ["department", department, department]);
  });

  test("is counted by values on a terminal; people who are open are all named", () => {
    const text = everybody(company, "text");
    const lines = text.split("\n");
    expect(lines.length).toBeLessThan(30);
    expect(lines[0]).toBe("Open in prod: region no value (sees all), 10 people");
    expect(text.slice(0, text.indexOf("\n\n")).match(/p\d+@x\.example/g)).toHaveLength(10);
    expect(text).toMatch(/^ +r1 +130 people$/m);
    expect(text).toMatch(/^department +d00 +14 people$/m);
    expect(text).toMatch(/^ +and 18 more values +234 people$/m);
    expect(text).toMatch(/--full shows every line of them\.\n\nEverybody: 400 people, 10 of them open\n$/);
  });

  test("of however many who are open, all have their names", () => {
    const open = company.map(({ member }) => answer("prod", member, ["region", null]));
    const text = everybody(open, "text");
    expect(text).toContain("Open in prod: region no value (sees all), 400 people");
    expect(text.match(/p\d+@x\.example/g)).toHaveLength(400);
  });

  test("is whole with --full, and in all lists for programs", () => {
    for (const format of ["text", "markdown"] as const) {
      expect(everybody(company, format)).not.toContain("p398@x.example");
      expect(everybody(company, format, ORIGIN, true).match(/p398@x\.example/g)).toHaveLength(2);
    }
    for (const format of ["csv", "json", "html"] as const)
      expect(withoutBreaks(everybody(company, format))).toContain("p398@x.example");
  });

  test("counts the values of most people first, and not those of most workspaces", () => {
    const many = Array.from({ length: 24 }, (_, i) => answer("prod", `p${i}@x.example`, ["region", "west"]));
    const few = ["prod", "test", "lab"].flatMap((workspace) =>
      Array.from({ length: 10 }, (_, i) => answer(workspace, `q${i}@x.example`, ["region", "east"])),
    );
    const more = Array.from({ length: 40 }, (_, i) => answer("prod", `r${i}@x.example`, ["region", "west"]));
    const [first, second] = everybody([...few, ...many, ...more], "text").split("\n");
    expect(first).toBe("region  west  64 people");
    expect(second).toBe("        east  10 people in 3 workspaces");
  });

  test("of 30 people every line is shown", () => {
    expect(everybody(company.slice(0, 30), "text")).toContain("p13@x.example");
    expect(everybody(company.slice(0, 31), "text")).toContain("--full");
  });

  test("names everybody of whom it is unclear what they reach, and whoever is few", () => {
    const reaching = company.map((one, i) => ({
      ...one,
      open: false,
      reaches: i % 100 === 1 ? ("unclear" as const) : ("yes" as const),
    }));
    const question = { kind: "object", object: "view:v" } as const;
    const product = whoProduct({ questions: [question], answers: reaching, isOpenOnly: false }, ORIGIN);
    const text = [...productIn(product, "text", { ...LOOK, isTerminal: false })].join("");
    for (const member of ["p1@", "p101@", "p201@", "p301@"]) expect(text).toContain(member);
    expect(text).toMatch(/^Unclear in prod: region/m);
  });
});

describe("one person", () => {
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
    const product = personProduct({ member: ada.member, explanations: [ada, open, tied] }, ORIGIN);
    await expect([...productIn(product, "text", LOOK)].join("")).toMatchFileSnapshot("expected/explain.txt");
  });

  test("hostile names keep every row a row in tables", () => {
    fc.assert(
      fc.property(hostileName, (name) => {
        const explanations = [{ ...ada, workspace: name, member: name, attribute: name }];
        const data = [
          {
            workspace: name,
            member: name,
            live: null,
            planned: {
              reached: [],
              hidden: [{ object: name, grant: name, attribute: name, value: name }],
              unclear: [],
              rows: [],
            },
          },
        ];
        const product = personProduct({ member: name, explanations, data }, ORIGIN);
        const as = (format: ProductFormat) => [...productIn(product, format, LOOK)].join("");
        expect(as("csv").split("\r\n")).toHaveLength(8);
        // The value that stays is one row.
        expect(as("markdown").split("\n")).toHaveLength(10);
        expect(as("html")).not.toContain("<script>alert");
        expect(JSON.parse(as("json"))).toMatchObject({ what: name });
      }),
      { numRuns: 100 },
    );
  });
});
