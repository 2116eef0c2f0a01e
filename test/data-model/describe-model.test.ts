import { describe, expect, it } from "vitest";
import { readTexts } from "../support/model.js";

const MODEL = "{type: model, name: m, connection: c}";
const codes = (...texts: readonly string[]): readonly string[] =>
  readTexts(...texts).diagnostics.map(
    ({ severity, code, range }) =>
      `${severity} ${code}${range ? ` ${range.filename}:${range.start.line}:${range.start.column}` : ""}`,
  );

describe("a data model from its files", () => {
  it("keeps where each thing stands, and passes unknown keys over", () => {
    const { views, diagnostics } = readTexts(
      MODEL,
      `type: view
name: orders
model_name: m
future: {key: [1, 2]}
fields:
  - name: id
    field_type: dimension
    sql: id
  - name: made
    field_type: dimension_group
    type: time
    timeframes: [date]
`,
    );
    expect(diagnostics).toEqual([]);
    expect(views[0]).toMatchObject({ name: "orders", place: { file: "1.yml", line: 1 } });
    expect(views[0]?.fields.map(({ name, place, names }) => [name, place.line, names])).toEqual([
      ["id", 6, ["id"]],
      ["made", 9, ["made_raw", "made_date"]],
    ]);
  });

  it("reads through aliases and merges, and JSON", () => {
    const { grants, dashboards } = readTexts(
      `{"type": "model", "name": "a", "connection": "c", "access_grants": [
  &g {"name": "g", "user_attribute": "region", "allowed_values": &v ["west"]},
  {"name": "h", "user_attribute": "region", "allowed_values": *v},
  {<<: *g, "name": "i"}]}`,
      "type: dashboard\nname: Sales\nrequired_access_grants: [g]\n",
    );
    expect(grants.map(({ name, allowed }) => [name, allowed])).toEqual([
      ["g", ["west"]],
      ["h", ["west"]],
      ["i", ["west"]],
    ]);
    expect(dashboards).toMatchObject([{ name: "sales", requires: ["g"] }]);
  });

  it("reads scalars as YAML 1.1", () => {
    const values =
      "yes, N, ~, 010, 08, 0x1F, 1_000, 12:30, 1.50, 1e3, .inf, 2026-01-01, 'on', !!str 5, nope, 1-2";
    const { grants } = readTexts(
      `{type: model, name: m, connection: c, access_grants: [{name: g, user_attribute: a, allowed_values: [${values}]}]}`,
    );
    expect(grants[0]).toMatchObject({ allowed: ["08", "on", "5", "nope", "1-2"] });
    expect(grants[0]?.others?.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      "other true",
      "other false",
      "other none",
      ...["8", "31", "1000", "750", "1.5", "1000.0", "inf"].map((text) => `number ${text}`),
      "date 2026-01-01",
    ]);
  });

  it("takes a topic's label where it has no name, its base view first", () => {
    const { topics } = readTexts(
      MODEL,
      `type: topic
label: Order lines
model_name: m
base_view: Orders
views: {customers: {override_access_filters: 1}, orders: {}}
`,
    );
    expect(topics).toMatchObject([
      {
        name: "Order lines",
        views: [
          { name: "orders", overridesFilters: false },
          { name: "customers", overridesFilters: true },
        ],
      },
    ]);
  });

  it.each([
    ["a view without fields", "type: view\nmodel_name: m\nname: v", "1.yml:1:1"],
    [
      "a grant without an attribute",
      "type: model\nname: n\nconnection: c\naccess_grants: [{name: g, allowed_values: [a]}]\nrequired_access_grants: [g]",
      "1.yml:4:17",
    ],
    [
      "grants that are no list",
      "type: model\nname: n\nconnection: c\naccess_grants: all\nrequired_access_grants: [g]",
      "1.yml:4:16",
    ],
    ["broken YAML", "type: view\nname: [", "1.yml:2:8"],
    ["two documents", "type: view\nname: v\nmodel_name: m\nfields: []\n---\na: 1", "1.yml:5:1"],
    [
      "a key twice",
      "type: view\nname: v\nmodel_name: m\nfields: [{name: a, field_type: x, name: b}]",
      "1.yml:4:35",
    ],
    ["a grant that nothing defines", "type: dashboard\nname: d\nrequired_access_grants: [g]", "1.yml:1:1"],
    ["a model that nothing defines", "type: view\nname: v\nmodel_name: n\nfields: []", "1.yml:1:1"],
    ["a topic without a label", "type: topic\nname: t\nmodel_name: m\nbase_view: v", "1.yml:1:1"],
  ])("is refused with its place: %s", (_, text, place) => {
    expect(codes(MODEL, text)).toEqual([`error model-refused ${place}`]);
    expect(readTexts(MODEL, text)).toMatchObject({ refused: true, complete: false });
  });

  it("names both places of what is defined twice, whatever the letter case", () => {
    const view = (name: string) => `{type: view, name: ${name}, model_name: m, fields: []}`;
    const { diagnostics } = readTexts(MODEL, view("orders"), view("Orders"));
    expect(diagnostics).toMatchObject([{ code: "model-duplicate", range: { filename: "2.yml" } }]);
    expect(diagnostics[0]?.detail).toContain("1.yml:1");
  });

  it("says which filter refuses every query, and which value is no text", () => {
    const view = "{type: view, name: v, model_name: m, fields: [], access_filters: [{field: v.a}]}";
    expect(codes(MODEL, view)).toEqual(["warning model-filter-refused 1.yml:1:67"]);
    const grant = "access_grants: [{name: g, user_attribute: on, allowed_values: [NO]}]";
    expect(codes(`type: model\nname: m\nconnection: c\n${grant}`)).toEqual([
      "warning model-value-not-text 0.yml:4:43",
      "warning model-value-not-text 0.yml:4:64",
    ]);
  });

  it("passes over files about something else, whatever they hold", () => {
    expect(
      readTexts("name: profile\nconnections: [", "type: source\na: 1\na: 2", "- type: view"),
    ).toMatchObject({
      views: [],
      diagnostics: [],
      complete: true,
    });
  });
});
