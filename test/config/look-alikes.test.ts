import { describe, expect, it } from "vitest";
import { parseConfig } from "../../src/config/config.js";

/** Warnings of a workspace, as `line:column code summary`. */
function warningsOf(...lines: readonly string[]): readonly string[] {
  const text = ["version: 1", "organization: {id: org_1}", "workspaces:", "  w:", ...lines].join("\n");
  const { diagnostics, desired } = parseConfig([{ filename: "a", text }]);
  expect(desired).not.toBeNull();
  return diagnostics.map(
    ({ code, summary, range }) => `${range?.start.line}:${range?.start.column} ${code} ${summary}`,
  );
}

describe("names that look alike", () => {
  it.each([
    ["    groups: {all users: {}}", '5:14 look-alike "all users" looks like "All Users", the built-in group'],
    ["    groups: {A: {}, 'A ': {}}", '5:21 look-alike "A " looks like "A", another group'],
    [
      "    attributes: {r: {data_type: date}, R: {data_type: date}}",
      '5:18 look-alike "r" looks like "R", another attribute',
    ],
    [
      "    groups: {Caf\u00e9: {}, Cafe\u0301: {}}",
      '5:14 look-alike "Caf\u00e9" looks like "Cafe\u0301", another group',
    ],
    [
      "    members: {bob@b.example: {}, b\u043eb@b.example: {}}",
      '5:34 look-alike "b\u043eb@b.example" looks like "bob@b.example", another e-mail address',
    ],
    [
      "    groups: {A: {members: [bob@b.example]}, B: {members: [b\u043eb@b.example]}}",
      '5:59 look-alike "b\u043eb@b.example" looks like "bob@b.example", another e-mail address',
    ],
    [
      "    members: {ada@b.example: {}, bob@b.example: {}, cor\u00ed@b.example: {}}",
      '5:53 look-alike "cor\u00ed@b.example" has "\u00ed" before the @',
    ],
    ["    members: {b\u043eb@b.example: {}}", '5:15 look-alike "b\u043eb@b.example" mixes alphabets'],
  ])("are warned of: %s", (line, warned) => {
    expect(warningsOf(line)).toEqual([warned]);
  });

  it("are warned of among values, where fewer have one of them", () => {
    const groups = ["EMEA", "emea", "emea", "AMER"].map(
      (region, i) => `G${i}: {values: {region: ${region}}}`,
    );
    expect(warningsOf(`    groups: {${groups.join(", ")}}`)).toEqual([
      '5:28 look-alike "EMEA" for region looks like "emea", which the file has too',
    ]);
  });

  it("are warned of among workspaces", () => {
    expect(warningsOf("    groups: {}", "  W: {}")).toEqual([
      '4:3 look-alike "w" looks like "W", another workspace',
    ]);
  });

  it.each([
    "    groups: {Sales: {}, sales: {state: absent}}",
    "    groups: {Team 1: {}, Team l: {}, All Users: {values: {}}}",
    "    groups: {A: {members: [bob@b.example]}, B: {members: [Bob@b.example]}}",
    "    members: {\u0438\u0432\u0430\u043d@b.example: {}}",
  ])("are no others: %s", (line) => {
    expect(warningsOf(line)).toEqual([]);
  });
});

/** Errors and warnings of a workspace, as `line:column severity code detail`. */
function findingsOf(line: string): readonly string[] {
  const text = ["version: 1", "organization: {id: org_1}", "workspaces:", "  w:", line].join("\n");
  return parseConfig([{ filename: "a", text }]).diagnostics.map(
    ({ severity, code, detail, range }) =>
      `${range?.start.line}:${range?.start.column} ${severity} ${code} ${detail}`,
  );
}

describe("what cannot be seen", () => {
  const ADVICE = "It holds U+200B, which nobody can see. Write `bob@b.example`.";

  it.each([
    ["a key of members", '    members: {"bob@b.example\\u200b": {}}', "5:15"],
    ["a list of members", '    groups: {A: {members: ["bob@b.example\\u200b"]}}', "5:28"],
    ["a list to add", '    groups: {A: {members: {add: ["\\u200bbob@b.example"]}}}', "5:34"],
    ["a list to except", '    groups: {A: {members: {where: {}, except: ["bob\\u200b@b.example"]}}}', "5:48"],
  ])("is an error in an address, with the address that is meant: %s", (_, line, place) => {
    const [finding = ""] = findingsOf(line).filter((one) => one.includes("U+200B"));
    expect(finding).toMatch(new RegExp(`^${place} error invalid-value`));
    expect(finding).toContain(ADVICE);
  });

  it.each([
    '    groups: {A: {values: {r: "west\\u200e"}}}',
    '    members: {a@b.example: {values: {r: "we\\u00adst"}}}',
    '    attributes: {r: {data_type: string, deny: "no\\u2060-access"}}',
    '    attributes: {r: {data_type: string}}\nexpect: [{workspace: w, attribute: r, never: ["west\\u200d"]}]',
    '    attributes: {r: {data_type: string}}\nexpect: [{workspace: w, member: a@b.example, attribute: r, is: "west\\ufeff"}]',
  ])("is a warning in a value: %s", (line) => {
    expect(findingsOf(line)).toEqual([
      expect.stringMatching(/^\d:\d+ warning value-blanks .*data hardly ever has it/),
    ]);
  });
});

describe("people in groups who are one slip from a listed member", () => {
  const groupOf = (email: string, member = "bob@b.example") =>
    warningsOf(`    groups: {A: {members: [${email}]}}`, `    members: {${member}: {}}`);

  it.each(["bbo@b.example", "boob@b.example", "bob@b.exmple", "bxb@b.example", "Bxb@b.example"])(
    "are warned of: %s",
    (email) => {
      expect(groupOf(email)).toEqual([`5:28 member-undeclared "${email}" is not a listed member`]);
    },
  );

  it.each([
    ["eve@b.example", "bob@b.example"],
    ["m1@b.example", "m2@b.example"],
    ["team1@b.example", "team2@b.example"],
    ["bo@b.example", "bob@b.example"],
    ["BOB@b.example", "bob@b.example"],
  ])("are no others: %s beside %s", (email, member) => {
    expect(groupOf(email, member)).toEqual([]);
  });

  it("are not looked for where the workspace lists nobody", () => {
    expect(warningsOf("    groups: {A: {members: [bbo@b.example, bob@b.example]}}")).toEqual([]);
  });
});
