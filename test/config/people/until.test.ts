import { describe, expect, it } from "vitest";
import { presentIn } from "../../../src/model/state/desired-state.js";
import { stateOnDay } from "../../../src/plan/input/ends.js";
import { type Lists, read, told } from "./read.js";

const CSV = `email,team,end
ada@b.example,west,2027-01-31
bob@b.example,west,
`;

/** The last days of a workspace by their addresses in it. */
const untils = (rest: string) =>
  untilsOf(`people: {file: people.csv}\nworkspaces:\n  w:\n${rest.replace(/^/gm, "    ")}`, {
    "people.csv": CSV,
  });

function untilsOf(text: string, lists: Lists): Record<string, string | undefined> {
  const config = read(text, lists);
  if (config.desired === null) throw new Error(JSON.stringify(config.diagnostics, undefined, 1));
  const resources = presentIn(config.desired.workspaces).flatMap((one) => one.resources);
  return Object.fromEntries(
    resources.flatMap(({ address, until }) => (until === undefined ? [] : [[address.slice(2), until]])),
  );
}

describe("a last day", () => {
  it("is of an entry of `members` and of `add`, of a person, and of a row, where an empty cell is none", () => {
    const text = `people: {until: "\${person.end}"}
groups:
  A: {members: [{email: eve@b.example, until: 2027-03-01}, dan@b.example]}
  B: {members: {where: {team: west}, add: [{email: eve@b.example, until: 2028-02-29}]}}
members: {dan@b.example: {until: 2027-02-01}}`;
    expect(untils(text)).toEqual({
      "groups/A/members/eve@b.example": "2027-03-01",
      "groups/B/members/eve@b.example": "2028-02-29",
      "members/ada@b.example": "2027-01-31",
      "members/dan@b.example": "2027-02-01",
    });
  });

  it("of a person's own entry wins over the list's, and an entry without one over one that has one", () => {
    const text = `people: {until: "\${person.end}"}
groups:
  A: {members: {where: {team: west}, add: [{email: bob@b.example, until: 2027-03-01}]}}
  B: {members: {add: [{email: dan@b.example, until: 2027-03-01}]}}
members: {ADA@b.example: {until: 2027-06-30}, dan@b.example: {groups: [B]}}`;
    expect(untils(text)).toEqual({ "members/ada@b.example": "2027-06-30" });
    const indented = text.replace(/^/gm, "    ");
    const file = `people: {file: people.csv}\nworkspaces:\n  w:\n${indented}\n`;
    const outlasted = told(read(file, { "people.csv": CSV })).filter((one) => one.endsWith("end-outlasted"));
    expect(outlasted).toEqual(["orgform.yaml:8:48 end-outlasted", "orgform.yaml:9:27 end-outlasted"]);
  });

  it("that counts is no slip, whichever entries have one", () => {
    const text = `groups: {A: {members: [{email: dan@b.example, until: 2027-03-01}, eve@b.example]}}
members: {dan@b.example: {}, eve@b.example: {until: 2027-02-01}}`;
    expect(told(read(`workspaces:\n  w:\n${text.replace(/^/gm, "    ")}\n`, {}))).toEqual([]);
  });

  it("is taken from templates, variables, `each` and lists of JSON and YAML as any other text", () => {
    const text = `extends: [t]
groups:
  "G \${each.n}": {each: {n: [1, 2]}, members: [{email: "p\${each.n}@b.example", until: "2027-01-0\${each.n}"}]}
members: {dan@b.example: {groups: [A]}}`;
    const more = `
variables: {day: {default: 2027-05-01}}
templates:
  t:
    people: {until: "\${person.end}"}
    groups: {A: {members: {add: [{email: eve@b.example, until: "\${var.day}"}]}}}
    members: {dan@b.example: {until: 2027-04-01}}`;
    const all = untilsOf(
      `people: {file: people.json}${more}\nworkspaces:\n  w:\n${text.replace(/^/gm, "    ")}`,
      {
        "people.json":
          '[{"email": "ada@b.example", "end": "2027-01-31"}, {"email": "bob@b.example", "end": null}]',
      },
    );
    expect(all).toEqual({
      "groups/A/members/eve@b.example": "2027-05-01",
      "groups/G 1/members/p1@b.example": "2027-01-01",
      "groups/G 2/members/p2@b.example": "2027-01-02",
      "members/ada@b.example": "2027-01-31",
      "members/dan@b.example": "2027-04-01",
    });
  });

  it("that is none is an error at its place: in the file, or at the row and column", () => {
    const days = [
      "2026-02-30",
      "2027-01-31T00:00:00Z",
      "31.01.2027",
      "2027-1-31",
      "20270131",
      "tomorrow",
      '""',
    ];
    const places = [
      "groups: {A: {members: [{email: a@b.example, until: DAY}]}}",
      "groups: {A: {members: {add: [{email: a@b.example, until: DAY}]}}}",
      "members: {a@b.example: {until: DAY}}",
    ];
    for (const day of [...days, "2027", "null", "true", "[2027-01-31]"]) {
      for (const place of places) {
        const findings = told(read(`workspaces:\n  w:\n    ${place.replace("DAY", day)}\n`, {}));
        const at = `orgform.yaml:5:${5 + place.indexOf("DAY")}`;
        expect([day, ...findings.map((finding) => finding.split(" ")[0])]).toEqual([day, at]);
      }
    }
    const list = `email,team,end\nada@b.example,west,2026-02-30\nbob@b.example,west,31.01.2027\ncal@b.example,west,2027-01-31 \n`;
    const text = 'people: {file: people.csv}\nworkspaces:\n  w: {people: {until: "${person.end}"}}\n';
    expect(told(read(text, { "people.csv": list }))).toEqual([
      "people.csv:2:20 value-format",
      "people.csv:3:20 value-format",
      "people.csv:4:20 value-format",
    ]);
    expect(told(read(text.replace("person.end", "person.ende"), { "people.csv": CSV }))).toEqual([
      "orgform.yaml:5:23 unknown-column",
    ]);
  });

  it("counts itself, and after it the entry is as good as not written", () => {
    const config = read(
      `workspaces:
  w:
    attributes: {region: {data_type: string}}
    groups: {A: {members: [a@b.example, {email: b@b.example, until: 2027-01-31}]}, B: {members: [a@b.example]}}
    members: {a@b.example: {until: 2027-02-01, values: {region: west}}, b@b.example: {}}\n`,
      {},
    );
    const on = (day: string) => {
      const [w] = presentIn(stateOnDay(config.desired ?? { workspaces: [] }, day).workspaces);
      return [w?.resources.map(({ address }) => address), w?.ended?.map(({ address }) => address)];
    };
    const all = [
      "w",
      "w/attributes/region",
      "w/groups/A",
      "w/groups/B",
      "w/groups/A/members/a@b.example",
      "w/groups/A/members/b@b.example",
      "w/groups/B/members/a@b.example",
      "w/members/a@b.example",
      "w/members/b@b.example",
      "w/members/a@b.example/values/region",
    ];
    const sorted = (addresses: readonly string[] = []) => [...addresses].sort();
    expect(sorted(on("2027-01-31")[0])).toEqual(sorted(all));
    expect(on("2027-02-01")[1]).toEqual(["w/groups/A/members/b@b.example"]);
    const [kept, ended] = on("2027-02-02");
    expect(sorted(kept)).toEqual([
      "w",
      "w/attributes/region",
      "w/groups/A",
      "w/groups/B",
      "w/members/b@b.example",
    ]);
    expect(sorted([...(kept ?? []), ...(ended ?? [])])).toEqual(sorted(all));
  });
});
