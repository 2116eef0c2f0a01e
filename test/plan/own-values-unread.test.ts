import { expect, it } from "vitest";
import { parseConfig } from "../../src/config/config.js";
import { startSandbox } from "../../src/sandbox/start-sandbox.js";
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
  const sandbox = await startSandbox({
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
  try {
    const { desired } = parseConfig([{ filename: "f.yaml", text: FILE }]);
    if (desired === null) throw new Error("the file is not valid");
    const affected = async (accessReads: number) => {
      const plan = await planAgainst(clientOf(sandbox), desired, { accessReads });
      const said = plan.warnings.filter(({ code }) => code === "own-values-unread").length;
      return [plan.access_changes.length, plan.reads.own_values_unread, said];
    };
    expect(await affected(3)).toEqual([2, 0, 0]);
    expect(await affected(2)).toEqual([3, 1, 1]);
    expect(await affected(0)).toEqual([3, 3, 1]);
  } finally {
    await sandbox.close();
  }
});
