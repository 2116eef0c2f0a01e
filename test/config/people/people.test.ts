import { describe, expect, it } from "vitest";
import { presentIn } from "../../../src/model/state/desired-state.js";
import { type NestedGroup, type NestedWorkspace, nested } from "../../support/nested-workspace.js";
import { type Lists, read, told } from "./read.js";

const CSV = `mail,status,department,region,level,role,id,Job Title
ada@b.example,active,Sales,west,C,explore,c1,Chair
bob@b.example,active,Finance,east,A,,,
eve@b.example,left,Sales,west,A,view,c3,
 Dan@B.example ,active,Sales,east,A,view,c4,"Lead, ""EU"""
`;
const HEAD = "people: {file: people.csv, email: mail, only: {status: active}}\n";

function workspaces(rest: string, lists: Lists = { "people.csv": CSV }): readonly NestedWorkspace[] {
  const config = read(rest, lists);
  if (config.desired === null) throw new Error(JSON.stringify(config.diagnostics, undefined, 1));
  return presentIn(config.desired.workspaces).map(nested);
}

const workspace = (rest: string, lists?: Lists) =>
  workspaces(`${HEAD}workspaces:\n  w:\n${rest.replace(/^/gm, "    ")}`, lists)[0];

const presentGroups = (one: NestedWorkspace | undefined) =>
  (one?.groups ?? []).filter(
    (group): group is Extract<NestedGroup, { state: "present" }> => group.state === "present",
  );

/** Each group with its people. */
function groups(rest: string, lists?: Lists): Record<string, readonly string[] | undefined> {
  const all = presentGroups(workspace(rest, lists));
  return Object.fromEntries(all.map(({ name, members }) => [name, members?.map(({ email }) => email)]));
}

describe("people of a workspace", () => {
  it("are the rows that `only` and `where` take, with role and values of their cells", () => {
    const text =
      'people:\n  role: "${person.role}"\n  values: {id: "${person.id}", title: "${person.Job Title}"}';
    expect(workspace(text)?.members).toEqual([
      {
        email: "ada@b.example",
        display_email: "ada@b.example",
        role: "explore",
        values: [
          { attribute: "id", value: "c1" },
          { attribute: "title", value: "Chair" },
        ],
      },
      { email: "bob@b.example", display_email: "bob@b.example", values: [] },
      {
        email: "dan@b.example",
        display_email: "Dan@B.example",
        role: "view",
        values: [
          { attribute: "id", value: "c4" },
          { attribute: "title", value: 'Lead, "EU"' },
        ],
      },
    ]);
    const some = workspace("people: {where: {region: [east, north], department: Sales}}");
    expect(some?.members).toEqual([{ email: "dan@b.example", display_email: "Dan@B.example" }]);
  });

  it("are the same as under `members`, where a key wins over the list's and values merge", () => {
    const text = `people: {role: "\${person.role}", values: {id: "\${person.id}", region: "\${person.region}"}}
members:
  ADA@b.example: {role: view, values: {id: own}}
  new@b.example: {}`;
    const members = workspace(text)?.members;
    expect(members?.map(({ email }) => email)).toEqual([
      "ada@b.example",
      "bob@b.example",
      "dan@b.example",
      "new@b.example",
    ]);
    expect(members?.[0]).toEqual({
      email: "ada@b.example",
      display_email: "ADA@b.example",
      role: "view",
      values: [
        { attribute: "id", value: "own" },
        { attribute: "region", value: "west" },
      ],
    });
    expect(members?.[3]).toEqual({ email: "new@b.example", display_email: "new@b.example" });
  });

  it("have a composite value unless all that it names is empty, and cells are never substituted", () => {
    const list =
      "mail,status,a,b\nada@b.example,active,x,\nbob@b.example,active,,\neve@b.example,active,${var.a},$${\n";
    const text = 'people: {values: {v: "${person.a}-${person.b}", c: fixed}}';
    expect(workspace(text, { "people.csv": list })?.members?.map(({ values }) => values)).toEqual([
      [
        { attribute: "c", value: "fixed" },
        { attribute: "v", value: "x-" },
      ],
      [{ attribute: "c", value: "fixed" }],
      [
        { attribute: "c", value: "fixed" },
        { attribute: "v", value: "${var.a}-$${" },
      ],
    ]);
  });

  it("come from several files as from one: columns are the union, a missing cell is empty", () => {
    const rest = `people: {file: [a.csv, b.csv, c.csv], email: mail}
workspaces: {w: {people: {values: {n: "\${person.n}", r: "\${person.r}"}}}}`;
    const lists = {
      "a.csv": "\uFEFFmail,n\r\nada@b.example,1.50\r\n",
      "b.csv": "mail,r\nbob@b.example,true\neve@b.example,\n",
      "c.csv": "r,mail,n\n2026-03-31,fay@b.example,1.50\n",
    };
    expect(workspaces(rest, lists)[0]?.members?.map(({ email, values }) => [email, values])).toEqual([
      ["ada@b.example", [{ attribute: "n", value: "1.50" }]],
      ["bob@b.example", [{ attribute: "r", value: "true" }]],
      ["eve@b.example", []],
      [
        "fay@b.example",
        [
          { attribute: "n", value: "1.50" },
          { attribute: "r", value: "2026-03-31" },
        ],
      ],
    ]);
  });
});

describe("members of a group", () => {
  it("are picked from the workspace's people, added and excepted", () => {
    const text = `people: {where: {department: Sales}}
groups:
  A: {members: {where: {region: [west, east]}, add: [chair@b.example], except: [ada@b.example]}}
  B: {members: {where: {department: Finance}}}
  C: {members: {add: [ada@b.example]}}
  D: {members: {where: {}}}
  E: {members: {}}
  F: {precedence: 4}`;
    expect(groups(text)).toEqual({
      A: ["chair@b.example", "dan@b.example"],
      B: [],
      C: ["ada@b.example"],
      D: ["ada@b.example", "dan@b.example"],
      E: [],
      F: undefined,
    });
  });

  it("may be said at the person, where the file has the group's members", () => {
    const text = `groups: {A: {members: [ada@b.example]}, B: {members: []}, C: {precedence: 1}}
members: {ada@b.example: {groups: [A, B]}, bob@b.example: {groups: [B]}}`;
    expect(groups(text)).toEqual({
      A: ["ada@b.example"],
      B: ["ada@b.example", "bob@b.example"],
      C: undefined,
    });
    const wrong = read(
      `workspaces:\n  w:\n    groups: {C: {precedence: 1}, All Users: {}}
    members:\n      ada@b.example: {groups: [C, D, All Users]}`,
      {},
    );
    expect(told(wrong)).toEqual([
      "orgform.yaml:7:32 missing-key",
      "orgform.yaml:7:35 unknown-group",
      "orgform.yaml:7:38 all-users-limits",
    ]);
    expect(wrong.diagnostics[0]?.detail).toContain("members: []");
  });

  it("is refused at the person where the workspace has no groups at all", () => {
    for (const [people, lists] of [
      ["", {}],
      ["people: {file: p.csv}\n", { "p.csv": "email\nada@b.example\n" }],
    ] as const)
      for (const [group, code] of [
        ["Board", "unknown-group"],
        ["All Users", "all-users-limits"],
        ["constructor", "unknown-group"],
      ]) {
        const wrong = read(
          `${people}workspaces:\n  w:\n    members: {ada@b.example: {groups: [${group}]}}\n`,
          lists,
        );
        expect([group, wrong.desired, wrong.diagnostics.map((d) => d.code)]).toEqual([group, null, [code]]);
        if (code === "unknown-group") expect(wrong.diagnostics[0]?.detail).toContain("`members: []`");
      }
  });

  it("merge over templates key by key, each of them replaced as a whole", () => {
    const rest = (members: string, template: string) => `${HEAD}templates:
  t: {people: {where: {region: west, department: Sales}, values: {a: x}}, groups: {A: {members: ${template}}}}
workspaces:
  w: {extends: [t], people: {where: {status: active}, values: {b: y}}, groups: {A: {members: ${members}}}}`;
    const people = (members: string, template: string) => {
      const [w] = workspaces(rest(members, template));
      return presentGroups(w)[0]?.members?.map(({ email }) => email);
    };
    expect(workspaces(rest("{}", "{}"))[0]?.members?.[0]).toMatchObject({
      values: [
        { attribute: "a", value: "x" },
        { attribute: "b", value: "y" },
      ],
    });
    expect(people("{add: [x@b.example]}", "{where: {region: west}}")).toEqual([
      "ada@b.example",
      "x@b.example",
    ]);
    expect(people("{where: {level: A}}", "{where: {region: west}}")).toEqual([
      "bob@b.example",
      "dan@b.example",
    ]);
    expect(people("{add: [x@b.example]}", "{add: [y@b.example]}")).toEqual(["x@b.example"]);
    expect(people("[x@b.example]", "{where: {region: west}}")).toEqual(["ada@b.example", "x@b.example"]);
    expect(people("{where: {region: west}}", "[y@b.example]")).toEqual(["ada@b.example", "y@b.example"]);
    expect(people("[x@b.example]", "[y@b.example]")).toEqual(["x@b.example"]);
  });
});

describe("each", () => {
  const EACH = `people: {}
groups:
  "\${each.department} \${each.region}":
    each: {department: [Sales, Finance], region: [west, east]}
    values: {region: "\${each.region}", fixed: "$\${each.region}"}
    previously: ["old \${each.department} \${each.region}"]
    members: {where: {department: "\${each.department}", region: ["\${each.region}"]}}
precedence_order: [Sales west, Finance east, Finance west, Sales east]`;

  it("makes a group for each combination, and its names stand in precedence_order", () => {
    expect(groups(EACH)).toEqual({
      "Finance east": ["bob@b.example"],
      "Finance west": [],
      "Sales east": ["dan@b.example"],
      "Sales west": ["ada@b.example"],
    });
    expect(presentGroups(workspace(EACH))[3]).toMatchObject({
      previously: ["old Sales west"],
      values: [
        { attribute: "fixed", value: "${each.region}" },
        { attribute: "region", value: "west" },
      ],
    });
  });

  it("takes a variable, and what it holds is no reference", () => {
    const text = `variables: {v: {default: "$\${each.a}"}}
workspaces: {w: {groups: {"G \${each.a}": {each: {a: [1.50]}, values: {x: "\${var.v}\${each.a}", y: "\${var.v}"}}}}}`;
    expect(presentGroups(workspaces(text, {})[0])).toMatchObject([
      {
        name: "G 1.50",
        values: [
          { attribute: "x", value: "${each.a}1.50" },
          { attribute: "y", value: "${each.a}" },
        ],
      },
    ]);
  });

  it("gives no group an address that is none", () => {
    const group = (members: string) =>
      `workspaces:\n  w:\n    groups: {"\${each.t}": {each: {t: [sales, a b]}, members: ${members}}}`;
    expect(told(read(group('["${each.t}@b.example"]'), {}))).toEqual(["orgform.yaml:5:63 invalid-value"]);
    expect(told(read(group('{add: ["${each.t}@b.example"]}'), {}))).toEqual([
      "orgform.yaml:5:69 invalid-value",
    ]);
  });

  it("says what is wrong with names", () => {
    const config = read(
      `workspaces:
  w:
    groups:
      "A \${each.b}": {each: {b: [x, x]}}
      "B \${each.c}": {each: {b: [x]}}
      "C \${var.b}": {each: {b: [x]}}
      A x: {precedence: 3}
      "D \${each.b}": {each: {b: [${"x, ".repeat(1001)}]}}
      "\${each.b} Users": {each: {b: [All]}}
      "E \${each.b}": {precedence: 4, values: {a: "\${each.b}"}}
      "F \${each.b}": {each: {b: [x]}, values: {a: "\${each.bb}"}}
      "G \${person.x}": {precedence: 5}
    members: {ada@b.example: {values: {x: "\${person.x}"}}}`,
      {},
    );
    expect(told(config)).toEqual([
      "orgform.yaml:6:7 duplicate-entry",
      "orgform.yaml:7:7 invalid-value",
      "orgform.yaml:8:7 invalid-value",
      "orgform.yaml:10:23 invalid-value",
      "orgform.yaml:11:7 invalid-value",
      "orgform.yaml:12:7 invalid-value",
      "orgform.yaml:12:50 invalid-value",
      "orgform.yaml:13:51 invalid-value",
      "orgform.yaml:14:7 invalid-value",
      "orgform.yaml:15:43 invalid-value",
    ]);
  });
});

describe("places", () => {
  it("are the row's cells for all that a row stands for, and the file's for what it says itself", () => {
    const config = read(
      `${HEAD}workspaces:
  w:
    people: {role: "\${person.role}", values: {id: "\${person.id}", fixed: x}}
    groups:
      "\${each.r}": {each: {r: [west]}, members: {where: {region: "\${each.r}"}, add: [new@b.example]}}
    members: {bob@b.example: {values: {own: y}}}`,
      { "people.csv": CSV },
    );
    const at = (address: string) => {
      const { filename, start } = config.locate(address)?.range ?? {};
      return `${filename}:${start?.line}:${start?.column}`;
    };
    expect(at("w/members/ada@b.example")).toBe("people.csv:2:1");
    expect(at("w/members/dan@b.example/values/id")).toBe("people.csv:5:42");
    expect(at("w/members/ada@b.example/values/fixed")).toBe("orgform.yaml:6:74");
    expect(at("w/members/bob@b.example")).toBe("orgform.yaml:9:15");
    expect(at("w/members/bob@b.example/values/own")).toBe("orgform.yaml:9:40");
    expect(at("w/groups/west")).toBe("orgform.yaml:8:7");
    expect(at("w/groups/west/members/ada@b.example")).toBe("people.csv:2:1");
    expect(at("w/groups/west/members/new@b.example")).toBe("orgform.yaml:8:86");
  });
});
