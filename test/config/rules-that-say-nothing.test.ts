import { describe, expect, it } from "vitest";
import { parseConfig } from "../../src/config/config.js";

/** The findings on a file, as `line:column code summary. detail`. */
function told(...lines: readonly string[]): readonly string[] {
  const text = ["version: 1", "organization: {id: org_1}", ...lines].join("\n");
  return parseConfig([{ filename: "a", text }]).diagnostics.map(
    ({ code, summary, detail, range }) =>
      `${range?.start.line}:${range?.start.column} ${code} ${summary}. ${detail}`,
  );
}

const withDeny = (deny: string, value: string) =>
  told(
    "workspaces:",
    `  w: {attributes: {r: {data_type: string, deny: ${deny}}}, groups: {All Users: {values: {r: ${value}}}}}`,
  );

describe("a value of All Users that `deny` does not name", () => {
  it("is warned of", () => {
    expect(withDeny("no-access", "no-acces")).toEqual([
      '4:92 deny-differs All Users has "no-acces" for "r", which `deny` does not name. Only "no-access" allows nothing, by `deny`. Write the same text in both places. If "no-acces" allows nothing either, add it to `deny`.',
    ]);
    expect(withDeny("[none, nobody]", "no-access").join()).toContain(
      'deny-differs All Users has "no-access"',
    );
  });

  it.each([
    ["no-access", "no-access"],
    ["[none, no-access]", "no-access"],
    ["[]", "west"],
  ])("is none with deny: %s and the value %s", (deny, value) => {
    expect(withDeny(deny, value)).toEqual([]);
  });

  it("is missing where the file lists the values of All Users, and not those of the attribute", () => {
    const missing = (group: string) =>
      told("workspaces:", `  w: {attributes: {r: {data_type: string, deny: no-access}}, groups: {${group}}}`);
    expect(missing("All Users: {values: {}}")).toEqual([
      '4:71 deny-differs All Users has no value for "r", which has `deny`. Whoever gets no value elsewhere sees everything. Give All Users the value that allows nothing: `r: no-access`.',
    ]);
    // The service may have values that the file does not list.
    for (const group of ["All Users: {}", "West: {}"]) expect(missing(group)).toEqual([]);
  });

  it("is told of once where it hides nothing", () => {
    expect(withDeny("no-access", '"%"').map((line) => line.split(" ")[1])).toEqual(["value-opens"]);
  });
});

it.each(["-NULL", "-q", "we%", "west, east", "%"])("`deny` refuses %s, which lets rows through", (value) => {
  expect(withDeny(JSON.stringify(value), JSON.stringify(value))[0]).toContain("invalid-value");
});

it.each(["west,east", "we%", "-west", "NULL", ">5"])(
  "`never` refuses %s, which is no single entry",
  (entry) => {
    const workspaces = "workspaces: {w: {attributes: {r: {data_type: string}}}}";
    const [line] = told(workspaces, `expect: [{workspace: w, attribute: r, never: ["${entry}"]}]`);
    expect(line).toContain(`invalid-value "${entry}" is no single entry, and \`never\` names it`);
  },
);

describe("a pattern of protect", () => {
  const protect = (pattern: string) =>
    told(
      `protect: ["${pattern}"]`,
      "workspaces:",
      "  sales: {groups: {West: {}, a/b: {}}, attributes: {region: {data_type: string}}}",
    );

  it.each([
    ["slaes/groups/*", "sales/groups/*"],
    ["slaes", "sales"],
    ["sales/groups/Wets", "sales/groups/West"],
    ["sales/groups/Wesst/members/**", "sales/groups/West/members/**"],
    ["sales/attributes/reigon", "sales/attributes/region"],
  ])("%s is warned of, and %s proposed", (pattern, meant) => {
    const [line, ...others] = protect(pattern);
    expect(others).toEqual([]);
    expect(line).toContain("3:11 protects-nothing");
    expect(line).toContain(`Did you mean "${meant}"?`);
  });

  it.each([
    "sales/groups/West",
    "*/groups/Wets",
    "sales/groups/Partners",
    "marketing/**",
    "sales/members/ada@b.example",
    "sales/groups/All Users",
    "sales/groups/a~1b",
  ])("%s may be right", (pattern) => {
    expect(protect(pattern)).toEqual([]);
  });
});

describe("a key that is at home elsewhere", () => {
  it.each([
    [
      "groups: {West: {precedence: 1}}",
      '"groups" belongs under a workspace: `workspaces: {NAME: {groups: …}}`.',
    ],
    ["region: eu", '"region" belongs under `service`: `service: {region: …}`.'],
    [
      "workspaces: {w: {precedence: 10}}",
      '"precedence" belongs under a group: `workspaces: {NAME: {groups: {NAME: {precedence: …}}}}`.',
    ],
    ["workspaces: {w: {values: {r: x}}}", '"values" belongs under `people`, a group or a member.'],
    [
      "workspaces: {w: {groups: {G: {precedence_order: [G]}}}}",
      '"precedence_order" belongs under a workspace:',
    ],
    ["workspaces: {w: {groups: {G: {label: x}}}}", '"label" belongs under an attribute:'],
  ])("is told of: %s", (line, home) => {
    const [found, ...others] = told(line);
    expect(others).toEqual([]);
    expect(found).toContain(`. ${home}`);
    expect(found).toContain("Known here:");
  });

  it("is not one that is near a key of the place", () => {
    expect(told("workspaces: {w: {groups: {G: {role: x, memebrs: []}}}}").join("\n")).not.toContain(
      "members` belongs",
    );
  });
});

describe("a group that the order leaves out", () => {
  const order = (groups: string) =>
    told("workspaces:", `  w: {precedence_order: [A], groups: {A: {values: {r: x}}, ${groups}}}`);

  it("is warned of if it sets values", () => {
    expect(order("B: {values: {r: y}}").join()).toContain(
      '4:60 missing-precedence "B" is not in `precedence_order`, and has no `precedence`.',
    );
  });

  it.each([
    "B: {precedence: 5, values: {r: y}}",
    "B: {members: []}",
    "All Users: {values: {r: y}}",
    "B: {state: absent}",
  ])("is none with %s", (groups) => {
    expect(order(groups)).toEqual([]);
  });
});
