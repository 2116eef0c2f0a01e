import { expect, it } from "vitest";
import { checkExpectation } from "../../src/access/values/expectations.js";
import type { Viewer } from "../../src/model/plan/view.js";

const [ADA, BOB, EVE] = ["ada@x.example", "bob@x.example", "eve@x.example"] as const;

const person = (member: string, group?: string, value = "none"): Viewer => ({
  member,
  role: null,
  limitedBy: "values",
  groups: group === undefined ? [] : [group],
  values: { region: { value, source: { kind: "group", group: group ?? "All Users", precedence: 1 } } },
});

/** Ada has `emea` from EMEA, Eve from Executives, Bob has a value that nobody minds. */
const people = [person(ADA, "EMEA", "emea"), person(BOB), person(EVE, "Executives", "emea")];

const never = (except_groups: readonly string[]) =>
  checkExpectation(
    { kind: "never", workspace: "prod", attribute: "region", never: ["emea"], except_groups },
    { people, unread: new Set() },
  );
const offenders = (except_groups: readonly string[]) => {
  const verdict = never(except_groups);
  return "because" in verdict ? [ADA, BOB, EVE].filter((member) => verdict.because.includes(member)) : [];
};

it("lets the members of the groups that it excepts have the value, and nobody else", () => {
  expect(offenders([])).toEqual([ADA, EVE]);
  expect(offenders(["EMEA"])).toEqual([EVE]);
  expect(offenders(["Executives"])).toEqual([ADA]);
  expect(never(["EMEA", "Executives"])).toEqual({ holds: true });
});

it("excepts everybody for the built-in group, and nobody for a group that there is not", () => {
  expect(never(["All Users"])).toEqual({ holds: true });
  expect(offenders(["A*"])).toEqual([ADA, EVE]);
  expect(offenders(["APAC"])).toEqual([ADA, EVE]);
});

it("takes the exact name of a group for that group alone, whatever else it fits as a pattern", () => {
  const vips = [person(ADA, "VIP*", "emea"), person(EVE, "VIP2", "emea")];
  const rule = {
    kind: "never" as const,
    workspace: "prod",
    attribute: "region",
    never: ["emea"],
    except_groups: ["VIP*"],
  };
  const known = { people: vips, unread: new Set<string>() };
  expect(checkExpectation(rule, { ...known, groups: ["VIP*", "VIP2"] })).toMatchObject({ holds: false });
  expect(checkExpectation(rule, { ...known, groups: ["VIP2"] })).toEqual({ holds: true });
});
