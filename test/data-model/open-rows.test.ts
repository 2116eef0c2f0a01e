import { describe, expect, it } from "vitest";
import { emptyState, memberAttributeOf } from "../../src/access/values/access-state.js";
import { dataReaderOf } from "../../src/data-model/answer/people-data.js";
import type { PersonValues } from "../../src/data-model/answer/person-data.js";
import { viewOf, withOpenRows } from "../../src/data-model/answer/person-view.js";
import { lintRows } from "../../src/data-model/lint/lint-rows.js";
import { modelOf } from "../support/model.js";

const MODEL = `type: model
name: m
connection: c
access_grants:
  - {name: pay, user_attribute: team, allowed_values: [finance]}
  - {name: all, user_attribute: region, allowed_values: ["%"]}
  - {name: hq, user_attribute: region, allowed_values: [hq]}`;

const view = (name: string, more = "", table = "PROD.ORDERS") => `type: view
name: ${name}
model_name: m
sql_table_name: ${table}
fields:
  - {name: region, field_type: dimension, type: string, sql: "\${TABLE}.region"}
  - {name: land, field_type: dimension, type: string, sql: "\${TABLE}.land"}
  - {name: team, field_type: dimension, type: string, sql: "\${TABLE}.team"}
${more}`;
const filtered = (...filters: readonly (readonly [field: string, attribute: string])[]) =>
  `access_filters: [${filters.map(([field, by]) => `{field: ${field}, user_attribute: ${by}}`).join(", ")}]`;
const BY_REGION = filtered(["orders.region", "region"]);
const ORDERS = view("orders", BY_REGION);
const guarded = (grant: string) => view("copy", `required_access_grants: [${grant}]`);

/** What is said of these views, where somebody with these values is known. */
function said(views: readonly string[], values?: Readonly<Record<string, string>>) {
  const names = Object.keys(values ?? {});
  const nameIndex = { workspace: "w", groups: [], members: ["ada@n.example"], attributes: names };
  const state = emptyState(nameIndex);
  for (const [a, name] of names.entries())
    state.ownValue.set(memberAttributeOf(state, 0, a), values?.[name] ?? "");
  const known = values ? [{ nameIndex, state, unread: new Set<number>() }] : [];
  return lintRows(modelOf(MODEL, ...views), known);
}

describe("a filter of a view whose table another view shows without it", () => {
  it("is said once a view, with the filters and the other views", () => {
    const found = said([
      view("orders", filtered(["orders.region", "region"], ["team", "team"])),
      view("a"),
      view("b"),
    ]);
    expect(found).toEqual([
      {
        severity: "warning",
        code: "model-rows-open",
        summary:
          "orders filters its rows by region, team, and 2 views of the same table can be reached without: a, b",
        detail:
          "People who are limited in orders (1.yml:1) see the other rows there. The filters are on orders.region (1.yml:9), team (1.yml:9); the rows are shown by a (2.yml:1), b (3.yml:1). Write the same filter there, or require a grant that they do not pass.",
      },
    ]);
  });

  it.each([
    ["no other view of the table", view("copy", "", "PROD.OTHER")],
    ["the same filter, by whatever name", view("copy", filtered(["copy.region", "region"]))],
    ["the same column of another view", view("copy", filtered(["orders.region", "region"]))],
    ["an alias", "type: topic\nlabel: T\nmodel_name: m\nbase_view: orders\nviews: {copy: {from: orders}}"],
    ["a grant that only those pass whom it does not limit", guarded("all")],
    ["a grant that nobody is known to pass", guarded("pay")],
  ])("is not said with %s", (_, other) => {
    expect(said([ORDERS, other])).toEqual([]);
    expect(said([ORDERS, other], { region: "west", team: "sales" })).toEqual([]);
  });

  it.each([
    ["written in another way", view("copy", "", 'prod."orders"')],
    ["with a filter on another column", view("copy", filtered(["copy.land", "region"]))],
    ["with a filter by another attribute", view("copy", filtered(["copy.region", "team"]))],
    ["behind a grant that values of the filter pass", guarded("hq")],
  ])("is said of one %s", (_, other) => {
    const found = said([ORDERS, other]).filter(({ summary }) => summary.startsWith("orders "));
    expect(found.map(({ code }) => code)).toEqual(["model-rows-open"]);
  });

  it("is said of one behind a grant where somebody is limited and passes it", () => {
    expect(said([ORDERS, guarded("pay")], { region: "west", team: "finance" })).toHaveLength(1);
    // Without a value everybody passes.
    expect(said([ORDERS, guarded("pay")], { region: "west" })).toHaveLength(1);
    expect(said([ORDERS, guarded("pay")], { region: "%", team: "finance" })).toEqual([]);
    const both = view("orders", `${BY_REGION}\nrequired_access_grants: [pay]`);
    expect(said([both, guarded("pay")])).toHaveLength(1);
  });

  it("is nothing of a model that the engine refuses", () => {
    expect(lintRows({ ...modelOf(MODEL, ORDERS, view("copy")), refused: true }, [])).toEqual([]);
  });
});

describe("the rows of a person have the views by which they see all of them", () => {
  const throughOf = (values: PersonValues, ...views: readonly string[]) => {
    const { model, read } = dataReaderOf(modelOf(MODEL, ...views));
    const data = read(values);
    const { rows } = withOpenRows(model, data, viewOf(model, data));
    return rows.map(({ place, attribute, through }) => `${place} ${attribute}: ${through?.join() ?? "-"}`);
  };
  const WEST = { region: ["west"], team: ["sales"] };
  const TOPIC = "type: topic\nlabel: T\nmodel_name: m\nbase_view: orders\nviews: {}";

  it("in each place", () => {
    expect(throughOf(WEST, ORDERS, view("copy"), TOPIC)).toEqual([
      "view:orders region: view:copy",
      "topic:T/view:orders region: view:copy",
    ]);
  });

  it.each([
    ["that they reach", guarded("pay")],
    ["that the same attribute does not limit", view("copy", filtered(["copy.land", "region"]))],
    ["that nothing else limits", view("copy", filtered(["copy.team", "team"]))],
    ["that answers queries", view("copy", "access_filters: [{field: none, user_attribute: none}]")],
  ])("only by views %s", (_, other) => {
    expect(throughOf(WEST, ORDERS, other)[0]).toBe("view:orders region: -");
  });

  it("by a view that has the other filters as well", () => {
    const both = view("orders", filtered(["orders.region", "region"], ["orders.team", "team"]));
    expect(throughOf(WEST, both, view("copy", filtered(["copy.team", "team"])))).toEqual([
      "view:orders region: view:copy",
      "view:orders team: -",
      "view:copy team: -",
    ]);
    expect(throughOf({ ...WEST, team: ["finance"] }, ORDERS, guarded("pay"))).toEqual([
      "view:orders region: view:copy",
    ]);
  });
});
