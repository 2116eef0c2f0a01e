import { expect, it } from "vitest";
import { emptyState } from "../../src/access/values/access-state.js";
import { checkExpectation } from "../../src/access/values/expectations.js";

const nameIndex = {
  workspace: "prod",
  groups: ["All Users", "EMEA", "Executives"],
  members: ["ada@x.example", "bob@x.example", "eve@x.example"],
  attributes: ["region"],
};

/** Ada has `emea` from EMEA, Eve from Executives, Bob has a value that nobody minds. */
const state = emptyState(nameIndex);
state.groupValue.splice(0, 3, "none", "emea", "emea");
state.precedence.splice(0, 3, 0, 1, 2);
state.groupsOf.splice(0, 3, [0, 1], [0], [0, 2]);
for (const [member, groups] of state.groupsOf.entries()) {
  for (const group of groups) state.membersOf[group]?.add(member);
}

const never = (except_groups: readonly string[]) =>
  checkExpectation(
    { kind: "never", workspace: "prod", attribute: "region", never: ["emea"], except_groups },
    { nameIndex, state, unread: new Set() },
  );
const offenders = (except_groups: readonly string[]) => {
  const verdict = never(except_groups);
  return "because" in verdict ? nameIndex.members.filter((member) => verdict.because.includes(member)) : [];
};

it("lets the members of the groups that it excepts have the value, and nobody else", () => {
  expect(offenders([])).toEqual(["ada@x.example", "eve@x.example"]);
  expect(offenders(["EMEA"])).toEqual(["eve@x.example"]);
  expect(offenders(["Executives"])).toEqual(["ada@x.example"]);
  expect(never(["EMEA", "Executives"])).toEqual({ holds: true });
});

it("excepts nobody for a group that there is not", () => {
  expect(offenders(["APAC"])).toEqual(["ada@x.example", "eve@x.example"]);
});
