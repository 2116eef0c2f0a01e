import { expect, it } from "vitest";
import { parseConfig } from "../../src/config/config.js";
import { findingsFrom, guardsOf } from "../../src/model/plan/finding.js";
import { createSandbox } from "../../src/sandbox/start-sandbox.js";
import { desiredState } from "../support/parse.js";
import { clientOf, planAgainst } from "../support/plan-against.js";

const FILE = `
version: 1
organization: {id: org_northwind}
workspaces:
  prod:
    groups: {West: {precedence: 10, values: {region: north}}}
`;
const PEOPLE = ["ada", "bob", "cleo"].map((name) => `${name}@northwind.example`);

it("reads own values up to the bound, and beyond it shows the worst case and says so", async () => {
  const sandbox = createSandbox({
    seed: {
      workspaces: [
        {
          name: "prod",
          definitions: [{ name: "region", data_type: "string", label: "region" }],
          groups: [{ name: "West", precedence: 10, values: { region: "west" }, members: PEOPLE }],
          // Cleo has a value of her own, so that nothing changes for her in truth.
          members: [{ email: PEOPLE[2] ?? "", values: { region: "own" } }],
        },
      ],
    },
  });
  const { desired } = parseConfig([{ filename: "f.yaml", text: FILE }]);
  if (desired === null) throw new Error("the file is not valid");
  const affected = async (accessReads: number) => {
    const plan = await planAgainst(clientOf(sandbox), desired, { accessReads });
    const said = findingsFrom(plan, "plan").filter(({ code }) => code === "own-values-unread").length;
    return [plan.access_changes.length, plan.reads.own_values_unread, said];
  };
  expect(await affected(3)).toEqual([2, 0, 0]);
  expect(await affected(2)).toEqual([3, 1, 1]);
  expect(await affected(0)).toEqual([3, 3, 1]);
});

it("refuses to delete an attribute as long as own values may go with it that nobody has read", async () => {
  const sandbox = createSandbox({
    seed: {
      workspaces: [
        {
          name: "prod",
          definitions: [{ name: "region", data_type: "string", label: "region" }],
          members: PEOPLE.map((email) => ({ email })),
        },
      ],
    },
  });
  const desired = desiredState("workspaces: {prod: {attributes: {region: {state: absent}}}}");
  const guards = async (accessReads: number, protect: readonly string[] = []) => {
    const plan = await planAgainst(clientOf(sandbox), { ...desired, protect }, { accessReads });
    return guardsOf(plan).map(({ name, actual }) => `${name} ${actual}`);
  };
  const plan = await planAgainst(clientOf(sandbox), desired, { accessReads: 1 });
  expect(findingsFrom(plan, "plan").map(({ summary }) => summary)).toEqual([
    "own values of 3 affected members of prod were not read: they are shown as if they had none, and what they have of a deleted attribute goes with it. Raise --access-reads to read them",
  ]);
  // The admin is a member as well.
  expect(await guards(4)).toEqual([]);
  expect(await guards(3)).toEqual(["access.opened 1"]);
  expect(await guards(0, ["prod/members/**"])).toEqual(["protect 4", "access.opened 4"]);
});
