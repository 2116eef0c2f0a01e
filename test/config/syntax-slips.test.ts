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
      /^8:1 Line 8 begins with a blank that is not a space \(U\+00A0\)/,
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

it("names a blank that looks like indentation where the YAML is sound", () => {
  expect(errorsOf("    groups: {}", "\u00a0\u00a0\u00a0\u00a0members: {}")[0]).toMatch(
    /^6:1 The key "members" is indented with a blank that is not a space/,
  );
});

it("says of a key beside the groups that it may belong into one", () => {
  expect(errorsOf("    groups:", "      East: {}", "      precedence: 3")[0]).toContain("indent it further");
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
