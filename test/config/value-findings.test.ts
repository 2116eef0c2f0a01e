// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references of the file
import { describe, expect, it } from "vitest";
import { parseConfig } from "../../src/config/config.js";
import { read, told } from "./people/read.js";

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

describe("a value that `allowed` of its attribute does not list", () => {
  const region = "attributes: {region: {data_type: string, allowed: [EMEA, AMER, no-access]}}";
  const w = (...rest: string[]) => `    ${[region, ...rest].join("\n    ")}\n`;

  it.each([
    ["of a group", w("groups: {A: {values: {region: Emea}}}"), "6:35 w/groups/A/values/region"],
    ["among others", w("groups: {A: {values: {region: 'AMER, EMAE'}}}"), "6:35 w/groups/A/values/region"],
    [
      "of All Users",
      w("groups: {All Users: {values: {region: none}}}"),
      "6:43 w/groups/All Users/values/region",
    ],
    [
      "of a person",
      w("members: {a@n.example: {values: {region: EMAE}}}"),
      "6:46 w/members/a@n.example/values/region",
    ],
    [
      "by each",
      w('groups: {"G ${each.r}": {each: {r: [EMEA, APAC]}, values: {region: "${each.r}"}}}'),
      "6:72 w/groups/G APAC/values/region",
    ],
    ["of deny", w().replace("allowed", "deny: none, allowed"), "5:52 w/attributes/region"],
    [
      "of another data type",
      "    attributes: {n: {data_type: number, allowed: [1, 2]}}\n    groups: {A: {values: {n: 3}}}\n",
      "6:30 w/groups/A/values/n",
    ],
  ])("is an error: %s", (_, text, place) => {
    expect(findings(text)).toEqual([`error invalid-value ${place}`]);
  });

  it("is an error in a list of people, at the cell, and from a template", () => {
    const file = `people: {file: people.csv}
templates: {all: {${region}}}
workspaces: {w: {extends: [all], people: {where: {}, values: {region: "\${person.at}"}}}}
`;
    const config = read(file, { "people.csv": "email,at\na@n.example,EMEA\nb@n.example,Amer\n" });
    expect(told(config)).toEqual(["people.csv:3:13 invalid-value"]);
    expect(config.diagnostics[0]).toMatchObject({
      summary: '"Amer" is not an allowed value of "region"',
      detail: expect.stringMatching(/^Did you mean "AMER"\? `allowed` of the attribute lists "EMEA", /),
    });
  });

  it("is a warning in a rule, which may forbid what only the service has", () => {
    const rule = "expect:\n  - {workspace: w, attribute: region, never: [EMAE]}\n";
    expect(findings(w() + rule)).toEqual(["warning invalid-value 7:47 w"]);
  });

  it("is none in another form of the same number, or as several that are listed", () => {
    expect(findings(w("groups: {A: {values: {region: 'AMER, EMEA'}}}"))).toEqual([]);
    const numbers = "    attributes: {n: {data_type: number, allowed: [1.5]}}\n";
    expect(findings(`${numbers}    groups: {A: {values: {n: 1.50}}}\n`)).toEqual([]);
  });
});
