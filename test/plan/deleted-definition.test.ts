import { expect, it } from "vitest";
import { findingsFrom } from "../../src/model/plan/finding.js";
import { desiredState } from "../support/parse.js";
import { planIn } from "../support/plan-against.js";

it.each([
  ["are to be set", {}],
  ["live already", { values: { region: "west" } }],
])("refuses values of an attribute that the same plan deletes, where they %s", async (_, held) => {
  const groups = "groups: {G: {values: {region: west}}}";
  const plan = await planIn(
    {
      workspaces: [
        {
          name: "prod",
          definitions: [{ name: "region", data_type: "string" }],
          groups: [{ name: "G", precedence: 1, ...held }],
        },
      ],
    },
    `workspaces: {prod: {attributes: {}, ${groups}}}`,
    // It was declared before: what is not declared any more is deleted.
    {
      base: desiredState(`workspaces: {prod: {attributes: {region: {data_type: string}}, ${groups}}}`),
    },
  );
  expect(plan.resource_changes.map(({ address }) => address)).toContain("prod/attributes/region");
  expect(findingsFrom(plan, "file")).toMatchObject([
    { code: "unknown-attribute", address: "prod/groups/G/values/region" },
  ]);
});

it("quotes a value that does not fit the live definition: its blanks are the slip", async () => {
  const plan = await planIn(
    {
      workspaces: [
        {
          name: "prod",
          definitions: [{ name: "tier", data_type: "number" }],
          groups: [{ name: "G", precedence: 1 }],
        },
      ],
    },
    'workspaces: {prod: {groups: {G: {values: {tier: " 5"}}}}}',
  );
  expect(findingsFrom(plan, "file")).toMatchObject([
    { code: "value-format", summary: '" 5" is not a number, the data type of tier' },
  ]);
});
