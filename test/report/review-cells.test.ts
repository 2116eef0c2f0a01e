import { expect, it, vi } from "vitest";
import { factsDigest, factsOf, withoutSeen } from "../../src/plan/review/review-facts.js";
import type { ReviewRow } from "../../src/plan/review/review-rows.js";
import { cellsOf, wordsIn } from "../../src/report/review/review-cells.js";
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

const asOf = "2026-03-31T12:00:00Z";
const facts = (more: Partial<ReviewRow>) => factsOf("org_northwind", row(more));
const cells = (more: Partial<ReviewRow>) => cellsOf({ asOf, facts: facts(more), invited: more.invited });

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
  ["somebody invited, and a member", { invited: asOf }, {}],
])("tells apart in a row to sign: %s", (_, one, other) => {
  expect(cells(one).digest).not.toBe(cells(other).digest);
  expect(wordsIn(cells(one), facts(other))).toBeUndefined();
});

it("has a digest of facts only: numbers of precedence and the moment of an invite decide nothing", () => {
  const digests = [1, 2].map((n) => cells({ values: [value("region", "a", "G", n)] }).digest);
  expect(new Set(digests).size).toBe(1);
  expect(cells({ invited: asOf }).digest).toBe(cells({ invited: "2026-03-30T12:00:00Z" }).digest);
  const newer = { ...facts({}), shared: ["folder"] };
  expect(factsDigest(newer)).not.toBe(cells({}).digest);
  expect(wordsIn(cells({}), newer)).toEqual([]);
});

const everything: Partial<ReviewRow> = {
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
    seen: "3f2a9c01b7de",
    unclear: ["view:orders"],
    hidden: ["field:orders.cost"],
    rows: [{ place: "topic:A; B/view:orders", field: "orders.region", value: "=west" }],
  },
};

it("gives the same digest under other words, and takes cells in the words of another version", async () => {
  vi.resetModules();
  vi.doMock("../../src/report/words/labels.js", async (original) => ({
    ...(await original<object>()),
    NO_VALUE: "keinen Wert",
    SEES_ALL: "sieht alles",
    OWN_VALUE: "aus eigenem Wert",
  }));
  const other = await import("../../src/report/review/review-cells.js");
  vi.doUnmock("../../src/report/words/labels.js");
  const [here, there] = [cells(everything), other.cellsOf({ asOf, facts: facts(everything) })];
  expect(there.values).toContain("branch: [keinen Wert, sieht alles]");
  expect([there.digest, there.facts]).toEqual([here.digest, here.facts]);
  expect(wordsIn(there, facts(everything))).toContainEqual(["own value", "aus eigenem Wert"]);
  expect(other.wordsIn(here, facts(everything))).toContainEqual(["aus eigenem Wert", "own value"]);
});

// The cells of a list that was signed: a change of their form makes them another text than their facts.
it("reads cells as they were written before", () => {
  expect(cells(everything).data).toMatch(/^reaches 2 of 4 #3f2a9c01b7de; unclear /);
  expect(cellsOf({ asOf, facts: withoutSeen(facts(everything)) })).toMatchObject({
    groups: 'Board; "Sales; [West]"; \\u{2400}',
    values:
      'branch: [no value, sees all]; level: -5 [own value]; region: a | b (G | H) [tie]; team: "" [sees all] (All Users); \\u{5c}u{2400}: % [sees all] [own value]; xy: "[no value]" ("own value")',
    open: "branch; team; \\u{5c}u{2400}",
    data: "reaches 2 of 4; unclear view:orders; hidden field:orders.cost; rows topic:A; B/view:orders orders.region: =west",
  });
});

it.each([
  { member: "eve@northwind.example" },
  { role: "admin" },
  { groups: "Board" },
  { open: "" },
  { invited: "2026-03-31 12:00 UTC" },
  { listed: "yes" },
  { values: "branch: west (Sales)" },
  { values: cells(everything).values.replace("[own value]", "(Board)") },
  { values: cells(everything).values.replace("[no value, sees all]", "west (Board)") },
  { values: cells(everything).values.replace("[no value, sees all]", "west") },
  { data: cells(everything).data.replace("hidden field:orders.cost; ", "") },
  { data: cells(everything).data.replace("2 of 4", "0 of 4") },
])("finds cells that say something else than the facts: %j", (edit) => {
  expect(wordsIn(cells(everything), facts(everything))).toBeDefined();
  expect(wordsIn({ ...cells(everything), ...edit }, facts(everything))).toBeUndefined();
});

it("writes facts that no spreadsheet runs and that are the same JSON", () => {
  const evil = facts({ groups: [";=cmd()", ", '+cmd()", "=cmd()", "a\u202eb"] });
  const { facts: cell } = cellsOf({ asOf, facts: evil });
  expect(cell).not.toMatch(/(^|[;,]) *'*[=+\-@]/);
  expect(cell).not.toContain("\u202e");
  expect(JSON.parse(cell)).toEqual(evil);
});
