import { expect, it } from "vitest";
import { findingsFrom } from "../../src/model/plan/finding.js";
import { planIn } from "../support/plan-against.js";

it("misses a required attribute only for those who have no value of their own either", async () => {
  const plan = await planIn(
    {
      users: [{ email: "root@northwind.example", organization_admin: true }],
      workspaces: [
        {
          name: "prod",
          definitions: [{ name: "region", data_type: "string", label: "region" }],
          groups: [
            { name: "West", precedence: 1, members: ["cy@northwind.example"], values: { region: "west" } },
          ],
          members: [
            { email: "ada@northwind.example", role: "view", values: { region: "north" } },
            { email: "bob@northwind.example", role: "view" },
            { email: "cy@northwind.example", role: "view" },
          ],
        },
      ],
    },
    "workspaces: {prod: {attributes: {region: {data_type: string, required: true}}}}",
  );
  const [missing] = findingsFrom(plan, "file").filter(({ code }) => code === "required-attribute");
  expect(missing?.detail).toContain("bob@northwind.example, root@northwind.example.");
  expect(missing?.detail).not.toMatch(/ada|cy@/);
});

it("misses it for those whose value is open, and reads their own values to know", async () => {
  const { findings } = await planIn(
    {
      users: [{ email: "root@northwind.example", organization_admin: true }],
      workspaces: [
        {
          name: "prod",
          definitions: [{ name: "region", data_type: "string", label: "region" }],
          all_users: { values: { region: "no-access" } },
          groups: [
            {
              name: "Open",
              precedence: 1,
              members: ["ada@northwind.example", "bob@northwind.example"],
              values: { region: "%" },
            },
          ],
          members: [
            { email: "ada@northwind.example", values: { region: "north" } },
            { email: "bob@northwind.example" },
          ],
        },
      ],
    },
    "workspaces: {prod: {attributes: {region: {data_type: string, required: true}}}}",
  );
  const [missing] = findings.filter(({ code }) => code === "required-attribute");
  expect(missing?.detail).toContain("hidden from them: bob@northwind.example.");
});
