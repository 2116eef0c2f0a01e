import { expect, it } from "vitest";
import { parseConfig } from "../../src/config/config.js";
import { presentIn } from "../../src/model/state/desired-state.js";

const GROUPS =
  "Executives: {}, Sales West: {}, Support: {}, Sales East: {}, Sales Lead: {}, Old: {state: absent}, All Users: {}";

/** The order that a file comes to, or the findings in words. */
function orderOf(order: string, groups = GROUPS): unknown {
  const text = `version: 1\norganization: {id: org_1}\nworkspaces: {w: {precedence_order: ${order}, groups: {${groups}}}}`;
  const { desired, diagnostics } = parseConfig([{ filename: "a", text }]);
  if (desired === null)
    return diagnostics.map(({ code, summary, detail }) => `${code}: ${summary}. ${detail}`);
  return presentIn(desired.workspaces)[0]?.precedence_order;
}

it("takes patterns: the groups that they fit and no other entry names, in the order of the file", () => {
  expect(orderOf('[Executives, "Sales *", Support]')).toEqual([
    "Executives",
    "Sales West",
    "Sales East",
    "Sales Lead",
    "Support",
  ]);
  expect(orderOf('["Sales *", Sales Lead, "*"]')).toEqual([
    "Sales West",
    "Sales East",
    "Sales Lead",
    "Executives",
    "Support",
  ]);
});

it("leaves a group to the first pattern that fits it", () => {
  expect(orderOf('["* West", "Sales *"]')).toEqual(["Sales West", "Sales East", "Sales Lead"]);
});

it("takes a name with an asterisk for the group that has it", () => {
  expect(orderOf('["B *", "*"]', '"B *": {}, B 1: {}, B 2: {}')).toEqual(["B *", "B 1", "B 2"]);
});

it.each([
  ['["Marketing *"]', 'unknown-group: No group fits "Marketing *"'],
  ["[Old]", 'unknown-group: "Old" has `state: absent`'],
  ["[Sales]", 'unknown-group: No group "Sales" is declared'],
  ["[Support, Support]", 'duplicate-entry: "Support" is in the order twice'],
  ["[All Users]", 'all-users-limits: "All Users" has no place in an order'],
])("refuses %s", (order, said) => {
  expect(orderOf(order)).toEqual([expect.stringContaining(said)]);
});

it("refuses a number at a group that a pattern puts in order", () => {
  expect(orderOf('["*"]', "A: {precedence: 5}, B: {}")).toEqual([
    expect.stringContaining('duplicate-entry: "A" has a precedence and a place in the order'),
  ]);
});
