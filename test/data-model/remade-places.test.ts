import { expect, test } from "vitest";
import { dataJudge } from "../../src/data-model/answer/people-data.js";
import type { PersonValues } from "../../src/data-model/answer/person-data.js";
import { personWith, readTexts } from "../support/model.js";

const MODEL =
  "{type: model, name: m, connection: c, access_grants: [{name: g, user_attribute: team, allowed_values: [hr]}]}";
const ORDERS = `type: view
name: orders
model_name: m
sql_table_name: db.orders
access_filters: [{field: orders.channel, user_attribute: channel}]
fields:
  - {name: channel, label: Channel, field_type: dimension, type: string, sql: "\${TABLE}.channel"}
  - {name: upper, field_type: dimension, type: string, sql: "upper(\${channel})"}
  - {name: cost, field_type: measure, type: sum, sql: "\${TABLE}.cost", required_access_grants: [g]}`;
const TOPIC = `type: topic
label: Sales
model_name: m
base_view: orders
views: {buyers: {from: orders}}`;

/** How a change of the model looks to somebody whose values stay. */
function changed(values: PersonValues, from: string, to: string) {
  const [was, is] = [ORDERS, ORDERS.replace(from, to)];
  const model = (text: string) => readTexts(MODEL, text, TOPIC);
  const person = personWith(values);
  const { verdict, data } = dataJudge(model(was), model(is)).judge(person, person);
  const { gained, lost, rows } = data;
  const places = rows.map(({ place, field, verdict: of }) => `${place} ${field} ${of}`);
  return { verdict, gained, lost, places };
}

const ada = { channel: ["Email"], team: ["sales"] };

test("another column behind a filter is unclear, with its place and each field that is made of it", () => {
  const { verdict, places } = changed(ada, `sql: "\${TABLE}.channel"`, `sql: "'Email'"`);
  expect(verdict).toBe("unclear");
  expect(places).toEqual([
    "view:orders orders.channel unclear",
    "view:orders orders.upper unclear",
    "view:buyers buyers.channel unclear",
    "view:buyers buyers.upper unclear",
  ]);
});

test("another table is unclear to whoever reaches the view, and to nobody else", () => {
  const { verdict, places } = changed(ada, "db.orders", "db.all_orders");
  expect({ verdict, places }).toEqual({
    verdict: "unclear",
    places: ["view:orders  unclear", "view:buyers  unclear"],
  });
});

test("the SQL of a field is unclear to whoever reaches the field, and to nobody else", () => {
  const salary = `sql: "\${TABLE}.salary"`;
  expect(changed(ada, `sql: "\${TABLE}.cost"`, salary)).toMatchObject({ verdict: "same", places: [] });
  expect(changed({ team: ["hr"] }, `sql: "\${TABLE}.cost"`, salary)).toMatchObject({
    verdict: "unclear",
    places: ["view:orders orders.cost unclear", "view:buyers buyers.cost unclear"],
  });
});

test("what a topic always asks for is unclear in its places", () => {
  const model = (text: string) => readTexts(MODEL, ORDERS, text);
  const other = `${TOPIC}\nalways_filter: [{field: orders.channel, value: Email}]`;
  const { data } = dataJudge(model(other), model(TOPIC)).judge(personWith(ada), personWith(ada));
  expect(data.rows.map(({ place, verdict }) => `${place} ${verdict}`)).toEqual([
    "topic:Sales/view:orders unclear",
    "topic:Sales/view:buyers unclear",
  ]);
});

test("words for people make no difference", () => {
  expect(changed(ada, "label: Channel", "label: By channel")).toMatchObject({ verdict: "same", places: [] });
});

test("what is gained beside it is said", () => {
  const { verdict, gained } = changed(
    ada,
    `sql: "\${TABLE}.cost", required_access_grants: [g]`,
    `sql: "\${TABLE}.salary"`,
  );
  expect({ verdict, gained }).toEqual({
    verdict: "widened",
    gained: ["field:orders.cost", "field:buyers.cost"],
  });
});

test("an alias is gained with the topic that makes it", () => {
  const [from, to] = [readTexts(MODEL, ORDERS), readTexts(MODEL, ORDERS, TOPIC)];
  const { verdict, data } = dataJudge(from, to).judge(personWith(ada), personWith(ada));
  expect({ verdict, gained: data.gained }).toEqual({
    verdict: "widened",
    gained: ["view:buyers", "field:buyers.channel", "field:buyers.upper", "topic:Sales"],
  });
});

/** Keys that are empty, and those that the engine reads as if they were not there. */
const view = (more: string) => `type: view
name: v
model_name: m
sql_table_name: t
identifiers:
  - {name: id, sql: "\${a}", type: primary}
  - {name: id, sql: "\${a}", type: foreign}
fields:
  - {name: a, field_type: dimension, type: string, sql: "\${TABLE}.a"}
  - name: b
    sql: "\${TABLE}.b"
${more}`;

function rewritten(from: string, to: string) {
  const person = personWith({});
  return dataJudge(readTexts(MODEL, view(from)), readTexts(MODEL, view(to))).judge(person, person).verdict;
}

const A_DIMENSION = "    field_type: dimension\n";
const A_TIER = "    field_type: dimension\n    type: tier\n";
const A_MEASURE = "    field_type: measure\n    type: sum\n";
const A_GROUP = "    field_type: dimension_group\n    type: time\n    timeframes: [date]\n";

test.each([
  [A_DIMENSION, "tiers:", "tiers: null"],
  [A_DIMENSION, "tiers: ~", ""],
  [A_DIMENSION, "filters:", "filters: []"],
  [A_DIMENSION, "case:", ""],
  [A_DIMENSION, "case: {whens: [{sql: x, label: y}]}", "case: null"],
  [A_TIER, "tiers: [1, 2]", "tiers:\n      - 0x1\n      - 2"],
  [A_MEASURE, "filters: [{field: a, value: x}]", "filters: [{'value': \"x\", field: a}]"],
  [A_MEASURE, "filters: null", "filters: []"],
  [A_MEASURE, "measure: ~", "measure: ''"],
  [A_MEASURE, "window: no", "window:"],
  [A_MEASURE, "non_additive_dimension: {}", "non_additive_dimension: null"],
  [
    A_MEASURE,
    "non_additive_dimension: {name: a, window_choice: max}",
    "non_additive_dimension: {window_choice: max, window_groupings:, name: a}",
  ],
  [A_GROUP, "convert_tz: yes", ""],
  [A_GROUP, "convert_tz:", "convert_tz: false"],
])("what the engine reads alike is the same: %s    %s | %s", (kind, from, to) => {
  expect(rewritten(`${kind}    ${from}`, `${kind}    ${to}`)).toBe("same");
  expect(rewritten(`${kind}    ${to}`, `${kind}    ${from}`)).toBe("same");
});

test.each([
  [A_TIER, "tiers: [1, 2]", "tiers: [2, 1]"],
  [A_TIER, "tiers: [1, 2]", "tiers: []"],
  [A_MEASURE, "filters: [{field: a, value: '1'}]", "filters: [{field: a, value: 1}]"],
  [A_MEASURE, "filters: [{field: a, value: null}]", "filters: [{field: a}]"],
  [A_MEASURE, "percentile: 0", "percentile: null"],
  [A_MEASURE, "update_where_timeframe: null", ""],
  [A_GROUP, "datatype: null", ""],
  [A_GROUP, "convert_tz: null", ""],
])("what the engine reads otherwise is unclear: %s    %s | %s", (kind, from, to) => {
  expect(rewritten(`${kind}    ${from}`, `${kind}    ${to}`)).toBe("unclear");
});

test("of several identifiers of one name, the first one joins", () => {
  const [primary, foreign] = ["primary", "foreign"].map(
    (type) => `  - {name: id, sql: "\${a}", type: ${type}}\n`,
  );
  const verdict = (before: string, after: string) => {
    const [from, to] = [before, after].map((some) =>
      readTexts(
        MODEL,
        view(A_DIMENSION).replace(/ {2}- \{name: id.*\n.*\n/, () => some),
      ),
    );
    const person = personWith({});
    return from && to && dataJudge(from, to).judge(person, person).verdict;
  };
  expect(verdict(`${primary}${foreign}`, `${primary}${foreign}`)).toBe("same");
  expect(verdict(`${primary}`, `${primary}${foreign}`)).toBe("same");
  expect(verdict(`${primary}${foreign}`, `${foreign}${primary}`)).toBe("unclear");
  expect(verdict(`${primary}`, `${foreign}${primary}`)).toBe("unclear");
});
