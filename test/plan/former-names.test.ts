import { expect, it } from "vitest";
import { desiredState } from "../support/parse.js";
import { planIn } from "../support/plan-against.js";

// A file that names a group under `previously` has not removed it: a rename that cannot be done deletes nothing.

const group = (name: string, precedence: number, ...members: string[]) => ({
  name,
  precedence,
  members: members.map((one) => `${one}@northwind.example`),
  values: { region: name.toLowerCase() },
});

const BASE = `workspaces: {prod: {attributes: {region: {data_type: string}}, groups: {
  Board: {values: {region: board}, members: [dan@northwind.example, ada@northwind.example]},
  Temp: {members: []}}}}`;

/** The changes of a plan against the base, and what it says of former names; Sales is in no file. */
async function planOf(groups: string, ...live: ReturnType<typeof group>[]) {
  const plan = await planIn(
    {
      workspaces: [
        {
          name: "prod",
          definitions: [{ name: "region", data_type: "string" }],
          all_users: { values: { region: "none" } },
          members: ["ada", "dan", "eve"].map((name) => ({ email: `${name}@northwind.example` })),
          groups: [...live, group("Sales", 5), group("Temp", 6)],
        },
      ],
    },
    BASE.replace(/groups: \{.*/s, `groups: {${groups}, Temp: {members: []}}}}`),
    { base: desiredState(BASE) },
  );
  return {
    changes: plan.resource_changes.map(({ address, change }) => `${change.actions[0]} ${address}`),
    unmanaged: plan.unmanaged.map(({ address }) => address),
    warns: plan.findings.some(({ code }) => code === "rename-ambiguous"),
  };
}

it("keeps the group of a former name where the new name is taken, with all that both hold", async () => {
  const live = [group("Board", 30, "dan", "ada"), group("Execs", 40, "ada", "eve")];
  expect(await planOf("Execs: {previously: [Board]}", ...live)).toEqual({
    changes: [],
    unmanaged: ["prod/groups/Board", "prod/groups/Sales"],
    warns: true,
  });
});

it("keeps the second of two groups of former names", async () => {
  const live = [group("Board", 30, "dan"), group("Council", 40, "ada")];
  const { changes, unmanaged } = await planOf(
    "Execs: {previously: [Council, Board], values: {region: council}}",
    ...live,
  );
  expect(changes.filter((change) => change.startsWith("delete"))).toEqual([]);
  expect(unmanaged).toEqual(["prod/groups/Board", "prod/groups/Sales"]);
});

it("still removes what a renamed group lost by the edit, and a group that the file names nowhere", async () => {
  expect(
    await planOf(
      "Execs: {previously: [Board], members: [dan@northwind.example]}",
      group("Board", 30, "dan", "ada"),
    ),
  ).toMatchObject({
    changes: [
      "update prod/groups/Execs",
      "delete prod/groups/Execs/members/ada@northwind.example",
      "delete prod/groups/Execs/values/region",
    ],
    warns: false,
  });
  const gone = await planOf("Sales: {}", group("Board", 30, "dan"));
  expect(gone.changes).toContain("delete prod/groups/Board");
});
