import { expect, it } from "vitest";
import { findingsFrom } from "../../src/model/plan/finding.js";
import { planIn } from "../support/plan-against.js";

const ADA = "ada@northwind.example";
const BOB = "bob@northwind.example";

/** Ada and bob are in two groups of one precedence; ada has a better source, bob has not where `isTied`. */
async function tiesOf(prod: string, isTied = false) {
  const plan = await planIn(
    {
      workspaces: [
        {
          name: "prod",
          definitions: [{ name: "region", data_type: "string" }],
          groups: [
            { name: "U1", precedence: 3, values: { region: "x" }, members: [ADA, ...(isTied ? [BOB] : [])] },
            { name: "U2", precedence: 3, values: { region: "y" }, members: [ADA, ...(isTied ? [BOB] : [])] },
            { name: "H", precedence: 9, values: { region: "h" }, members: [ADA] },
          ],
        },
      ],
    },
    `workspaces: {prod: ${prod}}`,
  );
  return findingsFrom(plan, "file")
    .filter(({ code }) => code === "tie")
    .map(({ severity, address, detail }) => `${severity} ${address} ${detail.split(",")[0]}`);
}

const ERROR = "error prod/groups/U1 ada@northwind.example is in both";

it.each([
  "{groups: {H: {values: {}}}}",
  "{groups: {H: {members: []}}}",
  "{groups: {H: {state: absent}}}",
  "{groups: {H: {precedence: 1}}}",
])(
  "is an error where the plan brings it about, although the file declares neither group: %s",
  async (prod) => {
    expect(await tiesOf(prod)).toEqual([ERROR]);
    // Whoever was in it before is not counted.
    expect(await tiesOf(prod, true)).toEqual([ERROR]);
  },
);

it("is left alone between groups that the file does not declare where it is there before", async () => {
  expect(await tiesOf("{groups: {}}", true)).toEqual([]);
  expect(await tiesOf("{groups: {H: {precedence: 8}}}", true)).toEqual([]);
});

it("is an error where the file declares one of the groups, also if it is there before", async () => {
  expect(await tiesOf("{groups: {U2: {values: {region: z}}}}", true)).toEqual([
    "error prod/groups/U2 bob@northwind.example is in both",
  ]);
  expect(await tiesOf("{groups: {U2: {values: {region: z}}}}")).toEqual([
    "warning prod/groups/U2 No known member is in two of these groups",
  ]);
});
