import { expect, it } from "vitest";
import { parseConfig } from "../../src/config/config.js";
import { WITHDRAWN } from "../../src/model/withdrawn.js";

const findings = (workspace: string) =>
  parseConfig(
    [{ filename: "f.yaml", text: `version: 1\norganization: {id: o}\nworkspaces: {w: ${workspace}}\n` }],
    {},
  ).diagnostics.map(({ code, summary, detail }) => [code, `${summary}. ${detail}`]);

it.each(Object.entries(WITHDRAWN.keys))(
  "says what to do instead of %s, and guesses nothing",
  (key, instead) => {
    const says = `Unknown key "${key}" in "a@b.example". "${key}" was withdrawn. Instead: ${instead}.`;
    expect(findings(`{members: {a@b.example: {${key}: 2027-01-31}}}`)).toEqual([["unknown-key", says]]);
  },
);

it("says it as well where the mapping around such a key is no form of the file any more", () => {
  const [finding] = findings("{groups: {A: {members: [{email: a@b.example, until: 2027-01-31}]}}}");
  expect(finding).toEqual([
    "wrong-type",
    expect.stringContaining('"until" was withdrawn. Instead: let the list'),
  ]);
});
