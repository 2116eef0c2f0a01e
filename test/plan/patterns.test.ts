import { expect, it } from "vitest";
import { matchesBelow, matchesPattern } from "../../src/model/address.js";
import { createSandbox } from "../../src/sandbox/start-sandbox.js";
import { desiredState } from "../support/parse.js";
import { clientOf, planAgainst } from "../support/plan-against.js";

it("takes e-mail addresses in a pattern in any spelling, and names as they are", () => {
  const membership = "prod/groups/A/members/ada@northwind.example";
  const value = "prod/members/ada@northwind.example/values/region";
  for (const person of ["Ada@Northwind.example", "ADA@*", "*@NORTHWIND.example"]) {
    expect(matchesPattern(`prod/groups/A/members/${person}`, membership)).toBe(true);
    expect(matchesPattern(`*/members/${person}/values/region`, value)).toBe(true);
    expect(matchesPattern(`**/${person}`, membership)).toBe(true);
    expect(matchesPattern(`prod/members/${person}/**`, value)).toBe(true);
    expect(matchesBelow(`prod/members/${person}/values/*`, "prod/members/ada@northwind.example")).toBe(true);
  }
  expect(matchesPattern("prod/groups/a/**", membership)).toBe(false);
  expect(matchesPattern("PROD/**", membership)).toBe(false);
  expect(matchesPattern("prod/members/ada@northwind.example/values/Region", value)).toBe(false);
  expect(matchesPattern("prod/groups/A/members/bob@northwind.example", membership)).toBe(false);
});

it("warns of a pattern of protect that fits nothing, and of none that may", async () => {
  const sandbox = createSandbox({
    seed: {
      workspaces: [
        {
          name: "prod",
          groups: [{ name: "Live", precedence: 1 }],
          definitions: [{ name: "region", data_type: "string" }],
        },
        { name: "elsewhere" },
      ],
    },
  });
  const warned = async (...patterns: readonly string[]) => {
    const desired = desiredState(
      `protect: ${JSON.stringify(patterns)}\nworkspaces: {prod: {groups: {New: {precedence: 9, previously: [Old]}}}}`,
    );
    const { findings } = await planAgainst(clientOf(sandbox), desired);
    return findings.filter(({ code }) => code === "protects-nothing").map(({ summary }) => summary);
  };
  const wrong = [
    "prdo",
    "prdo/groups/*",
    "prod/groups/Lvie",
    "prod/attributes/regoin",
    "prod/groups/live/values/*",
  ];
  expect((await warned(...wrong)).sort()).toEqual(
    wrong.map((pattern) => `protect ${pattern} matches nothing`).sort(),
  );
  expect(
    await warned(
      "prod",
      "**",
      "prod/**",
      "*/groups/**",
      "prod/groups/Live/members/ADA@northwind.example",
      "prod/groups/New",
      "*/groups/All Users/**",
      "prod/members/nobody@northwind.example/values/*",
      "elsewhere/groups/Whatever",
      "**/nobody@northwind.example",
    ),
  ).toEqual([]);
});
