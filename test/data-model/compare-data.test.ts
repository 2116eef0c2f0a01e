import { describe, expect, it } from "vitest";
import { compareConditions } from "../../src/access/values/compare-meanings.js";
import { meaningOf } from "../../src/access/values/value-meaning.js";
import { createDataComparison } from "../../src/data-model/answer/compare-data.js";
import { createDataReader, type PersonValues } from "../../src/data-model/answer/person-data.js";
import { compileModel } from "../../src/data-model/compile/compile-model.js";
import { modelOf } from "../support/model.js";

const MODEL = `
type: model
name: demo
connection: c
access_grants:
  - {name: hr, user_attribute: department, allowed_values: [HR]}
  - {name: sales, user_attribute: department, allowed_values: [Sales]}
`;
const ORDERS = `
type: view
name: orders
model_name: demo
fields:
  - {name: region, field_type: dimension, type: string, sql: region}
  - {name: total, field_type: measure, type: sum, required_access_grants: [sales]}
  - {name: made, field_type: dimension_group, type: time, timeframes: [raw, date], sql: made}
access_filters:
  - {field: region, user_attribute: region}
`;
const PEOPLE = `
type: view
name: people
model_name: demo
required_access_grants: [hr]
fields: [{name: salary, field_type: dimension, type: number, sql: salary}]
access_filters: [{field: people.salary, user_attribute: band}]
`;
const TOPIC = `
type: topic
label: Order lines
model_name: demo
base_view: orders
views: {people: {override_access_filters: true}}
access_filters: [{field: orders.made_date, user_attribute: band}]
`;

function change(before: PersonValues, after: PersonValues, ...more: readonly string[]) {
  const model = compileModel(modelOf(MODEL, ORDERS, PEOPLE, TOPIC, ...more));
  const read = createDataReader(model);
  return createDataComparison(model, model)(read(before), read(after));
}

const region = (text: string): PersonValues => ({ region: [text], department: ["Sales"] });

describe("what changes for a person", () => {
  it("finds the field of a filter as the query engine does", () => {
    const view = `
type: view
name: Cased
model_name: demo
fields:
  - {name: Band, field_type: dimension, type: string, sql: Band}
  - {name: Open, field_type: dimension_group, type: duration, intervals: [day], sql_start: a, sql_end: b}
access_filters:
  - {field: cased.band, user_attribute: band}
  - {field: cased.DAYS_open, user_attribute: age}
  - {field: Cased.band, user_attribute: other}
`;
    const { rows } = change({ band: ["a"], age: ["1"] }, { band: ["b"], other: ["x"] }, view);
    const own = rows.filter(({ place }) => place === "view:cased");
    // No view is called `Cased`: with that filter the engine refuses the query, whatever the value.
    expect(own.map(({ field, verdict }) => [field, verdict])).toEqual([
      ["cased.band", "moved"],
      ["cased.days_open", "weaker"],
    ]);
  });

  it("names what they gain and lose, by the grants that they pass", () => {
    const found = change({ department: ["Sales"] }, { department: ["HR"] });
    expect(found.gained).toEqual(["view:people", "field:people.salary"]);
    expect(found.lost).toEqual(["field:orders.total"]);
    expect(found.verdict).toBe("moved");
    expect(change({ department: ["nobody"] }, {})).toMatchObject({ lost: [], verdict: "widened" });
    expect(change({}, { department: ["nobody"] })).toMatchObject({ gained: [], verdict: "narrowed" });
  });

  it("compares rows by what conditions mean, in every place", () => {
    const found = change(region("west"), region("west, east"));
    expect(found.verdict).toBe("widened");
    expect(found.rows.map(({ place, field, verdict }) => [place, field, verdict])).toEqual([
      ["view:orders", "orders.region", "weaker"],
      ["topic:Order lines/view:orders", "orders.region", "weaker"],
    ]);
    expect(change(region("west"), { department: ["Sales"] }).rows[0]).toMatchObject({ after: null });
    expect(change(region("west"), region(" west"))).toMatchObject({ verdict: "moved" });
    expect(change(region("west,east"), region("east, west"))).toMatchObject({ rows: [], verdict: "same" });
  });

  it("is unclear where a grant meets a value of several entries, unless more is certain", () => {
    const several: PersonValues = { department: ["HR, Sales"] };
    expect(change({ department: ["none"] }, several)).toMatchObject({ gained: [], verdict: "unclear" });
    const sure = change({ department: ["none"], region: ["west"] }, { ...several, region: ["%"] });
    expect(sure.verdict).toBe("widened");
  });

  it("is unclear where SQL names the attribute in a template", () => {
    const view = `
type: view
name: secret
model_name: demo
derived_table: {sql: "select * from t where r = '{{ user_attributes['region'] }}'"}
fields: [{name: a, field_type: dimension, sql: "case when '{{ user_attributes.tier }}' = 'gold' then a end"}]
`;
    const found = change({ tier: ["gold"] }, { tier: ["silver"] }, view);
    expect(found.rows).toMatchObject([{ place: "view:secret", field: "secret.a", verdict: "unclear" }]);
    expect(change(region("west"), region("east"), view).rows).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ place: "view:secret", verdict: "unclear" })]),
    );
  });

  it("does not compare rows that are hidden before or after", () => {
    const found = change({ department: ["Sales"], band: ["1"] }, { department: ["HR"], band: ["2"] });
    expect(found.rows.map(({ place }) => place)).toEqual(["topic:Order lines/view:orders"]);
  });
});

/** Orders by region; who reaches the field of the filter may depend on a grant. */
const regions = (grants: string) =>
  compileModel(
    modelOf(
      MODEL,
      `
type: view
name: orders
model_name: demo
fields:
  - {name: total, field_type: measure, type: sum, sql: total}
  - {name: region, field_type: dimension, type: string, sql: region, required_access_grants: [${grants}]}
access_filters: [{field: orders.region, user_attribute: region}]
`,
    ),
  );

it.each([
  ["does not reach any more", "", "hr", "Sales", "stronger"],
  ["now reaches", "hr", "", "Sales", "weaker"],
  ["may not reach any more", "", "hr", "HR, Sales", "unclear"],
  ["may not have reached", "hr", "", "HR, Sales", "unclear"],
])(
  "compares rows by a filter whose field somebody %s, though their values stay",
  (_, from, to, department, verdict) => {
    const values = { region: ["west"], department: [department] };
    const [before, after] = [regions(from), regions(to)];
    const compare = createDataComparison(before, after);
    const { rows } = compare(createDataReader(before)(values), createDataReader(after)(values));
    expect(rows.map((row) => [row.place, row.verdict])).toEqual([["view:orders", verdict]]);
  },
);

it.each([
  ["certainly reaches", "Sales", []],
  ["may not reach", "HR, Sales", ["weaker"]],
])("rows of a new place are no more than those of a topic that somebody %s", (_, department, expected) => {
  const topic = (label: string, more: string) =>
    `type: topic\nlabel: ${label}\nmodel_name: demo\nbase_view: customers\n${more}`;
  const open =
    "views: {orders: {override_access_filters: true}}\naccess_filters: [{field: customers.area, user_attribute: region}]";
  const customers =
    "type: view\nname: customers\nmodel_name: demo\nfields: [{name: area, field_type: dimension, type: string, sql: area}]";
  const withTopic = (more: string) =>
    compileModel(
      modelOf(
        MODEL,
        ORDERS,
        customers,
        topic("Guarded", `required_access_grants: [sales]\n${open}`),
        topic("Plain", more),
      ),
    );
  const [before, after] = [withTopic("views: {}"), withTopic(open)];
  const values = { region: ["west"], department: [department] };
  const compare = createDataComparison(before, after);
  const { rows } = compare(createDataReader(before)(values), createDataReader(after)(values));
  const inNew = rows.filter(({ place }) => place === "topic:Plain/view:orders");
  expect(inNew.map(({ verdict }) => verdict)).toEqual(expected);
});

describe("two conditions", () => {
  const condition = (value: string | undefined) => {
    const meaning = meaningOf(value);
    return value === undefined || value === ""
      ? null
      : { meaning: meaning.kind, value, ...("entries" in meaning ? { entries: meaning.entries } : {}) };
  };
  /** Rows by their region; a null region is a row, too. */
  const ROWS = ["west", "east", "north", null];
  const left = (value: string | undefined): Set<string | null> => {
    if (value === undefined || value === "") return new Set(ROWS);
    if (value === "west,") return new Set();
    if (value === "%") return new Set(ROWS.filter((row) => row !== null));
    const entries = value.split(",").map((entry) => entry.trim().replace(/^-/, ""));
    return new Set(ROWS.filter((row) => row !== null && entries.includes(row) !== value.startsWith("-")));
  };

  it("hold each other as the rows do that they leave", () => {
    const values = ["west", "east", "west, east", "-west", "-west,-east", "west,", "%", "", undefined];
    for (const a of values) {
      for (const b of values) {
        const [x, y] = [left(a), left(b)];
        const more = [...x].every((row) => y.has(row));
        const less = [...y].every((row) => x.has(row));
        const expected = more ? (less ? "same" : "weaker") : less ? "stronger" : "moved";
        expect(compareConditions(condition(a), condition(b)), `${a} → ${b}`).toBe(expected);
      }
    }
  });

  it.each([
    ["5", "5.0", "unclear"],
    ["-5.0", "-05", "unclear"],
    ["-5.0", "5", "unclear"],
    ["5, 6", "5", "stronger"],
    ["5", "6.0", "moved"],
  ])("are unclear where entries are one as numbers only: %s and %s", (before, after, verdict) => {
    const [from, to] = [condition(before), condition(after)];
    expect(
      compareConditions(from && { ...from, ofAnyColumn: true }, to && { ...to, ofAnyColumn: true }),
    ).toBe(verdict);
    // A text column has them for two, and a number column has its entries in one form.
    expect(compareConditions(from, to)).not.toBe("unclear");
  });

  it("are unclear where one is a pattern, beside everything and nothing", () => {
    expect(compareConditions(condition("we%"), condition("we%"))).toBe("same");
    expect(compareConditions(condition("we%"), condition("west"))).toBe("unclear");
    expect(compareConditions(condition("we%"), condition("%"))).toBe("weaker");
    expect(compareConditions(condition("we%"), condition("west,"))).toBe("stronger");
  });
});

it("a tie with the empty text is unclear: nobody knows if a filter is added", () => {
  const model = compileModel(modelOf(MODEL, ORDERS));
  const rows = (region: string[]) => createDataReader(model)({ region }).rows.map(({ meaning }) => meaning);
  expect(rows([""])).toEqual([]);
  expect(rows(["", "west"])).toEqual(["unclear"]);
});
