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
