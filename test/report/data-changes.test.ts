import { expect, it } from "vitest";
import type { DataDifference, PersonChange } from "../../src/model/plan/plan.js";
import { dataGroups, dataSentence } from "../../src/report/view/data-changes.js";
import { limitText, objectsText, placesText } from "../../src/report/words/data-words.js";
import { access, fromGroup } from "./fixtures/plan-builder.js";

const fields = (view: string, n: number) => Array.from({ length: n }, (_, i) => `field:${view}.f${i}`);
const rows = (place: string) => ({
  place,
  field: "orders.region",
  before: { attribute: "region", value: "west", meaning: "these" as const, entries: ["west"] },
  after: { attribute: "region", value: "west, east", meaning: "these" as const, entries: ["west", "east"] },
  verdict: "weaker" as const,
});

it("folds people of one cause into a sentence, those who see more first", () => {
  const sales = Array.from({ length: 43 }, (_, i) => `p${i}@n.example`);
  const more: DataDifference = {
    gained: fields("customers", 12),
    lost: [],
    rows: [rows("view:orders"), rows("topic:Order lines/view:orders")],
  };
  const person = (member: string, verdict: PersonChange["verdict"], data: DataDifference): PersonChange => ({
    workspace: "prod",
    member,
    verdict,
    data,
  });
  const people = [
    person("ada@n.example", "narrowed", { gained: [], lost: ["dashboard:sales"], rows: [] }),
    ...sales.map((member) => person(member, "widened", more)),
  ];
  const access_changes = [
    access("prod", "ada@n.example", "region", fromGroup("a", "Team"), {
      value: "b",
      source: { kind: "own" },
    }),
    ...sales.map((member) =>
      access(
        "prod",
        member,
        "region",
        fromGroup("west", "Sales West"),
        fromGroup("west, east", "Sales West"),
      ),
    ),
  ];
  expect(dataGroups({ people, access_changes }).map(dataSentence)).toEqual([
    "43 people of Sales West: see 12 more fields (customers.*), rows of orders: west → west, east (more)",
    "ada@n.example: no longer sees the dashboard sales",
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
