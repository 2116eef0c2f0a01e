import { expect, it } from "vitest";
import { type Comparison, comparisonProduct } from "../../src/report/access/comparison.js";
import { type ProductFormat, productIn } from "../../src/report/product/product.js";
import { withoutBreaks } from "../support/plan-formats.js";
import { access, fromGroup } from "./fixtures/plan-builder.js";

const comparisonIn = (compared: Comparison, format: ProductFormat, full = false) =>
  [...productIn(comparisonProduct(compared), format, { color: false, width: 80, full })].join("");

it("tells no value, and values that open, from values in CSV", () => {
  const member = "ada@x.example";
  const access_changes = [
    access("prod", member, "region", null, fromGroup("none", "Sales")),
    access("prod", member, "team", fromGroup("a", "Sales"), fromGroup("%", "Sales")),
  ];
  const people = [
    { workspace: "prod", member, verdict: "moved" as const },
    { workspace: "prod", member: "bob@x.example", verdict: "narrowed" as const, presence: "left" as const },
  ];
  const comparison = { access_changes, people };
  const compared = {
    from: "q3",
    to: "live",
    origin: { organization: { id: "org_1", name: "Northwind" }, version: "0.0.0" },
    comparison,
    outcome: "ok",
    refusals: [],
  } as const;
  expect(comparisonIn(compared, "csv").split("\r\n")).toEqual([
    '"workspace","member","presence","verdict","attribute","before","after","gained","lost","rows","before_state","after_state"',
    '"prod","ada@x.example","","sees other data","region","","none","","","","open","set"',
    '"prod","ada@x.example","","sees other data","team","a","%","","","","set","open"',
    '"prod","bob@x.example","left","sees less","","","","","","","",""',
    "",
  ]);
});

it("counts more than 20 people in a text, and names all with --full", () => {
  const members = Array.from({ length: 40 }, (_, i) => `p${String(i).padStart(2, "0")}@x.example`);
  const access_changes = members.map((member) =>
    access("prod", member, "region", fromGroup("west", "West"), fromGroup("east", "East")),
  );
  const people = members.map((member, i) => ({
    workspace: "prod",
    member,
    verdict: "moved" as const,
    ...(i < 30 ? { presence: "joined" as const } : {}),
  }));
  const origin = { organization: { id: "org_1", name: "Northwind" }, version: "0.0.0" };
  const comparison = { access_changes, people };
  const compared = { from: "q3", to: "live", origin, comparison, outcome: "ok", refusals: [] } as const;
  const text = (full: boolean) => comparisonIn(compared, "text", full);
  expect(text(false)).not.toContain("p29@x.example");
  expect(text(false)).toContain("At one point only (30 people)\n  live  prod  30 people\n");
  expect(text(false)).toContain("--full shows every line of them");
  expect(text(true).match(/p29@x\.example/g)).toHaveLength(2);
  expect(text(true)).not.toContain("--full");
  for (const format of ["markdown", "html"] as const)
    expect(withoutBreaks(comparisonIn(compared, format)).match(/p29@x\.example/g)).toHaveLength(2);
});
