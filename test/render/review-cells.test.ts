import { expect, it } from "vitest";
import type { ReviewRow } from "../../src/plan/review/review-rows.js";
import { cellsOf } from "../../src/render/review/review-cells.js";
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

const cells = (more: Partial<ReviewRow>) =>
  cellsOf("org_northwind", "2026-03-31T12:00:00Z", row(more), undefined);

const value = (attribute: string, text: string, group: string) => ({
  workspace: "prod",
  member: "ada@northwind.example",
  attribute,
  value: text,
  source: { kind: "group" as const, group, precedence: 1 },
});

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
    {
      values: [
        {
          ...value("region", "a | b", "G"),
          source: { kind: "tie" as const, groups: ["G", "H"], values: ["a", "b"], precedence: 1 },
        },
      ],
    },
    { values: [{ ...value("region", "a | b", "G") }] },
  ],
])("tells apart in a row to sign: %s", (_, one, other) => {
  expect(cells(one).digest).not.toBe(cells(other).digest);
});

it("names the objects of which nobody can say whether a person reaches them", () => {
  const data = { reached: 2, unclear: ["view:orders"], hidden: ["field:orders.cost"], rows: [] };
  expect(cells({ data }).data).toBe("reaches 2 of 4; unclear view:orders; hidden field:orders.cost");
});
