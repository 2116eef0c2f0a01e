import { expect, it } from "vitest";
import { parseConfig } from "../../src/config/config.js";

/** Ties of a workspace with the given content, as severity and address. */
function ties(groups: string, members = "{}"): string[] {
  const text = `version: 1\norganization: {id: org_1}\nworkspaces: {w: {groups: ${groups}, members: ${members}}}`;
  return parseConfig([{ filename: "a", text }]).diagnostics.map((d) => {
    expect(d.code).toBe("tie");
    expect(d.range).toBeDefined();
    return `${d.severity} ${d.address}`;
  });
}

const A = "A: {precedence: 5, values: {r: a}, members: [x@b.example]}";

it("is an error where somebody gets two values from groups of one precedence", () => {
  expect(ties(`{${A}, B: {precedence: 5, values: {r: b}, members: [X@b.example]}}`)).toEqual([
    "error w/groups/A",
  ]);
});

it.each([
  ["nobody is in both", "B: {precedence: 5, values: {r: b}, members: [y@b.example]}", "{}"],
  [
    "a value of their own wins",
    "B: {precedence: 5, values: {r: b}, members: [x@b.example]}",
    "{x@b.example: {values: {r: c}}}",
  ],
  [
    "a higher group wins",
    "B: {precedence: 5, values: {r: b}, members: [x@b.example]}, C: {precedence: 6, values: {r: c}, members: [x@b.example]}",
    "{}",
  ],
])("is none where the file lists who is in them, and %s", (_name, groups, members) => {
  expect(ties(`{${A}, ${groups}}`, members)).toEqual([]);
});

it("is one warning a workspace where the file does not list who is in them", () => {
  const unlisted = "B: {precedence: 5, values: {r: b}}, C: {precedence: 5, values: {r: c}}";
  expect(
    ties(`{${A}, ${unlisted}, D: {precedence: 7, values: {r: d}}, E: {precedence: 7, values: {r: e}}}`),
  ).toEqual(["warning w/groups/A"]);
});

it.each([
  ["the same value", "B: {precedence: 5, values: {r: a}, members: [x@b.example]}"],
  ["other precedence", "B: {precedence: 6, values: {r: b}, members: [x@b.example]}"],
  ["other attribute", "B: {precedence: 5, values: {s: b}, members: [x@b.example]}"],
  ["no precedence", "B: {values: {r: b}, members: [x@b.example]}"],
])("is none with %s", (_name, group) => {
  expect(ties(`{${A}, ${group}}`)).toEqual([]);
});

it("is one of all groups that set the attribute", () => {
  const groups = `${A}, B: {precedence: 5, values: {r: b}}, C: {precedence: 5, values: {r: c}, members: [x@b.example]}`;
  expect(ties(`{${groups}}`)).toEqual(["error w/groups/A"]);
});
