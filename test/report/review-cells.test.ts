import { expect, it } from "vitest";
import type { ReviewRow } from "../../src/plan/review/review-rows.js";
import { pageHtml } from "../../src/report/html/page-html.js";
import { cellsOf } from "../../src/report/review/review-cells.js";
import { reviewPage } from "../../src/report/review/review-page.js";
import { personWith } from "../support/model.js";

const row = (more: Partial<ReviewRow>): ReviewRow => ({
  workspace: "prod",
  workspaceId: "ws_1",
  member: "ada@northwind.example",
  role: "view",
  groups: [],
  values: [],
  open: [],
  person: personWith({}),
  ...more,
});

const cells = (more: Partial<ReviewRow>) => cellsOf(row(more), undefined);

const who = { workspace: "prod", member: "ada@northwind.example" };
const none = (attribute: string) => ({ ...who, attribute, value: null, source: null });
const own = (attribute: string, value: string) => ({
  ...who,
  attribute,
  value,
  source: { kind: "own" as const },
});
const value = (attribute: string, text: string, group: string, precedence = 1) => ({
  ...who,
  attribute,
  value: text,
  source: { kind: "group" as const, group, precedence },
});
const tie = {
  ...value("region", "a | b", "G"),
  source: { kind: "tie" as const, groups: ["G", "H"], values: ["a", "b"], precedence: 1 },
};

it.each([
  ["two groups, and one whose name has a semicolon", { groups: ["A", "B"] }, { groups: ["A; B"] }],
  [
    "a hidden character, and its code in letters",
    { values: [value("region", "a\u202e", "G")] },
    { values: [value("region", "a\\u{202e}", "G")] },
  ],
  [
    "a hidden character in the name of a source, and its code in letters",
    { values: [value("region", "a", "G\u202e")] },
    { values: [value("region", "a", "G\\u{202e}")] },
  ],
  [
    "a tie of two values, and one value that reads like it",
    { values: [tie] },
    { values: [value("region", "a | b", "G")] },
  ],
  ["an own value and none", { values: [own("region", "a")] }, { values: [none("region")] }],
  ["somebody invited, and a member", { invited: "2026-03-31T12:00:00Z" }, {}],
])("tells apart in a row to sign: %s", (_, one, other) => {
  expect(cells(one)).not.toEqual(cells(other));
});

const everything: Partial<ReviewRow> = {
  open: ["branch", "team"],
  groups: ["Board", "Sales; [West]", "\u2400"],
  values: [
    none("branch"),
    own("level", "-5"),
    tie,
    value("team", "", "All Users"),
    own("\\u{2400}", "%"),
    value("xy", "[no value]", "own value"),
  ],
  data: {
    reached: 2,
    unclear: ["view:orders"],
    hidden: ["field:orders.cost"],
    rows: [{ place: "topic:A; B/view:orders", field: "orders.region", value: "=west" }],
  },
};

it("says what somebody has", () => {
  expect(cells({ ...everything, invited: "2026-03-01T07:13:11.614Z" })).toMatchObject({
    groups: 'Board; "Sales; [West]"; \u2400',
    values:
      'branch: [no value, sees all]; level: -5 [own value]; region: a | b (G | H) [tie]; team: "" [sees all] (All Users); \\u{5c}u{2400}: % [sees all] [own value]; xy: "[no value]" ("own value")',
    open: "branch; team",
    data: "reaches 2 of 4; unclear view:orders; hidden field:orders.cost; rows topic:A; B/view:orders orders.region: =west",
    invited: "2026-03-01",
  });
});

it("lets no text of a value pass for an entry of its own on the page", () => {
  const organization = { id: "org_1", name: "Northwind" };
  const rows = [
    cells({
      values: [value("region", "a; team: b", "G")],
      data: {
        reached: 1,
        unclear: [],
        hidden: ["field:orders.cost"],
        rows: [{ place: "view:orders", field: "orders.region", value: "a; hidden view:salaries" }],
      },
    }),
  ];
  const list = { organization, asOf: "2026-03-01T07:13:11Z", orgformVersion: "1", snapshotDigest: "", rows };
  const html = pageHtml(reviewPage(list, { organization, version: "1" }));
  expect(html).toContain("<li>hidden field:orders");
  expect(html).toContain("hidden view:salaries");
  expect(html).not.toMatch(/<li>(?:hidden view|team)/);
});
