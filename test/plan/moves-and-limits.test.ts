import { expect, it } from "vitest";
import { guardsOf } from "../../src/model/plan/finding.js";
import { planIn } from "../support/plan-against.js";

const PEOPLE = Array.from({ length: 4 }, (_, n) => `p${n}@northwind.example`);

/** The guards of a plan by which four people leave East; they are in the other live groups as well. */
async function refusing(
  others: readonly { name: string; precedence: number; values?: Record<string, string> }[],
  file: string,
) {
  const groups = `East: {members: []}, ${file}`;
  const plan = await planIn(
    {
      workspaces: [
        {
          name: "prod",
          definitions: [
            { name: "region", data_type: "string" },
            { name: "team", data_type: "string" },
          ],
          all_users: { values: { region: "none", team: "none" } },
          members: PEOPLE.map((email) => ({ email })),
          groups: [
            { name: "East", precedence: 10, values: { region: "east" }, members: PEOPLE },
            ...others.map((group) => ({ ...group, members: PEOPLE })),
          ],
        },
      ],
    },
    `limits: {delete: {count: 3}}\nworkspaces: {prod: {groups: {${groups}}}}`,
  );
  return guardsOf(plan)
    .filter(({ refused }) => refused)
    .map(({ name }) => name);
}

const all = `members: [${PEOPLE.join(", ")}]`;

it("does not count people who get another group", async () => {
  expect(await refusing([], `West: {precedence: 10, values: {region: west}, ${all}}`)).toEqual([]);
});

it("does not count people whom a run that was cut short left in the old and the new group", async () => {
  const west = { name: "West", precedence: 10, values: { region: "west" } };
  expect(await refusing([west], `West: {${all}}`)).toEqual([]);
});

it.each([5, 20])(
  "counts people who keep a group of the same attributes and the precedence %i",
  async (precedence) => {
    const west = { name: "West", precedence, values: { region: "west" } };
    expect(await refusing([west], `West: {${all}}`)).toEqual(["delete.group_membership"]);
    // Neither does the plan make a tie, to call it a move.
    const tied = ["delete.group_membership"];
    expect(await refusing([west], `West: {precedence: 10, ${all}}`)).toEqual(tied);
  },
);

it("counts people who keep a group that gives something else, and people who keep none", async () => {
  const staff = { name: "Staff", precedence: 5, values: { team: "staff" } };
  expect(await refusing([staff], `Staff: {${all}}`)).toEqual(["delete.group_membership"]);
  expect(await refusing([], "Other: {precedence: 3, members: []}")).toEqual(["delete.group_membership"]);
});

it("counts people who get a group that says nothing about what they lose", async () => {
  const refused = ["delete.group_membership"];
  expect(await refusing([], `News: {precedence: 1, ${all}}`)).toEqual(refused);
  expect(await refusing([], `Staff: {precedence: 1, values: {team: staff}, ${all}}`)).toEqual(refused);
  const both = `Both: {precedence: 1, values: {team: staff, region: west}, ${all}}`;
  expect(await refusing([], both)).toEqual([]);
});
