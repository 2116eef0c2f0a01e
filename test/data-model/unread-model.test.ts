import { expect, test } from "vitest";
import { dataJudge } from "../../src/data-model/answer/people-data.js";
import { dataOf, type PersonValues } from "../../src/data-model/answer/person-data.js";
import { viewOf } from "../../src/data-model/answer/person-view.js";
import { compileModel } from "../../src/data-model/compile/compile-model.js";
import type { ModelDescription } from "../../src/data-model/model-description.js";
import { UNREAD } from "../../src/model/address.js";
import { personWith, readTexts } from "../support/model.js";

const MODEL =
  "{type: model, name: m, connection: c, access_grants: [{name: g, user_attribute: region, allowed_values: [west]}]}";

function seen(...texts: readonly string[]) {
  const description = readTexts(...texts);
  expect(description.diagnostics).not.toEqual([]);
  const model = compileModel(description);
  const { reached, hidden, unclear, rows } = viewOf(model, dataOf(model, { region: ["east"] }));
  return {
    reached,
    hidden: hidden.map(({ object }) => object),
    unclear: unclear.map(({ object }) => object),
    rows: rows.map(({ place, meaning }) => `${place} ${meaning}`),
  };
}

const VIEW =
  "{type: view, name: v, model_name: m, fields: [{name: f, field_type: dimension, sql: f}], required_access_grants: [g]}";

test.each([
  ["a file is broken", "type: view\nname: ["],
  ["a grant is not there", "{type: dashboard, name: d, required_access_grants: [h]}"],
  [
    "a grant says nothing of its values",
    "{type: model, name: n, connection: c, access_grants: [{name: h, user_attribute: a}], required_access_grants: [g]}",
  ],
])("nothing is certain of a model that the engine refuses: %s", (_, text) => {
  const { reached, hidden, unclear, rows } = seen(MODEL, VIEW, text);
  expect({ reached, hidden }).toEqual({ reached: [], hidden: [] });
  expect(unclear).toEqual(expect.arrayContaining(["model:m", "view:v", "field:v.f"]));
  expect(rows).toEqual(["view:v unclear"]);
});

test("what is defined twice is unclear, and the rest is not", () => {
  const other = "{type: view, name: w, model_name: m, fields: [], required_access_grants: [g]}";
  expect(seen(MODEL, VIEW, VIEW.replace("[g]", "[]").replace("v,", "V,"), other)).toEqual({
    reached: ["model:m"],
    hidden: ["view:w"],
    unclear: ["view:v", "field:v.f"],
    rows: ["view:v unclear"],
  });
});

test("an alias that two topics mean differently is unclear, and its view is not", () => {
  const topic = (name: string, more = "") =>
    `{type: topic, label: ${name}, model_name: m, base_view: w, views: {x: {from: w${more}}}}`;
  const view = "{type: view, name: w, model_name: m, fields: [{name: f, field_type: dimension, sql: f}]}";
  const { reached, unclear } = seen(MODEL, view, topic("A"), topic("B", ", include_metrics: no"));
  expect(reached).toEqual(["model:m", "view:w", "field:w.f", "topic:A", "topic:B"]);
  expect(unclear).toEqual(["view:x", "field:x.f"]);
});

test("an alias that two topics mean alike is one", () => {
  const topic = (name: string) =>
    `{type: topic, label: ${name}, model_name: m, base_view: w, views: {x: {from: w}}}`;
  const { diagnostics, views } = readTexts(
    MODEL,
    "{type: view, name: w, model_name: m, fields: []}",
    topic("A"),
    topic("B"),
  );
  expect({ diagnostics, views: views.map(({ name }) => name) }).toEqual({
    diagnostics: [],
    views: ["w", "x"],
  });
});

test("a merge key at the top of a file leaves what it defines unclear", () => {
  const { reached, unclear } = seen(
    MODEL,
    "x: &x {required_access_grants: [g]}\n<<: *x\ntype: view\nname: v\nmodel_name: m\nfields: [{name: f, field_type: dimension, sql: f}]",
  );
  expect({ reached, unclear }).toEqual({ reached: ["model:m"], unclear: ["view:v", "field:v.f"] });
});

function comparing(model: ModelDescription) {
  const { judge } = dataJudge(model);
  return (before: PersonValues, after: PersonValues) => judge(personWith(before), personWith(after));
}

test("values that differ surely show nobody less where something was not understood", () => {
  const compare = comparing({ ...readTexts(MODEL, VIEW), complete: false });
  expect(compare({ region: ["west"] }, { region: ["east"] }).verdict).toBe("unclear");
  expect(compare({ team: ["a"] }, { team: ["b"] }).verdict).toBe("unclear");
  expect(compare({ region: ["east"] }, { region: ["west"] }).verdict).toBe("widened");
  expect(compare({ region: ["east"] }, { region: ["east"] }).verdict).toBe("same");
});

test("what is defined twice may change with every value that guards or limits one of the two", () => {
  const view = (more: string) =>
    `{type: view, name: v, model_name: m, fields: [{name: f, field_type: dimension, sql: f}], ${more}}`;
  const compare = comparing(
    readTexts(
      MODEL,
      view("required_access_grants: [g]"),
      view("access_filters: [{field: v.f, user_attribute: team}]"),
    ),
  );
  expect(compare({ region: ["west"] }, { region: ["east"] }).verdict).toBe("unclear");
  expect(compare({ team: ["a"] }, { team: ["b"] }).verdict).toBe("unclear");
  expect(compare({ other: ["a"] }, { other: ["b"] }).verdict).toBe("same");
});

test("what a model lacks that was not read as a whole is not known to be gone", () => {
  const whole = readTexts(MODEL, VIEW);
  const part = { ...readTexts(MODEL), complete: false };
  const west = personWith({ region: ["west"] });
  const { verdict, data } = dataJudge(whole, part).judge(west, west);
  expect({ verdict, lost: data.lost }).toEqual({ verdict: "unclear", lost: [] });
  expect(dataJudge(part, whole).judge(west, west)).toMatchObject({
    verdict: "unclear",
    data: { gained: [] },
  });
  expect(dataJudge(part, whole).judge(null, west).data.gained).toContain("field:v.f");
});

const CUT = "# x\rtype: view\ntype: view\nname: w\nmodel_name: m\nfields: []\nrequired_access_grants: [g]";

test("what was not read of a model may be seen by anybody", () => {
  expect(seen(MODEL, VIEW, CUT)).toMatchObject({ hidden: ["view:v", "field:v.f"], unclear: [UNREAD] });
  const east = personWith({ region: ["east"] });
  expect(dataJudge(readTexts(MODEL, VIEW, CUT)).judge(null, east).verdict).toBe("widened");
  expect(dataJudge(readTexts(CUT)).judge(null, east).verdict).toBe("unclear");
});

test.each([
  ["part of it was not read", CUT, CUT.replace("required_access_grants: [g]", "")],
  ["the engine refuses it", "type: view\nname: [", "type: view\nname: {"],
])(
  "two models of which %s are the same if their files are, and otherwise unclear to all",
  (_, one, other) => {
    const west = personWith({ region: ["west"] });
    const verdict = (before: readonly string[], after: readonly string[]) =>
      dataJudge(readTexts(...before), readTexts(...after)).judge(west, west).verdict;
    expect(verdict([MODEL, VIEW, one], [MODEL, VIEW, one])).toBe("same");
    expect(verdict([MODEL, VIEW, one], [MODEL, VIEW, other])).toBe("unclear");
    // Who passes the grant may reach the rest.
    expect(verdict([MODEL, one], [MODEL.replace("[west]", "[west, east]"), one])).toBe("unclear");
  },
);

test("from a model that was not read nothing is certainly gained by column, and to it nothing is lost", () => {
  const guarded = `{type: view, name: c, model_name: m, sql_table_name: t, fields: [
    {name: email, field_type: dimension, type: string, sql: "\${TABLE}.email", required_access_grants: [g]},
    {name: emails, field_type: measure, type: count_distinct, sql: "\${email}"}]}`;
  const whole = readTexts(MODEL, VIEW, guarded);
  const east = personWith({ region: ["east"] });
  const open = { object: "field:c.email", by: "column", through: ["field:c.emails"] };
  expect(dataJudge(readTexts(MODEL, VIEW), whole).judge(east, east).data.gained).toContainEqual(open);
  for (const part of [
    readTexts(MODEL, VIEW, guarded.replace("]}", "")),
    { ...readTexts(MODEL, VIEW), complete: false },
    { ...readTexts(MODEL, VIEW, guarded.replace(`sql: "\${email}"`, `sql: "\${TABLE}.a"`)), complete: false },
  ]) {
    const judgements = [dataJudge(part, whole), dataJudge(whole, part)].map(({ judge }) => judge(east, east));
    for (const { verdict, data } of judgements) {
      expect(verdict).toBe("unclear");
      expect([...data.gained, ...data.lost]).not.toContainEqual(expect.stringMatching("c.email"));
      expect(data.gained).not.toContainEqual(open);
    }
  }
});
