import { describe, expect, it } from "vitest";
import { parseConfig } from "../../src/config/config.js";

const HEAD = "version: 1\norganization: {id: org_1}\nworkspaces:\n  w:\n";

const findings = (text: string) =>
  parseConfig([{ filename: "orgform.yaml", text: HEAD + text }]).diagnostics.map(
    ({ severity, code, address, range }) =>
      `${severity} ${code} ${range?.start.line}:${range?.start.column} ${address}`,
  );
const codes = (text: string) => findings(text).map((finding) => finding.split(" ")[1]);

describe("what row filters make of a value", () => {
  it.each([
    ["", "value-opens"],
    ["%", "value-opens"],
    ["%%", "value-opens"],
    ["west,", "value-refused"],
    ["west,-east", "value-refused"],
    [",", "value-refused"],
    ["-", "value-refused"],
    [" ", "value-blanks"],
    [" west", "value-blanks"],
  ])("%j is a warning where the value stands: %s", (value, code) => {
    expect(findings(`    groups: {A: {values: {region: ${JSON.stringify(value)}}}}\n`)).toEqual([
      `warning ${code} 5:35 w/groups/A/values/region`,
    ]);
    expect(codes(`    members: {a@n.example: {values: {region: ${JSON.stringify(value)}}}}\n`)).toEqual([
      code,
    ]);
  });

  it.each(["west", "west, east", "-west", "-west,-east", "we%", "NULL", "no-access"])(
    "%j is none",
    (value) => {
      expect(findings(`    groups: {A: {values: {region: "${value}"}}}\n`)).toEqual([]);
    },
  );

  it("is not asked of the attributes that no filter reads", () => {
    expect(codes('    groups: {A: {values: {zenlytic_connection_name: ""}}}\n')).toEqual([
      "reserved-attribute",
    ]);
  });

  it("is not asked of numbers and dates", () => {
    const attributes = "    attributes: {n: {data_type: number}}\n";
    expect(codes(`${attributes}    groups: {A: {values: {n: "-5"}}}\n`)).toEqual([]);
    expect(codes(`${attributes}    groups: {A: {values: {n: ""}}}\n`)).toEqual(["value-format"]);
  });
});

describe("a value that YAML takes for none", () => {
  const detailOf = (written: string) =>
    parseConfig([
      {
        filename: "orgform.yaml",
        text: `${HEAD}    groups: {A: {precedence: 1, values: {region: ${written}}}}\n`,
      },
    ]).diagnostics.find(({ code }) => code === "null-value")?.detail;

  it.each(["NULL", "null", "Null", "~"])("is told to want quotes where %s is meant", (word) => {
    expect(detailOf(word)).toContain(
      `Without quotes, ${word} is no text; if you mean the text, write "${word}".`,
    );
    expect(detailOf(`"${word}"`)).toBeUndefined();
  });

  it("is not where nothing stands", () => {
    expect(detailOf("")).toBe("Give it a value. To take the value away, remove the line.");
  });
});
