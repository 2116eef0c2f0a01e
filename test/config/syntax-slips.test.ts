import { describe, expect, it } from "vitest";
import { parseConfig } from "../../src/config/config.js";

/** The first two errors of a file that holds a workspace, from its fifth line on, as `line:column summary | detail`. */
function errorsOf(...lines: readonly string[]): readonly string[] {
  const text = ["version: 1", "organization: {id: o}", "workspaces:", "  w:", ...lines, ""].join("\n");
  return parseConfig([{ filename: "a", text }]).diagnostics.map(
    ({ summary, detail, range }) => `${range?.start.line}:${range?.start.column} ${summary} | ${detail}`,
  );
}

describe("a slip in the YAML is one error, at the line to mend", () => {
  it.each([
    [
      ["    groups:", "      West: {precedence: 2}", "     East: {precedence: 3}"],
      /^7:1 Line 7 is indented by 5, line 6 above it by 6/,
    ],
    [
      ["    groups:", "      East:", "    precedence: 3", "      values: {a: b}"],
      /^7:5 Line 8 is below line 7, which already has its value .* belong to line 6, indent them by 8/,
    ],
    [
      [
        "    groups:",
        "      A:",
        "        precedence: 1",
        "\u00a0\u00a0\u00a0\u00a0\u00a0\u00a0B: {",
        "      C: 1",
      ],
      /^8:1 Line 8 begins with a special space \(U\+00A0\)/,
    ],
    [
      [
        "    groups:",
        "      A:",
        "\u00a0\u00a0\u00a0\u00a0\u00a0\u00a0\u00a0\u00a0precedence: 1",
        "       \u00a0values: {}",
      ],
      /^7:1 Lines 7 and 8 begin with a special space \(U\+00A0\)/,
    ],
    [
      ["    groups:", "      A: {precedence:\u00a02}"],
      /^6:22 Line 6 has a special space after its colon \(U\+00A0\)/,
    ],
    [
      ["    groups:", "\tA:", "\t\tprecedence: 1"],
      /^6:1 Lines 6 and 7 are indented with tabs .* Write spaces/,
    ],
    [
      ["    groups:", "      A:", "        precedence 1", "        values: {}"],
      /^7:9 Line 7 lacks the colon after its key .* Write `precedence: 1`/,
    ],
    [["    groups", "      A b", "        precedence: 1"], /^5:5 Line 5 lacks the colon .* Write `groups:`/],
    [["    groups:", "      A b", "        precedence: 1"], /^6:7 Line 6 lacks the colon .* Write `A b:`/],
    [["    id:ws_1", "    groups: {}"], /^5:5 Line 5 has no space after its colon .* Write `id: ws_1`/],
    [["    id = ws_1", "    groups: {}"], /^5:5 Line 5 has = where a colon belongs .* Write `id: ws_1`/],
    [
      ["    groups:", "      A: {values: {region: “west, east”}}"],
      /^6:28 Line 6 has a curly quote \(“\).* Write "west, east"/,
    ],
    [['    id: "ws_1”', "    groups: {}"], /^5:9 The " of line 5 is never closed .* curly quote ”/],
    [
      ['    id: "ws_1', '    groups: {A: {members: ["a@b.example"]}}'],
      /^5:9 The " of line 5 is never closed/,
    ],
    [["    id: [a]]", "    groups: {}"], /^5:12 The \] of line 5 closes nothing/],
    [["    groups: {", "      A:", "        precedence: 1"], /^5:13 The { of line 5 is never closed/],
    [["    groups: {A: {previously: [B #1]}}"], /^5:30 .* What follows # in that line is a comment/],
    [
      ["<<<<<<< ours", "    id: a", "=======", "    id: b", ">>>>>>> theirs"],
      /^5:1 Line 5 is a mark of a merge/,
    ],
    [["    // none yet", "    groups: {}"], /^5:5 Line 5 looks like a comment .* begins with #/],
    [["    attributes:", "      a: {label: {{env}}}"], /^6:18 {{env}} is not a reference .* "\${var\.env}"/],
    [['    id: "C:\\data"'], /^5:12 \\d is not an escape of YAML .* Write it twice/],
    [["    id: *"], /^5:9 Text cannot begin with "\*" without quotes/],
    [
      ["    attributes:", "      a: {data_type: string label: A}"],
      /^6:22 A comma is missing before "label" .* Write data_type: string, label: A$/,
    ],
    [
      ["    attributes:", "      a: {data_type: date}", "  groups:", "      A: {}", "    members: {}"],
      /^7:1 Line 7 is indented by 2, and belongs beside lines 5 and 9/,
    ],
    [
      ["    attributes:", "      a:", "        label: Limit: max", "        data_type: string"],
      /^7:16 Text with ": " in it needs quotes .* Write label: "Limit: max"$/,
    ],
    [
      ["    attributes:", "      a: {label: Limit: max, data_type: string}"],
      /^6:18 .* Write label: "Limit: max"$/,
    ],
    [["    attributes:", "      a: {label: @Limit}"], /^6:18 Text cannot begin with "@" .* "@Limit"\.$/],
    [
      ["    groups:", "      A: {precedence: 2", "      B: {precedence: 3}"],
      /^6:10 The { of line 6 is never closed/,
    ],
    [["    groups:", "      A: {members: [a@b.example}"], /^6:20 The \[ of line 6 is never closed/],
    [
      ["    groups: {A: {previously: [x]", "    members: {}", "    exact: {}"],
      /^5:1[37] The { of line 5 is never/,
    ],
  ])("%j", (lines, expected) => {
    const errors = errorsOf(...lines);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(expected);
  });
});

describe("a key at the wrong depth is one error, whatever follows from it", () => {
  it.each([
    [
      ["    groups:", "      East: {}", "      precedence: 3"],
      /^7:7 "precedence" is beside "East" of line 6, and belongs in it .* by 8/,
    ],
    [
      ["    groups:", "      East:", "      precedence: 3", "      values: {region: east}"],
      /^7:7 "precedence" is beside "East" of line 6/,
    ],
    [
      ["    attributes:", "      a: {data_type: date}", "      groups:", "      East: {}", "      West: {}"],
      /^7:7 "groups" is inside "attributes" of line 5, and belongs beside it .* Indent it by 4\./,
    ],
    [
      ["    attributes:", "      a: {data_type: date}", "      groups:", "        East: {precedence: 3}"],
      /^7:7 "groups" is inside "attributes" .* by 4, and what belongs to it as far/,
    ],
    [
      ["    groups:", "      East:", "        values:", "        region: east"],
      /^8:9 "region" is beside "values"/,
    ],
    [
      ["  groups:", "    East: {precedence: 3}"],
      /^5:3 "groups" is beside "w" of line 4, and belongs in it .* by 4/,
    ],
  ])("%j", (lines, expected) => {
    const errors = errorsOf(...lines);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(expected);
  });

  it.each([
    [["    attributes:", "      groups: {data_tpye: string}"], /Unknown key "data_tpye"/],
    [["    groups:", "      All Users:", "        members: []"], /"All Users" cannot carry "members"/],
    [["    groups:", "      members: {precedense: 3}"], /Unknown key "precedense"/],
  ])("and a name that is a key elsewhere is at home: %j", (lines, expected) => {
    expect(errorsOf(...lines).join("\n")).toMatch(expected);
  });
});

it("takes nothing for a slip in a text of several lines or under a free key", () => {
  const text =
    "version: 1\norganization: {id: o}\nx-notes:\n  a: “b”\n  c: |\n    // d\n    ```\nservice: {region: eu";
  expect(parseConfig([{ filename: "a", text: `${text}}\n` }]).diagnostics).toEqual([]);
  expect(parseConfig([{ filename: "a", text }]).diagnostics.map(({ summary }) => summary)).toEqual([
    "The { of line 8 is never closed",
  ]);
});

it.each([
  ['version: "1"', "Write it without quotes: `version: 1`."],
  ["version: 2", "This orgform reads version 1. A file for a newer orgform needs that one."],
])("says what to do about %s", (line, detail) => {
  const { diagnostics } = parseConfig([{ filename: "a", text: `${line}\norganization: {id: o}\n` }]);
  expect(diagnostics.map((d) => d.detail)).toEqual([detail]);
});

it("looks at a hostile line in no time", () => {
  for (const text of [
    `a: ${"b".repeat(2_000_000)}: c: d`,
    `{a: ${"b ".repeat(1_000_000)}: ${": ".repeat(9)}`,
  ])
    expect(parseConfig([{ filename: "a", text }]).desired).toBeNull();
}, 20_000);
