import { expect, test } from "vitest";
import { compileModel } from "../../../src/access/data/compile-model.js";
import { comparePoints, dataReaderOf } from "../../../src/access/data/people-data.js";
import { dataOf } from "../../../src/access/data/person-data.js";
import { viewOf } from "../../../src/access/data/person-view.js";
import { describeModelFile } from "../../../src/config/data-model/describe-model.js";

const MODEL =
  "{type: model, name: m, access_grants: [{name: g, user_attribute: region, allowed_values: [west]}]}";

function modelOf(...texts: readonly string[]) {
  const files = texts.map((text, i) => describeModelFile({ filename: `${i}.yml`, text }));
  expect(files.flatMap(({ findings }) => findings)).not.toEqual([]);
  return {
    grants: files.flatMap(({ grants }) => grants),
    models: files.flatMap(({ models }) => models),
    views: files.flatMap(({ views }) => views),
    topics: files.flatMap(({ topics }) => topics),
    dashboards: files.flatMap(({ dashboards }) => dashboards),
    complete: false,
    unread: true,
  };
}

function seen(...texts: readonly string[]) {
  const model = compileModel(modelOf(...texts));
  const { reached, unclear, rows } = viewOf(model, dataOf(model, { region: ["east"] }));
  return {
    reached,
    unclear: unclear.map(({ object }) => object),
    rows: rows.map(({ place, meaning }) => `${place} ${meaning}`),
  };
}

test.each([
  [
    "grants that an object asks for",
    MODEL,
    "{type: view, name: v, model_name: m, required_access_grants: {a: b}}",
  ],
  ["a grant of them", MODEL, "{type: view, name: v, model_name: m, required_access_grants: [[g]]}"],
  [
    "the first grant of a name",
    `{type: model, name: m, access_grants: [{name: h}, {name: h, user_attribute: a, allowed_values: [x]}]}`,
    "{type: view, name: v, model_name: m, required_access_grants: [h]}",
  ],
  [
    "what a grant allows",
    "{type: model, name: m, access_grants: [{name: h, user_attribute: region, allowed_values: {a: b}}]}",
    "{type: view, name: v, model_name: m, required_access_grants: [h]}",
  ],
  [
    "the model of a view",
    `${MODEL.slice(0, -1)}, required_access_grants: [`,
    "{type: view, name: v, model_name: m}",
  ],
])("it is unclear who reaches an object where this cannot be read: %s", (_, ...texts) => {
  const { reached, unclear } = seen(...texts);
  expect(unclear).toContain("view:v");
  expect(reached).not.toContain("view:v");
});

test("it is unclear which rows are left where a filter or a view of a topic cannot be read", () => {
  const topic = "{type: topic, label: T, model_name: m, base_view: v, views: {lost: {}}}";
  const view = (filters: string) => `{type: view, name: v, model_name: m, access_filters: ${filters}}`;
  const lost = "type: view\nname: lost\nfields: [";
  const limits = ["view:v unclear", "topic:T/view:v unclear", "topic:T/view:lost unclear"];
  expect(seen(MODEL, view("[{field: v.region}]"), topic, lost).rows).toEqual(limits);
  expect(seen(MODEL, view("{field: v.region}"), topic, lost).rows).toEqual(limits);
});

test("values that differ surely show nobody less where something was not understood", () => {
  const reader = dataReaderOf(
    modelOf(
      MODEL,
      "{type: view, name: v, model_name: m, required_access_grants: [g]}",
      "type: view\nname: [",
    ),
  );
  const compare = comparePoints(reader, reader);
  expect(compare({ region: ["west"] }, { region: ["east"] }).verdict).toBe("unclear");
  expect(compare({ team: ["a"] }, { team: ["b"] }).verdict).toBe("unclear");
  expect(compare({ region: ["east"] }, { region: ["west"] }).verdict).toBe("widened");
  expect(compare({ region: ["east"] }, { region: ["east"] }).verdict).toBe("same");
});
