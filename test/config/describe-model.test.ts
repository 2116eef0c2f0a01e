import { describe, expect, it } from "vitest";
import { describeModelFile } from "../../src/config/data-model/describe-model.js";

const read = (text: string) => describeModelFile({ filename: "m.yml", text });

describe("a file of a data model", () => {
  it("keeps where each thing stands, and passes unknown keys over", () => {
    const { views, findings } = read(`type: view
name: orders
future: {key: [1, 2]}
fields:
  - name: id
    field_type: dimension

  - name: made
    field_type: dimension_group
    timeframes: [raw, date]
`);
    expect(findings).toEqual([]);
    expect(views[0]).toMatchObject({ name: "orders", place: { file: "m.yml", line: 1 } });
    expect(views[0]?.fields.map(({ name, place, names }) => [name, place.line, names])).toEqual([
      ["id", 5, ["id"]],
      ["made", 8, ["made", "made_raw", "made_date"]],
    ]);
  });

  it("reads through aliases, JSON and several documents", () => {
    const { models, grants, dashboards } = read(`{"type": "model", "name": "a", "access_grants": [
  {"name": "g", "user_attribute": "region", "allowed_values": &v ["west"]},
  {"name": "h", "user_attribute": "region", "allowed_values": *v}]}
---
type: dashboard
name: sales
required_access_grants: g
`);
    expect(models).toHaveLength(1);
    expect(grants.map(({ allowed }) => allowed)).toEqual([["west"], ["west"]]);
    expect(dashboards).toMatchObject([{ name: "sales", requires: ["g"] }]);
  });

  it("takes a topic's label where it has no name, its base view first", () => {
    const { topics } = read(`type: topic
label: Order lines
base_view: orders
views: {customers: {override_access_filters: true}, orders: {}}
`);
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

  it("says what it does not understand, and reads nothing else", () => {
    for (const text of [
      "type: view\nfields: []\n",
      "type: model\nname: m\naccess_grants: [{name: g, allowed_values: [a]}]\n",
      "type: model\nname: m\naccess_grants: all\n",
      "type: view\nname: v\naccess_filters: [{field: a}]\n",
      "type: view\nname: [\n",
    ]) {
      expect(
        read(text).findings.map(({ code }) => code),
        text,
      ).toEqual(["model-unreadable"]);
    }
    expect(read("name: profile\nconnections: [")).toMatchObject({ findings: [], views: [] });
  });
});
