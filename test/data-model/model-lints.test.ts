import { describe, expect, it } from "vitest";
import { parseConfig } from "../../src/config/config.js";
import { lintDataModel } from "../../src/data-model/lint/model-lints.js";
import type { ModelDescription } from "../../src/data-model/model-description.js";

const model = (parts: Partial<ModelDescription>): ModelDescription => ({
  grants: [],
  models: [],
  views: [],
  topics: [],
  dashboards: [],
  complete: true,
  ...parts,
});
const place = { file: "m.yml", line: 1 };
const grant = (attribute: string, ...allowed: string[]) => ({
  name: `g_${attribute}`,
  attribute,
  allowed,
  place,
});
/** A view that filters by some attributes and names others in its SQL. */
const view = (filtered: readonly string[], inSql: readonly string[] = []) => ({
  name: "v",
  requires: [],
  place,
  table: "",
  identifiers: [],
  fields: [],
  filters: filtered.map((attribute) => ({ field: "v.f", attribute, place })),
  templates: inSql.map((attribute) => ({ attribute, place })),
});

function found(workspace: string, against: ModelDescription, defined?: readonly string[]) {
  const text = `{version: 1, organization: {id: o}, workspaces: {w: {${workspace}}}}`;
  const { desired, diagnostics } = parseConfig([{ filename: "orgform.yaml", text }]);
  if (desired === null) throw new Error(JSON.stringify(diagnostics));
  return lintDataModel(against, desired, defined && new Set(defined));
}

const lint = (...asked: Parameters<typeof found>): string[] =>
  found(...asked).map(
    ({ code, address, summary }) => `${code} ${address ?? /attribute (\S+?),/.exec(summary)?.[1]}`,
  );

const REGION = "attributes: {region: {data_type: string}}";

describe("the data model against the file", () => {
  it("names an attribute that nobody declares once, however often it is used", () => {
    const uses = model({ grants: [grant("regoin", "x")], views: [view(["regoin"], ["region"])] });
    expect(lint(REGION, uses)).toEqual(["model-attribute-undeclared regoin"]);
  });

  it("leaves undecided offline what a workspace does not manage, and decides it by what will be there", () => {
    const uses = model({ views: [view(["team"])] });
    expect(lint("groups: {}", uses)).toEqual([]);
    expect(lint("groups: {}", uses, ["region"])).toEqual(["model-attribute-undeclared team"]);
    expect(lint(REGION, uses, ["team", "region"])).toEqual(["model-attribute-unused w/attributes/region"]);
  });

  it("never asks for an attribute that the product fills, nor for the use of one that it acts on", () => {
    const uses = model({ views: [view(["email", "region"])] });
    expect(
      lint("attributes: {region: {data_type: string}, zenlytic_connection_name: {data_type: string}}", uses),
    ).toEqual([]);
  });

  it("calls nothing unused when a part of the model could not be read", () => {
    expect(lint(REGION, model({ complete: false }))).toEqual([]);
    expect(lint(REGION, model({}))).toEqual(["model-attribute-unused w/attributes/region"]);
  });

  describe("a value that no grant allows", () => {
    const grants = model({ grants: [grant("region", "west", "new york", "west, new york")] });
    const values = (...groups: string[]) => `${REGION}, groups: {${groups.join(", ")}}`;
    const sales = "S: {precedence: 1, values: {region: ";

    it.each([
      ["west", []],
      ["west, new york", []],
      ["west , new york", ["model-value-several"]],
      ["'west,,'", ["model-value-several"]],
      ["west, eats", ["model-value-unused", "model-value-several"]],
      ["eats, drinks", ["model-value-unused"]],
      ["new", ["model-value-unused"]],
      ["West", ["look-alike"]],
      ["eats, New York", ["model-value-unused", "look-alike"]],
    ])("%s", (value, codes) => {
      const text = value.startsWith("'") ? value : `"${value}"`;
      expect(lint(values(`${sales}${text}}}`), grants)).toEqual(
        codes.map((code) => `${code} w/groups/S/values/region`),
      );
    });

    it("is meant so on All Users, and for whoever is given the same", () => {
      expect(lint(values("All Users: {values: {region: no-access}}", `${sales}no-access}}`), grants)).toEqual(
        [],
      );
    });

    it("is compared as a text, also of a number: to a plan they are one value, and to a grant two", () => {
      const level = model({ grants: [grant("level", "9", "10")] });
      const file = (value: string) =>
        `attributes: {level: {data_type: number}}, groups: {S: {precedence: 1, values: {level: "${value}"}}}`;
      expect(found(file("9"), level)).toEqual([]);
      expect(found(file("9.0"), level)).toMatchObject([
        { code: "model-value-unused", summary: "No grant on level allows 9.0" },
      ]);
    });

    it("may be meant for a filter", () => {
      const filtered = { ...grants, views: [view([], ["region"])] };
      expect(lint(values(`${sales}eats}}`), filtered)).toEqual([]);
      expect(lint(values(`${sales}West}}`), filtered)).toEqual(["look-alike w/groups/S/values/region"]);
    });

    it("with several entries is unclear to a grant wherever it stands, also where the model was read in part", () => {
      const part = { ...grants, complete: false, views: [view(["region"])] };
      const several = "All Users: {values: {region: 'new york, west'}}";
      expect(lint(values(several), part)).toEqual(["model-value-several w/groups/All Users/values/region"]);
    });

    it("of a member's own is found as well", () => {
      const members = "members: {ada@n.example: {values: {region: eats}}}";
      expect(lint(`${REGION}, ${members}`, grants)).toEqual([
        "model-value-unused w/members/ada@n.example/values/region",
      ]);
    });
  });
});
