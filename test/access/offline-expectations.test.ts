import { describe, expect, it } from "vitest";
import { lintExpectations } from "../../src/access/values/offline-expectations.js";
import { parseConfig } from "../../src/config/config.js";

const findings = (expectation: string, members = "{}") => {
  const text = `
version: 1
organization: {id: o}
workspaces:
  w:
    attributes: {region: {data_type: string}}
    groups: {EMEA: {precedence: 1, members: [in@x.example]}, Open: {precedence: 2}}
    members: ${members}
expect: [${expectation}]
`;
  const { desired, diagnostics } = parseConfig([{ filename: "f.yaml", text }]);
  if (desired === null) throw new Error(JSON.stringify(diagnostics));
  return lintExpectations(desired).map(({ code, address }) => `${code} ${address}`);
};
const OWN = "{ada@x.example: {values: {region: emea}}}";

describe("expectations that can be decided offline", () => {
  it("are broken by an own value that says otherwise", () => {
    expect(findings("{workspace: w, member: ADA@x.example, attribute: region, is: west}", OWN)).toEqual([
      "expectation-failed w/members/ada@x.example/values/region",
    ]);
    expect(findings("{workspace: w, member: ada@x.example, attribute: region, is: emea}", OWN)).toEqual([]);
  });

  it("leave to the plan what groups decide", () => {
    expect(findings("{workspace: w, member: ada@x.example, attribute: region, is: west}")).toEqual([]);
  });

  it("count somebody as outside of a group only where its members are listed", () => {
    const never = (group: string) =>
      `{workspace: w, attribute: region, never: [emea], except_groups: [${group}]}`;
    expect(findings(never("EMEA"), OWN)).toHaveLength(1);
    expect(findings(never("Open"), OWN)).toEqual([]);
    expect(findings(never("EMEA"), "{in@x.example: {values: {region: emea}}}")).toEqual([]);
  });

  it.each([
    ["-west", 1],
    ["west, emea", 1],
    ["%", 1],
    ["", 1],
    ["em%", 1],
    ["-emea", 0],
    ["west", 0],
  ])("read an own value as a row filter does: %j", (value, broken) => {
    const members = `{ada@x.example: {values: {region: "${value}"}}}`;
    expect(findings("{workspace: w, attribute: region, never: [emea]}", members)).toHaveLength(broken);
  });
});
