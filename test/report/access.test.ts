import fc from "fast-check";
import { expect, it } from "vitest";
import type { DataDifference, PersonChange } from "../../src/model/plan/plan.js";
import { sectionMarkdown } from "../../src/report/markdown/section-markdown.js";
import { sectionText } from "../../src/report/text/section-text.js";
import type { ChangedAccess } from "../../src/report/view/access-groups.js";
import { accessSection } from "../../src/report/view/access-section.js";
import { limitText, objectsText, placesText } from "../../src/report/words/data-words.js";
import { textStyle } from "../../src/report/words/text-style.js";
import { planHtml, planMarkdown, planText } from "../support/plan-formats.js";
import { hostileName, planNamed } from "./fixtures/hostile.js";
import { access, fromGroup, plan } from "./fixtures/plan-builder.js";

const fields = (view: string, n: number) => Array.from({ length: n }, (_, i) => `field:${view}.f${i}`);
const rows = (place: string) => ({
  place,
  field: "orders.region",
  before: { attribute: "region", value: "west", meaning: "these" as const, entries: ["west"] },
  after: { attribute: "region", value: "west, east", meaning: "these" as const, entries: ["west", "east"] },
  verdict: "weaker" as const,
});

const person = (member: string, verdict: PersonChange["verdict"], data?: DataDifference): PersonChange => ({
  workspace: "prod",
  member,
  verdict,
  ...(data && { data }),
});
const regions = (member: string, before: string, after: string, group = "Sales West") =>
  access("prod", member, "region", fromGroup(before, group), fromGroup(after, group));

/** The lines of the access section of a plan, without blanks. */
const linesOf = (given: ChangedAccess, format: "text" | "markdown" = "text"): readonly string[] => {
  const section = accessSection(given);
  const lines =
    format === "text"
      ? sectionText(section, textStyle({ color: false, width: 200 }), true).blocks.flatMap((block) => [
          ...block,
        ])
      : (sectionMarkdown(section).forms[0]?.().markdown.split("\n") ?? []);
  return lines.map((line) => line.replaceAll(/ {2,}/g, "  ").trim()).filter((line) => line !== "");
};

it("puts people first, those who gain before those who lose, and says which it is in words", () => {
  const people = [
    person("a@n.example", "narrowed"),
    person("b@n.example", "widened"),
    person("c@n.example", "moved"),
    person("d@n.example", "unclear"),
    person("e@n.example", "widened"),
  ];
  const access_changes = [
    regions("a@n.example", "west,east", "west"),
    regions("b@n.example", "west", "west,east"),
    regions("c@n.example", "west", "east"),
    regions("d@n.example", "west", "w%"),
    access("prod", "e@n.example", "region", fromGroup("west", "Sales West"), null),
  ];
  expect(linesOf({ people, access_changes })).toEqual([
    "Access (5 people, 5 values)",
    "Opened (1 value): nothing limits these people for the attribute",
    "e@n.example  prod  region  west → no value (sees all)  (was Sales West)",
    "May see more or less: 1 value",
    "d@n.example  prod  region  west → w%  (Sales West)",
    "Sees more: 1 value",
    'b@n.example  prod  region  west → "west,east"  (Sales West)',
    "Sees other data: 1 value",
    "c@n.example  prod  region  west → east  (Sales West)",
    "Sees less: 1 value",
    'a@n.example  prod  region  "west,east" → west  (Sales West)',
  ]);
  expect(linesOf({ people, access_changes }, "markdown").slice(2)).toEqual([
    "| Person | Sees before | Sees after | Verdict | Why |",
    "| --- | --- | --- | --- | --- |",
    "| `e@n.example` | `region` `west` | `region` `no value (sees all)` | opened, sees more | was Sales West |",
    "| `d@n.example` | `region` `west` | `region` `w%` | may see more or less | Sales West |",
    '| `b@n.example` | `region` `west` | `region` `"west,east"` | sees more | Sales West |',
    "| `c@n.example` | `region` `west` | `region` `east` | sees other data | Sales West |",
    '| `a@n.example` | `region` `"west,east"` | `region` `west` | sees less | Sales West |',
  ]);
});

it("says the verdict on everything that changes for a person, at each of their values", () => {
  const people = [person("a@n.example", "moved")];
  const access_changes = [
    regions("a@n.example", "west", "west,east"),
    access("prod", "a@n.example", "team", fromGroup("a,b", "Team"), fromGroup("a", "Team")),
  ];
  expect(linesOf({ people, access_changes }).slice(1)).toEqual([
    "Sees other data: 2 values",
    'a@n.example  prod  2 attributes  region west → "west,east", team "a,b" → a  (Sales West, Team)',
  ]);
});

it("puts what people see of the data model below their values, folded by cause", () => {
  const sales = Array.from({ length: 43 }, (_, i) => `p${i}@n.example`);
  const more: DataDifference = {
    gained: fields("customers", 12),
    lost: [],
    rows: [rows("view:orders"), rows("topic:Order lines/view:orders")],
  };
  const less: DataDifference = { gained: [], lost: ["dashboard:sales"], rows: [] };
  const people = [
    person("ada@n.example", "narrowed", less),
    person("bob@n.example", "narrowed", less),
    ...sales.map((member) => person(member, "widened", more)),
  ];
  const access_changes = [
    regions("ada@n.example", "a", "b", "Team"),
    ...sales.map((member) => regions(member, "west", "west, east")),
  ];
  const lines = linesOf({ people, access_changes }).filter((line) => !line.startsWith("p"));
  expect(lines).toEqual([
    "Access (45 people, 44 values)",
    "See more: 43 values",
    '43 people  prod  region  west → "west, east"  (Sales West)',
    "see 12 more fields (customers.*)",
    "rows of orders: west → west, east (more)",
    "See less: 1 value",
    "ada@n.example  prod  region  a → b  (Team)",
    "no longer sees the dashboard sales",
    // The data model alone changes for this person.
    "bob@n.example  prod",
    "no longer sees the dashboard sales",
  ]);
});

it("quotes entries that are called like what it says of rows", () => {
  const these = (...entries: readonly string[]) =>
    limitText({ attribute: "region", value: entries.join(", "), meaning: "these", entries });
  expect(limitText(null)).toBe("all");
  // The value or the field is the reason: the words hold for both.
  expect(limitText({ attribute: "region", value: "west,", meaning: "none" })).toBe(
    'none (queries with "west," are refused)',
  );
  expect(these("all", "none", "New York", "west")).toBe('"all", "none", "New York", west');
});

it("tells fields with their view where it is among them, and shows no control characters of a name", () => {
  expect(objectsText(["view:a", ...fields("a", 2), ...fields("b", 4), "topic:x\u001b[2J"])).toBe(
    "the view a with 2 fields, the topic x\\u{1b}[2J, 4 fields (b.*)",
  );
  expect(placesText(["topic:T/view:orders", "view:people", "topic:T/view:people"])).toBe(
    "people, orders in T",
  );
});

it.each(["access.widened", "fail-on.widened"])("the guard %s says who gains, a few by name", (name) => {
  const members = Array.from({ length: 8 }, (_, i) => `p${i}@n.example`);
  const given = plan({
    people: [...members.map((member) => person(member, "widened")), person("x@n.example", "narrowed")],
    guards: [{ code: "limit-access", name, refused: true, message: "8 people", actual: 8, addresses: [] }],
  });
  const who = "Who gains: p0@n.example, p1@n.example, p2@n.example, p3@n.example, p4@n.example and 3 more";
  expect(planText(given, { color: false, width: 200 })).toContain(who);
  expect(planMarkdown(given)).toContain(who.replaceAll("@", "\\@&#8203;"));
  expect(planHtml(given)).toContain(who);
});

it("keeps every row of the table in Markdown whole, whatever the names are", () => {
  fc.assert(
    fc.property(hostileName, (name) => {
      const [head = "", ...lines] = linesOf(planNamed(name), "markdown").slice(2);
      expect(head).toBe("| Person | Sees before | Sees after | Verdict | Why |");
      for (const line of lines) expect(line.match(/\|/g)).toHaveLength(6);
      expect(lines).toHaveLength(3);
    }),
    { numRuns: 200 },
  );
});

it("writes what stands in backticks as code, in Markdown and HTML", () => {
  const given = plan({
    guards: [
      {
        code: "protected",
        name: "protect",
        refused: true,
        message: "change `protect` first, or ask @team",
        addresses: [],
      },
    ],
  });
  expect(planMarkdown(given)).toContain("change `protect` first, or ask \\@&#8203;team");
  expect(planHtml(given)).toContain("change <code>protect</code> first, or ask @team");
});
