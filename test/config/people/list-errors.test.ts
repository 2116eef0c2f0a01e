import { describe, expect, it } from "vitest";
import { presentIn } from "../../../src/model/state/desired-state.js";
import { nested } from "../../support/nested-workspace.js";
import { read, told } from "./read.js";

const rest = (people = "{file: people.csv, at_least: 2}", workspace = "{people: {}}") =>
  `people: ${people}\nworkspaces: {w: ${workspace}}`;
const list = (text: string | Uint8Array, people?: string, workspace?: string) =>
  read(rest(people, workspace), { "people.csv": text });

const GOOD = "email,n\nada@b.example,1\nbob@b.example,2\n";

describe("a list that cannot be used", () => {
  it.each<[string, string | Uint8Array, string]>([
    ["is empty", "", "people.csv:1:1 file-empty"],
    ["holds blanks", " \n\n", "people.csv:1:1 file-empty"],
    ["is a header alone", "email,n\n", "people.csv:1:1 file-empty"],
    ["has a row with fewer cells", `${GOOD}eve@b.example\n`, "people.csv:4:1 list-damaged"],
    ["has a row with more cells", `${GOOD}eve@b.example,1,2\n`, "people.csv:4:1 list-damaged"],
    ["has one address twice", `${GOOD}ADA@b.example,3\n`, "people.csv:4:1 duplicate-entry"],
    ["has an address that is none", `${GOOD}"eve at b",3\n`, "people.csv:4:1 invalid-value"],
    [
      "has two addresses in one cell",
      `${GOOD}"ada@b.example,eve@b.example",3\n`,
      "people.csv:4:1 invalid-value",
    ],
    ["has a comma in an address", `${GOOD}"ada,eve@b.example",3\n`, "people.csv:4:1 invalid-value"],
    ["has a semicolon in an address", `${GOOD}ada;eve@b.example,3\n`, "people.csv:4:1 invalid-value"],
    [
      "has an address with a character that nobody sees",
      `${GOOD}eve@b.example\u200b,3\n`,
      "people.csv:4:1 invalid-value",
    ],
    [
      "has a link in the place of an address",
      `${GOOD}mailto:eve@b.example,3\n`,
      "people.csv:4:1 invalid-value",
    ],
    ["has a row without an address", `${GOOD},3\n`, "people.csv:4:1 invalid-value"],
    ["has fewer rows than it should", "email,n\nada@b.example,1\n", "orgform.yaml:3:38 list-too-short"],
    ["has a quote that does not end", `${GOOD}"eve@b.example,3\n`, "people.csv:4:1 list-damaged"],
    ["has text beside a quote", `${GOOD}"eve"@b.example,3\n`, "people.csv:4:6 list-damaged"],
    ["has a quote within text", `${GOOD}eve@b.example,3"\n`, "people.csv:4:16 list-damaged"],
    [
      "has a column twice",
      "email,n,n\nada@b.example,1,2\nbob@b.example,1,2\n",
      "people.csv:1:9 duplicate-key",
    ],
    ["has no column of addresses", "mail\nada@b.example\n", "people.csv:1:1 unknown-column"],
    ["holds a control character", `${GOOD}eve@b.example,\u0000\n`, "people.csv:4:15 list-damaged"],
    [
      "holds a byte that is not UTF-8",
      Buffer.concat([Buffer.from("\uFEFFemail,n\nada@b.example,é\uFFFD"), Buffer.from([0xe9, 0x0a])]),
      "people.csv:2:17 list-damaged",
    ],
  ])("%s", (_, text, expected) => {
    const config = list(text);
    expect(told(config)).toEqual([expected]);
    expect(config.desired).toBeNull();
  });

  it("is missing, hidden or of another format", () => {
    const config = read(rest("{file: [none.csv, people.txt, people.json, people.yaml, none.csv]}"), {});
    expect(told(config)).toEqual([
      "orgform.yaml:3:17 file-not-found",
      "orgform.yaml:3:27 invalid-value",
      "orgform.yaml:3:39 invalid-value",
      "orgform.yaml:3:52 invalid-value",
      "orgform.yaml:3:65 invalid-value",
    ]);
    expect(config.diagnostics[2]).toMatchObject({
      summary: 'The list "people.json" is not CSV',
      detail:
        'A list is a .csv file with a header line. Export it as CSV, or make CSV of JSON: `jq -r \'["email", "region"], (.[] | [.email, .region]) | @csv\' people.json > people.csv`.',
    });
  });

  it("is told of with everything else, in one go", () => {
    const text = `email,region,role,day
ada@b.example,west,explorer,2026-02-30
bob@b.example,West ,view,2026-03-01
x,west,view,
Bob@b.example,east,,
`;
    const config = read(
      `people: {file: people.csv, email: email}
workspaces:
  w:
    people: {where: {regoin: west}, role: "\${person.role}", values: {day: "\${person.day}", x: "\${person.y}"}}
    attributes: {day: {data_type: date}}
    groups: {B: {members: {where: {region: West}}}, A: {members: {where: {Region: west}, add: [ada@b.example], except: [Ada@b.example]}}}
  v:
    groups: {A: {members: {where: {}}}}
  u: {peple: {}}`,
      { "people.csv": text },
    );
    expect(told(config)).toEqual([
      "orgform.yaml:6:22 unknown-column",
      "orgform.yaml:6:95 unknown-column",
      "orgform.yaml:8:75 unknown-column",
      "orgform.yaml:8:121 invalid-value",
      "orgform.yaml:10:28 missing-key",
      "orgform.yaml:11:7 unknown-key",
      "people.csv:4:1 invalid-value",
      "people.csv:5:1 duplicate-entry",
    ]);
    expect(config.diagnostics[0]?.detail).toContain('Did you mean "region"?');
    expect(config.diagnostics[7]?.detail).toContain("people.csv:3");
  });

  it("has values that attributes and roles do not take, at their cells", () => {
    const text = "email,role,day\nada@b.example,explorer,2026-02-30\nbob@b.example,view,2026-03-01\n";
    const workspace = `{attributes: {day: {data_type: date}}, people: {role: "\${person.role}", values: {day: "\${person.day}"}}}`;
    const config = list(text, undefined, workspace);
    expect(told(config)).toEqual(["people.csv:2:15 invalid-value", "people.csv:2:24 value-format"]);
    expect(config.diagnostics[0]?.detail).toContain('Did you mean "explore"?');
  });

  it("has no rows that count", () => {
    const config = list(GOOD, "{file: people.csv, only: {n: '3'}}");
    expect(told(config)).toEqual(["orgform.yaml:3:38 list-too-short"]);
  });

  it("is not named, though a workspace takes people from it", () => {
    expect(told(read("workspaces: {w: {people: {}}}", {}))).toEqual(["orgform.yaml:3:18 missing-key"]);
  });
});

it("warns of texts that differ only by blanks or letter case from what is asked for", () => {
  const text = "email,n\nada@b.example,West\nbob@b.example,west \neve@b.example,west\n";
  const groups = "groups: {A: {members: {where: {n: [west, West]}}}, B: {members: {where: {n: east}}}}";
  const config = list(text, undefined, `{people: {where: {n: [west, "West", "west "]}}, ${groups}}`);
  expect(told(config)).toEqual(["orgform.yaml:4:99 look-alike", "orgform.yaml:4:141 fits-nobody"]);
  expect(config.diagnostics[0]?.summary).toBe('"west " in column "n" is not "west"');
  expect(config.diagnostics[0]?.detail).toContain("people.csv:3");
});

it("warns of texts that nobody can tell from what is asked for", () => {
  const text = "email,n\nada@b.example,west\u200b\nbob@b.example,w\u0435st\neve@b.example,west\n";
  const config = list(text, "{file: people.csv, only: {n: west}}");
  expect(config.diagnostics.map(({ code, detail }) => [code, /U\+\w+/.exec(detail)?.[0]])).toEqual([
    ["look-alike", "U+200B"],
    ["look-alike", "U+0435"],
  ]);
});

it("names the character in an address that nobody sees, and the address that is meant", () => {
  const config = list("email\nada@b.example\u200b\n");
  const [finding] = config.diagnostics;
  expect(finding?.range?.filename).toBe("people.csv");
  expect(finding?.detail).toContain("It holds U+200B, which nobody can see. Write `ada@b.example`.");
});

it("looks no further at rows that `only` drops", () => {
  const text = `${GOOD}no address,9\nada@b.example,9\n`;
  expect(told(list(text, "{file: people.csv, only: {n: [1, 2]}}"))).toEqual([]);
});

it("reads other delimiters, quoted line breaks and blank lines", () => {
  const text = 'email;n\r\n\r\n"ada@b.example";"a\r\nb;""c"""\nbob@b.example;\n\n';
  const config = list(text, '{file: people.csv, delimiter: ";"}', '{people: {values: {n: "${person.n}"}}}');
  const [w] = presentIn(config.desired?.workspaces).map(nested);
  expect(told(config)).toEqual([]);
  expect(w).toMatchObject({
    members: [{ values: [{ attribute: "n", value: 'a\r\nb;"c"' }] }, { values: [] }],
  });
  expect(config.locate("w/members/bob@b.example")?.range.start.line).toBe(5);
});

it("takes rows of empty cells for nothing, and finds the others at their places", () => {
  const text = 'email,n\n,\nada@b.example,1\n , \n"",,\nno address,2\nbob@b.example,3\n,,,\n';
  const config = list(text);
  expect(told(config)).toEqual(["people.csv:6:1 invalid-value"]);
  const fine = list(text.replace("no address", "cy@b.example"));
  expect(told(fine)).toEqual([]);
  expect(fine.locate("w/members/bob@b.example")?.range.start.line).toBe(7);
  expect(told(list("email,n\n,\n,\n"))).toEqual(["people.csv:1:1 file-empty"]);
});

it("a person in two files of a list is an error: neither row wins", () => {
  const config = read("people: {file: [a.csv, b.csv]}\nworkspaces: {w: {people: {}}}", {
    "a.csv": "email,n\nada@b.example,1\n",
    "b.csv": "email,n\nADA@b.example,2\n",
  });
  expect(told(config)).toEqual(["b.csv:2:1 duplicate-entry"]);
  expect(config.desired).toBeNull();
});
