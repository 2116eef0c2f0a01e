import { describe, expect, it } from "vitest";
import { read } from "./read.js";

const LIST = "email,team,city\nada@b.example,Sales,Bern\nbob@b.example,Sales,Ulm\neve@b.example,Legal,Ulm\n";

/** Warnings about a workspace, as `line:column summary` and detail. */
function warned(workspace: string): readonly string[] {
  const rest = `people: {file: p.csv}\nworkspaces:\n  w: ${workspace}`;
  const { diagnostics } = read(rest, { "p.csv": LIST });
  return diagnostics.map(({ code, summary, detail, range }) =>
    code === "fits-nobody" ? `${range?.start.line}:${range?.start.column} ${summary}. ${detail}` : code,
  );
}

const group = (members: string, more = "") => `{people: {}, groups: {G: {${more}members: ${members}}}}`;

describe("a condition that fits nobody is warned of", () => {
  it.each([
    [
      "in a group",
      group("{where: {team: Salse}}"),
      '5:56 None of 3 rows of the list has "Salse" in column "team". Did you mean "Sales"? This text picks nobody. The column holds "Sales", "Legal".',
    ],
    [
      "as one of several texts",
      group("{where: {team: [Sales, Finance, IT]}}"),
      '5:56 None of 3 rows of the list has "Finance", "IT" in column "team". These texts pick nobody. The column holds "Sales", "Legal".',
    ],
    [
      "in a workspace",
      "{people: {where: {city: Basel}}}",
      '5:30 None of 3 rows of the list has "Basel" in column "city". This text picks nobody. The column holds "Bern", "Ulm".',
    ],
    [
      "as a text of `each`",
      '{people: {}, groups: {"${each.t}": {each: {t: [Sales, Finanz]}, members: {where: {team: "${each.t}"}}}}}',
      '5:94 None of 3 rows of the list has "Finanz" in column "team". This text picks nobody. The column holds "Sales", "Legal".',
    ],
    [
      "where each text fits somebody, and nobody fits all",
      group("{where: {team: Legal, city: Bern}}"),
      "5:50 None of 3 rows of the list fits all conditions. Each condition fits somebody, and nobody fits all. So nobody is picked.",
    ],
    [
      "in an exception from a `where`",
      group("{where: {team: Sales}, except: [eve@b.example]}"),
      '5:73 "eve@b.example" is excepted, and `where` picks nobody of this address. So the exception leaves nobody out. Correct the address, or take it out.',
    ],
    [
      "in an exception from nothing",
      group("{add: [ada@b.example], except: [eve@b.example]}"),
      '5:73 "eve@b.example" is excepted, and `where` picks nobody of this address. So the exception leaves nobody out. Correct the address, or take it out.',
    ],
  ])("%s", (_, workspace, message) => {
    expect(warned(workspace)).toEqual([message]);
  });

  it("in `only`, with what the column holds", () => {
    const { diagnostics } = read("people: {file: p.csv, only: {team: sale}}\nworkspaces: {w: {people: {}}}", {
      "p.csv": LIST,
    });
    expect(diagnostics.map(({ code, summary, detail }) => `${code}: ${summary}. ${detail}`)).toEqual([
      'list-too-short: None of 3 rows of the list has "sale" in column "team". Did you mean "Sales"? This text picks nobody. The column holds "Sales", "Legal". Used as it is, the list would leave nobody in any group.',
    ]);
  });
});

describe("nothing is said of", () => {
  it.each([
    [
      "a text that the list has in another workspace",
      "{people: {where: {city: Bern}}, groups: {G: {members: {where: {team: Legal}}}}}",
    ],
    [
      "an exception of somebody whom another workspace has",
      "{people: {where: {city: Bern}}, groups: {G: {members: {where: {team: Sales}, except: [bob@b.example]}}}}",
    ],
    [
      "a combination of `each` that nobody has",
      '{people: {}, groups: {"${each.t} ${each.c}": {each: {t: [Sales, Legal], c: [Bern, Ulm]}, members: {where: {team: "${each.t}", city: "${each.c}"}}}}}',
    ],
    [
      "an exception that one group of `each` makes use of",
      '{people: {}, groups: {"${each.t}": {each: {t: [Sales, Legal]}, members: {where: {team: "${each.t}"}, except: [eve@b.example]}}}}',
    ],
  ])("%s", (_, workspace) => {
    expect(warned(workspace)).toEqual([]);
  });
});

describe("people of the list who are in no workspace", () => {
  const unplaced = (workspaces: string) =>
    read(`people: {file: p.csv}\nworkspaces: ${workspaces}`, { "p.csv": LIST }).people?.unplaced();

  it("are counted, and the first rows named", () => {
    expect(unplaced("{w: {people: {where: {team: Legal}}}}")).toEqual({
      rows: 2,
      first: ["p.csv:2", "p.csv:3"],
    });
    expect(unplaced("{w: {groups: {}}}")).toMatchObject({ rows: 3 });
  });

  it("are not those whom a workspace has by their row or by name", () => {
    expect(unplaced("{w: {people: {}}}")).toMatchObject({ rows: 0 });
    const byName = "members: {ADA@b.example: {}, bob@b.example: {}}";
    expect(unplaced(`{w: {people: {where: {team: Legal}}}, v: {${byName}}}`)).toMatchObject({ rows: 0 });
  });
});

describe("a column that is empty in every row is warned of", () => {
  const EMPTY = "email,role,team,a,b\nada@b.example,,Sales,,x\nbob@b.example,,Legal,,\n";
  const told = (rest: string, list = EMPTY) =>
    read(`people: {file: p.csv}\n${rest}`, { "p.csv": list }).diagnostics.map(
      ({ code, summary, range }) => `${range?.start.line}:${range?.start.column} ${code}: ${summary}`,
    );
  const ofBoth = (column: string) => `fits-nobody: Column "${column}" is empty in all 2 rows of the list`;

  it("where the file takes a role or a value from it, once for the workspaces of a template", () => {
    const rest = `templates:
  t: {attributes: {r: {data_type: string}}, people: {role: "\${person.role}", values: {r: "\${person.a}-\${person.b}"}}}
workspaces: {v: {extends: [t]}, w: {extends: [t], people: {where: {team: Sales}}}}`;
    expect(told(rest)).toEqual([`5:60 ${ofBoth("role")}`, `5:90 ${ofBoth("a")}`]);
  });

  it("and not where somebody has something in it, also outside the workspace, or nothing takes it", () => {
    const rest = `workspaces:
  w: {people: {where: {team: Legal}, values: {r: "\${person.b}"}}, attributes: {r: {data_type: string}}}`;
    expect(told(rest)).toEqual([]);
  });
});

describe("a cell that spells the absence of a value", () => {
  const SPELLED = ["email,role,region,team"];
  for (const [i, text] of ["NULL", "null", "None", "N/A", "#N/A", "\\N", "", "none", "Null Island"].entries())
    SPELLED.push(`p${i}@b.example,view,${text},${text === "N/A" ? "Sales" : "N/A"}`);
  const told = (people: string) =>
    read(
      `people: {file: p.csv}\nworkspaces: {w: {people: ${people}, attributes: {r: {data_type: string}}}}`,
      {
        "p.csv": SPELLED.join("\n").concat("\n"),
      },
    )
      // `null` beside `NULL` is a finding of its own.
      .diagnostics.filter(({ code }) => code !== "look-alike")
      .map(
        ({ code, severity, summary, detail, range }) =>
          `${range?.filename}:${range?.start.line} ${severity} ${code}: ${summary}. ${detail}`,
      );

  it("is warned of where the file takes a value from it, with its number and first place", () => {
    expect(told('{values: {r: "${person.region}"}}')).toEqual([
      'p.csv:2 warning fits-nobody: "NULL" in column "region" looks like no value, as 6 cells of it do. It is given as it is. An empty cell sets none.',
    ]);
    expect(told('{where: {team: Sales}, values: {r: "x ${person.region}"}}')).toEqual([
      'p.csv:5 warning fits-nobody: "N/A" in column "region" looks like no value. It is given as it is. An empty cell sets none.',
    ]);
  });

  it("and not where it only picks, nor in what the file itself says", () => {
    expect(told('{where: {team: N/A}, values: {r: "NULL"}}')).toEqual([]);
  });
});

describe('"*" in a condition', () => {
  const MAIL = "email,mail,team\nx,,Sales\nada,ada@b.example,Sales\nbob,bob@b.example,\n";
  const members = (rest: string, list = MAIL) => {
    const { desired, diagnostics } = read(rest, { "p.csv": list });
    const people = desired?.workspaces.flatMap((one) =>
      "resources" in one ? one.resources.filter(({ kind }) => kind === "invite") : [],
    );
    return [people?.map(({ name }) => name) ?? [], diagnostics.map(({ summary }) => summary)];
  };

  it("is any text, so that rows without an address can be left out", () => {
    const rest = (only: string) =>
      `people: {file: p.csv, email: mail, only: ${only}}\nworkspaces: {w: {people: {}}}`;
    expect(members(rest('{mail: "*"}'))).toEqual([["ada@b.example", "bob@b.example"], []]);
    expect(members(rest('{mail: "*", team: ["*", Legal]}'))[0]).toEqual(["ada@b.example"]);
    expect(members(rest('{mail: "*"}'), "mail,team\n,Sales\n")[1]).toEqual([
      'None of 1 row of the list has "*" in column "mail"',
    ]);
  });

  it("is no text where a cell is that: a row that comes or goes would change what it means", () => {
    const rest = 'people: {file: p.csv, email: mail, only: {team: "*"}}\nworkspaces: {w: {people: {}}}';
    const refused = '"*" stands for any text, and is one in column "team"';
    expect(members(rest, "mail,team\na@b.example,*\nb@b.example,Sales\n")).toEqual([[], [refused]]);
  });
});
