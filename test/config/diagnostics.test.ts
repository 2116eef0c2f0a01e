import { describe, expect, it } from "vitest";
import { parseConfig } from "../../src/config/config.js";

const HEAD = "version: 1\norganization: {id: org_1}\n";

/** A file with one workspace `w`, whose content is given line by line. */
const inWorkspace = (...lines: string[]): string =>
  `${HEAD}workspaces:\n  w:\n${lines.map((l) => `    ${l}\n`).join("")}`;

/** Every finding as `line:column code`, so that a case shows at once what is found and that nothing else is. */
function found(text: string, variables: Record<string, string> = {}): string[] {
  const { desired, diagnostics } = parseConfig([{ filename: "orgform.yaml", text }], { variables });
  expect(desired === null).toBe(diagnostics.some((d) => d.severity === "error"));
  return diagnostics.map(
    (d) => `${d.range ? `${d.range.start.line}:${d.range.start.column} ` : ""}${d.code}`,
  );
}

describe("what is wrong with a file", () => {
  it.each([
    ["nothing in it", "", ["1:1 file-empty"]],
    ["comments only", "# later\n", ["1:1 file-empty"]],
    ["no mapping", "- a\n", ["1:1 wrong-type"]],
    ["broken YAML", "version: 1\norganization: {id: org_1\n", ["2:15 yaml-syntax"]],
    ["two documents", `${HEAD}---\nversion: 1\n`, ["3:1 yaml-syntax"]],
    ["a tag", `${HEAD}data_model: !path x\n`, ["3:13 yaml-syntax"]],
    ["a key of the reader's own twice", `${HEAD}x-a: 1\nx-a: 2\n`, ["4:1 duplicate-key"]],
    ["a key twice below one of the reader's own", `${HEAD}x-a: {b: 1, b: 2}\n`, ["3:13 duplicate-key"]],
    ["an alias without an anchor there", `${HEAD}x-a: *x\n`, ["3:6 yaml-syntax"]],
    ["an alias inside its own anchor there", `${HEAD}x-a: &a {b: *a}\n`, ["3:13 file-too-large"]],
    ["a variable there, which nobody uses", `${HEAD}x-a: {b: "\${var.none}"}\n`, []],
    ["exact without a list", `${HEAD}workspaces: {w: {exact: {groups: true}}}\n`, ["3:26 missing-key"]],
    ["exact with an empty list", `${HEAD}workspaces: {w: {groups: {}, exact: {groups: true}}}\n`, []],
    [
      "a variable without quotes in a flow mapping",
      `${HEAD}data_model: [{a: \${var.x}}]\n`,
      ["3:18 yaml-syntax"],
    ],
    ["an alias without an anchor", `${HEAD}data_model: *x\n`, ["3:13 yaml-syntax"]],
    ["an alias inside its own anchor", `${HEAD}protect: &a [*a]\n`, ["3:14 file-too-large"]],
    ["no version", "organization: {id: org_1}\n", ["1:1 missing-key"]],
    ["a version of the future", "version: 2\norganization: {id: org_1}\n", ["1:10 invalid-value"]],
    ["no organization", "version: 1\n", ["1:1 missing-key"]],
    ["an organization without an id", "version: 1\norganization: {}\n", ["2:1 missing-key"]],
    ["an unknown key", `${HEAD}workspace: {}\n`, ["3:1 unknown-key"]],
    ["null", `${HEAD}workspaces:\n`, ["3:1 null-value"]],
    ["null in a list", `${HEAD}protect: [~]\n`, ["3:11 null-value"]],
    ["an unknown region", `${HEAD}service: {region: asia}\n`, ["3:19 invalid-value"]],
    ["an address without TLS", `${HEAD}service: {base_url: "http://a.example"}\n`, ["3:21 invalid-value"]],
    [
      "a host that looks like loopback",
      `${HEAD}service: {base_url: "http://127.0.0.1.a.example"}\n`,
      ["3:21 invalid-value"],
    ],
    [
      "an address with a query",
      `${HEAD}service: {base_url: "https://a.example/x?y"}\n`,
      ["3:21 invalid-value"],
    ],
    ["a limit below zero", `${HEAD}limits: {delete: {count: -1}}\n`, ["3:26 invalid-value"]],
    ["a number where text belongs", "version: 1\norganization: {id: 12}\n", ["2:20 wrong-type"]],
    ["merging what is no mapping", `${HEAD}limits: {<<: 1}\n`, ["3:10 wrong-type"]],
  ])("%s", (_name, text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it.each([
    ["a key twice", ["attributes: {}", "attributes: {}"], ["6:5 duplicate-key"]],
    ["a group twice", ["groups: {A: {}, A: {}}"], ["5:21 duplicate-key"]],
    [
      "the key and what is wrong under the last of two equal ones",
      ["groups: {A: {presedence: 3}, A: {precedense: 4}}"],
      ["5:34 duplicate-key", "5:38 unknown-key"],
    ],
    ["a misspelt key of a group", ["groups: {A: {presedence: 1}}"], ["5:18 unknown-key"]],
    ["precedence 0", ["groups: {A: {precedence: 0}}"], ["5:30 invalid-value"]],
    ["a precedence with a fraction", ["groups: {A: {precedence: 1.5}}"], ["5:30 wrong-type"]],
    ["a precedence in quotes", ['groups: {A: {precedence: "1"}}'], ["5:30 wrong-type"]],
    ["a group without a value", ["groups: {A: }"], ["5:14 null-value"]],
    ["an unknown data type", ["attributes: {a: {data_type: text}}"], ["5:33 invalid-value"]],
    ["no data type", ["attributes: {a: {label: A}}"], ["5:18 missing-key"]],
    ["absent, and more", ["attributes: {a: {state: absent, label: A}}"], ["5:37 invalid-value"]],
    ["precedence of All Users", ["groups: {All Users: {precedence: 1}}"], ["5:26 all-users-limits"]],
    ["a typo in All Users", ["groups: {All Users: {valus: {}}}"], ["5:26 unknown-key"]],
    ["email declared", ["attributes: {email: {data_type: string, label: E}}"], ["5:18 reserved-attribute"]],
    ["email to be deleted", ["attributes: {email: {state: absent}}"], ["5:18 reserved-attribute"]],
    ["a value of email", ["groups: {A: {values: {email: x}}}"], ["5:27 reserved-attribute"]],
    [
      "a value of an absent attribute",
      ["attributes: {a: {state: absent}}", "groups: {A: {values: {a: x}}}"],
      ["6:27 unknown-attribute"],
    ],
    [
      "no number",
      ["attributes: {a: {data_type: number}}", "groups: {A: {values: {a: 1.2.3}}}"],
      ["6:30 value-format"],
    ],
    [
      "an infinite number",
      ["attributes: {a: {data_type: number}}", "members: {a@b.example: {values: {a: .inf}}}"],
      ["6:41 value-format"],
    ],
    [
      "30 February",
      ["attributes: {a: {data_type: date}}", "groups: {A: {values: {a: 2026-02-30}}}"],
      ["6:30 value-format"],
    ],
    ["a list as a value", ["groups: {A: {values: {a: [x]}}}"], ["5:30 wrong-type"]],
    ["no e-mail address", ["groups: {A: {members: [ada]}}"], ["5:28 invalid-value"]],
    [
      "an e-mail address twice",
      ["groups: {A: {members: [a@b.example, A@B.example]}}"],
      ["5:41 duplicate-entry"],
    ],
    ["a member twice", ["members: {a@b.example: {}, A@b.example: {}}"], ["5:32 duplicate-entry"]],
    ["an unknown role", ["members: {a@b.example: {role: owner}}"], ["5:35 invalid-value"]],
    ["a former name that is a group", ["groups: {A: {previously: [B]}, B: {}}"], ["5:31 rename-ambiguous"]],
    ["text with a comma in a flow mapping", ["groups: {A: {values: {a: 1,000}}}"], ["5:32 null-value"]],
    ["its own former name", ["groups: {A: {previously: [A]}}"], ["5:31 rename-ambiguous"]],
    [
      "one former name of two groups",
      ["groups: {A: {previously: [C]}, B: {previously: [C]}}"],
      ["5:53 rename-ambiguous"],
    ],
    ["All Users as a former name", ["groups: {A: {previously: [All Users]}}"], ["5:31 all-users-limits"]],
    [
      "a precedence in two ways",
      ["groups: {A: {precedence: 1}}", "precedence_order: [A]"],
      ["5:18 duplicate-entry"],
    ],
    [
      "an order that names a group twice",
      ["groups: {A: {}}", "precedence_order: [A, A]"],
      ["6:27 duplicate-entry"],
    ],
    ["an order of unknown groups", ["groups: {A: {}}", "precedence_order: [B]"], ["6:24 unknown-group"]],
    ["an order without groups", ["precedence_order: [B]"], ["5:24 unknown-group"]],
    [
      "All Users in the order",
      ["groups: {A: {}}", "precedence_order: [All Users]"],
      ["6:24 all-users-limits"],
    ],
    [
      "a misspelt attribute of a value, at its key",
      ["attributes: {region: {data_type: string}}", "groups: {A: {values: {reigon: east}}}"],
      ["6:27 unknown-attribute"],
    ],
    ["an unset variable", ["id: $" + "{var.x}"], ["5:9 unknown-variable"]],
    ["something else in braces", ["id: $" + "{x}"], ["5:9 invalid-value"]],
    ["an unknown template", ["extends: [standard]"], ["5:15 unknown-template"]],
  ])("%s", (_name, lines, expected) => {
    expect(found(inWorkspace(...lines))).toEqual(expected);
  });

  it.each([
    [
      "an unknown workspace",
      "{workspace: v, member: a@b.example, attribute: a, is: x}",
      ["6:17 unknown-workspace"],
    ],
    ["neither is nor never", "{workspace: w, attribute: a}", ["6:5 missing-key", "6:5 missing-key"]],
    ["both is and never", "{workspace: w, attribute: a, never: [1], is: x}", ["6:50 invalid-value"]],
    ["a value that is no number", "{workspace: w, attribute: a, never: [x]}", ["6:42 value-format"]],
  ])("expects %s", (_name, expectation, expected) => {
    const text = `${HEAD}workspaces: {w: {attributes: {a: {data_type: number}}}}\n\nexpect:\n  - ${expectation}\n`;
    expect(found(text)).toEqual(expected);
  });

  it("reports a variable that is given and declared nowhere, with what was meant", () => {
    const text = `${HEAD}variables: {env: {default: prod}}\n`;
    const { diagnostics } = parseConfig([{ filename: "a", text }], { variables: { envv: "dev" } });
    expect(diagnostics.map((d) => d.code)).toEqual(["unknown-variable"]);
    expect(diagnostics[0]?.detail).toContain('Did you mean "env"?');
  });

  it("warns of attributes that switch the warehouse connection", () => {
    const text = inWorkspace("groups: {A: {values: {zenlytic_connection_name: x}}}");
    const { desired, diagnostics } = parseConfig([{ filename: "a", text }]);
    expect(desired).not.toBeNull();
    expect(diagnostics.map((d) => [d.severity, d.code])).toEqual([["warning", "reserved-attribute"]]);
  });

  it("finds everything at once", () => {
    const text = inWorkspace(
      "atributes: {}",
      "groups: {A: {precedence: 0, members: [x]}}",
      "members: {y: {}}",
    );
    expect(found(text)).toEqual([
      "5:5 unknown-key",
      "6:30 invalid-value",
      "6:43 invalid-value",
      "7:15 invalid-value",
    ]);
  });
});

it.each([
  ['{"resource_changes": [], "plan_digest": "x", "steps": []}', "This is a plan that orgform wrote"],
  ['{"plan_digest": "x", "changes": [], "steps": {}}', "This is a receipt that orgform wrote"],
])("takes a file of another kind for one mistake: %s", (text, summary) => {
  const { diagnostics } = parseConfig([{ filename: "plan.json", text }]);
  expect(diagnostics).toHaveLength(1);
  expect(diagnostics[0]).toMatchObject({ code: "usage", summary: expect.stringContaining(summary) });
});

describe("an expectation that names what there is not", () => {
  const EXACT = "exact: {attributes: true, groups: true}";
  const AT_LEAST = "exact: {attributes: false, groups: false}";
  it.each([
    ["lists all attributes", EXACT, "attribute: regoin", ["error 5:31 unknown-attribute"]],
    ["does not, and one is near", AT_LEAST, "attribute: regoin", ["warning 5:31 unknown-attribute"]],
    ["does not", AT_LEAST, "attribute: other", []],
    ["declares it absent", AT_LEAST, "attribute: gone", ["error 5:31 unknown-attribute"]],
    ["lists all groups", EXACT, "attribute: region, except_groups: [Slaes]", ["error 5:55 unknown-group"]],
    [
      "does not, and one is near",
      AT_LEAST,
      "attribute: region, except_groups: [Slaes]",
      ["warning 5:55 unknown-group"],
    ],
    ["does not", AT_LEAST, "attribute: region, except_groups: [Other]", []],
    [
      "renames the group",
      AT_LEAST,
      "attribute: region, except_groups: [Vendors]",
      ["error 5:55 unknown-group"],
    ],
    [
      "declares the group absent",
      AT_LEAST,
      "attribute: region, except_groups: [Gone]",
      ["error 5:55 unknown-group"],
    ],
    ["has it", EXACT, "attribute: region, except_groups: [Sales, All Users]", []],
  ])("where the file %s (%s; %s)", (_name, exact, rule, expected) => {
    const attributes = "attributes: {region: {data_type: string}, gone: {state: absent}}";
    const groups = "groups: {Sales: {previously: [Vendors]}, Gone: {state: absent}}";
    const text = `${HEAD}workspaces: {w: {${attributes}, ${groups}, ${exact}}}\nexpect:\n  - {workspace: w, ${rule}, never: [a, b]}\n`;
    const said = parseConfig([{ filename: "a", text }]).diagnostics.map(
      ({ severity, code, range }) => `${severity} ${range?.start.line}:${range?.start.column} ${code}`,
    );
    expect(said).toEqual(expected);
  });
});

describe("a diagnostic", () => {
  it("says what was meant, where, and shows the line", () => {
    const text = inWorkspace("groups:", "  Ünï:", '    presedence: 20 # "quoted"');
    const { diagnostics } = parseConfig([{ filename: "orgform.yaml", text }]);
    expect(diagnostics).toEqual([
      {
        severity: "error",
        code: "unknown-key",
        summary: 'Unknown key "presedence" in "Ünï"',
        detail:
          'Did you mean "precedence"? Known here: state, precedence, previously, each, values, members.',
        address: "w/groups/Ünï",
        range: {
          filename: "orgform.yaml",
          start: { line: 7, column: 9, byte: 87 },
          end: { line: 7, column: 19, byte: 97 },
        },
        snippet: {
          code: '        presedence: 20 # "quoted"',
          start_line: 7,
          highlight_start_offset: 8,
          highlight_end_offset: 18,
        },
      },
    ]);
    expect(Buffer.from(text).subarray(87, 97).toString()).toBe("presedence");
  });

  it("shows only the part of a long line that it is about", () => {
    const text = `{version: 1, organization: {id: org_1, name: ${"n".repeat(5000)}}, nope: 1, x-pad: ${"y".repeat(5000)}}`;
    const [diagnostic] = parseConfig([{ filename: "a", text }]).diagnostics;
    const {
      code,
      highlight_start_offset: start,
      highlight_end_offset: end,
    } = diagnostic?.snippet ?? { code: "", highlight_start_offset: 0, highlight_end_offset: 0 };
    expect(code.length).toBeLessThan(300);
    expect(code.slice(start, end)).toBe("nope");
  });

  it("has an address in canonical form for what lies in a workspace", () => {
    const text = inWorkspace("groups: {A/B: {members: [Ada@B.example, ADA@b.example]}}");
    expect(parseConfig([{ filename: "a", text }]).diagnostics[0]?.address).toBe(
      "w/groups/A~1B/members/ada@b.example",
    );
  });
});
