// biome-ignore-all lint/suspicious/noTemplateCurlyInString: SQL of a data model
import { describe, expect, it } from "vitest";
import { byColumnOf } from "../../src/data-model/answer/columns.js";
import {
  createDataComparison,
  type DataChange,
  type MakesFields,
  NOBODY,
} from "../../src/data-model/answer/compare-data.js";
import { type DataReader, dataJudge, dataReaderOf } from "../../src/data-model/answer/people-data.js";
import type { PersonValues } from "../../src/data-model/answer/person-data.js";
import { lintColumns } from "../../src/data-model/lint/lint-columns.js";
import { modelOf, personWith } from "../support/model.js";

const MODEL = `type: model
name: m
connection: c
access_grants:
  - {name: pay, user_attribute: department, allowed_values: [finance]}
  - {name: hr, user_attribute: team, allowed_values: [hr]}`;

/** A view on the table `hr.staff` with these fields; `!` marks those that the grant guards. */
const view = (fields: Readonly<Record<string, string>>, more = "name: staff\nsql_table_name: hr.staff") =>
  `type: view
model_name: m
${more}
fields:
${Object.entries(fields)
  .map(([name, sql]) => {
    const guard = name.startsWith("!") ? ", required_access_grants: [pay]" : "";
    const text = sql.startsWith("{") ? sql.slice(1, -1) : `sql: ${JSON.stringify(sql)}`;
    const isMeasure = text.includes("field_type");
    return `  - {name: ${name.replace("!", "")}${isMeasure ? "" : ", field_type: dimension, type: string"}, ${text}${guard}}`;
  })
  .join("\n")}`;

const SALES = { department: ["sales"], team: ["x"] };
const FINANCE = { department: ["finance"], team: ["x"] };

function reachedIn(...views: readonly string[]): readonly string[] {
  const { model, read } = dataReaderOf(modelOf(MODEL, ...views));
  return byColumnOf(model)(read(SALES)).map(
    ({ object, through, reaches }) => `${object} ${reaches} ${through.join(", ")}`,
  );
}

describe("a hidden field is reached by column", () => {
  it.each([
    ["through a measure", "${TABLE}.salary", "{field_type: measure, type: sum, sql: '${TABLE}.salary'}"],
    ["in any letter case, quoted or not", '${TABLE}."Salary"', "coalesce(${TABLE}.SALARY, 0)"],
    ["through the field that it names", "${secret_2} * 2", "${TABLE}.salary + 1"],
    ["through a field that names it", "${TABLE}.salary", "${secret} / 12"],
    ["of a case", "{case: {whens: [{sql: '${TABLE}.salary > 5', label: high}]}}", "${TABLE}.salary"],
    ["through a case", "${TABLE}.salary", "{case: {whens: [{sql: '${TABLE}.salary > 5', label: high}]}}"],
    [
      "through a filter of a measure",
      "${TABLE}.salary",
      "{field_type: measure, type: sum, sql: '${TABLE}.days', filters: [{field: secret, value: '>5'}]}",
    ],
    [
      "through a duration",
      "${TABLE}.salary",
      "{field_type: dimension_group, type: duration, intervals: [day], sql_start: '${TABLE}.salary', sql_end: '${TABLE}.b'}",
    ],
    ["with texts and comments aside", "nullif(${TABLE}.salary, 'a.b') -- x", "${TABLE}.salary::int"],
  ])("%s", (_, secret, open) => {
    expect(reachedIn(view({ "!secret": secret, "!secret_2": "${TABLE}.salary", open }))).toContain(
      "field:staff.secret yes field:staff.open",
    );
  });

  it.each([
    ["where one of its columns is in no other field", "${TABLE}.salary + ${TABLE}.bonus", "${TABLE}.salary"],
    ["where its SQL names a column by itself", "${TABLE}.salary + bonus", "${TABLE}.salary"],
    ["where its SQL names a view", "staff.salary", "${TABLE}.salary"],
    ["where its SQL has a template", "${TABLE}.{{ user_attributes['a'] }}", "${TABLE}.salary"],
    [
      "through what stands in a text or comment",
      "${TABLE}.salary",
      "${TABLE}.a || '${TABLE}.salary' /* ${TABLE}.salary */",
    ],
    ["through a template", "${TABLE}.salary", "1 {% if true %}+ ${TABLE}.salary{% endif %}"],
    ["through a whole row", "${TABLE}.salary", "to_json(${TABLE})"],
    ["without a column", "'x'", "'x'"],
    ["where it names itself", "${secret} + ${TABLE}.salary", "${TABLE}.salary"],
    ["where it names what there is not", "${gone} + ${TABLE}.salary", "${TABLE}.salary"],
  ])("not %s", (_, secret, open) => {
    expect(reachedIn(view({ "!secret": secret, open }))).toEqual([]);
  });

  it("through all fields that have every column, or else through all that have one", () => {
    const fields = {
      "!secret": "${TABLE}.a + ${TABLE}.b",
      x: "${TABLE}.a",
      w: "${TABLE}.a",
      z: "${TABLE}.b",
    };
    expect(reachedIn(view(fields))).toEqual([
      "field:staff.secret yes field:staff.x, field:staff.w, field:staff.z",
    ]);
    expect(reachedIn(view({ ...fields, both: "${TABLE}.b - ${TABLE}.a" }))).toEqual([
      "field:staff.secret yes field:staff.both",
    ]);
    const both = { both: "${TABLE}.b - ${TABLE}.a", too: "${TABLE}.a / ${TABLE}.b" };
    expect(reachedIn(view({ ...fields, ...both }))).toEqual([
      "field:staff.secret yes field:staff.both, field:staff.too",
    ]);
  });

  it("through another view of the table, and not through one of another table", () => {
    const secret = view({ "!secret": "${TABLE}.a" });
    const other = (table: string) => view({ open: "${TABLE}.a" }, `name: other\n${table}`);
    expect(reachedIn(secret, other('sql_table_name: HR."STAFF"'))).toEqual([
      "field:staff.secret yes field:other.open",
    ]);
    expect(reachedIn(secret, other("sql_table_name: hr.people"))).toEqual([]);
    expect(reachedIn(secret, other("derived_table: {sql: select * from hr.staff}"))).toEqual([]);
    const named = view({ open: "${staff.secret}" }, "name: other\nsql_table_name: x");
    expect(reachedIn(secret, named)).toEqual(["field:staff.secret yes field:other.open"]);
  });

  it("of a derived table, through its view and the names that topics give it", () => {
    const derived = view(
      { "!secret": "${TABLE}.a", open: "${TABLE}.a" },
      "name: staff\nderived_table: {sql: select 1}",
    );
    const topic = "type: topic\nlabel: T\nmodel_name: m\nbase_view: staff\nviews: {other: {from: staff}}";
    expect(reachedIn(derived, topic)).toEqual([
      "field:staff.secret yes field:staff.open",
      "field:other.secret yes field:staff.open",
    ]);
  });

  it("not certainly where it is not certain that the other field is reached", () => {
    const { model, read } = dataReaderOf(
      modelOf(
        MODEL,
        view({ "!secret": "${TABLE}.a" }),
        view({ open: "${TABLE}.a" }, "name: other\nsql_table_name: hr.staff\nrequired_access_grants: [hr]"),
      ),
    );
    const reaches = byColumnOf(model)(read({ ...SALES, team: ["hr, x"] })).map((one) => one.reaches);
    expect(reaches).toEqual(["unclear"]);
  });
});

function comparePoints(from: DataReader, to: DataReader) {
  const compare = createDataComparison(from.model, to.model);
  return (before: PersonValues | null, after: PersonValues | null, makesFields?: MakesFields): DataChange =>
    compare(before ? from.read(before) : NOBODY, after ? to.read(after) : NOBODY, makesFields);
}

describe("what changes by column", () => {
  const HIDDEN = modelOf(MODEL, view({ "!secret": "${TABLE}.a" }));
  const OPEN = modelOf(MODEL, view({ "!secret": "${TABLE}.a", open: "${TABLE}.a" }));
  const gain = { object: "field:staff.secret", by: "column", through: ["field:staff.open"] };
  const listed = ({ gained, lost, verdict }: DataChange) => ({ gained, lost, verdict });

  it("is a gain where a value opens it", () => {
    const guarded = modelOf(
      MODEL,
      view({ "!secret": "${TABLE}.a" }),
      view({ open: "${TABLE}.a" }, "name: other\nsql_table_name: hr.staff\nrequired_access_grants: [hr]"),
    );
    const compare = comparePoints(dataReaderOf(guarded), dataReaderOf(guarded));
    const [out, within] = [SALES, { ...SALES, team: ["hr"] }];
    expect(listed(compare(out, within))).toEqual({
      gained: ["view:other", "field:other.open", { ...gain, through: ["field:other.open"] }],
      lost: [],
      verdict: "widened",
    });
    expect(listed(compare(within, out))).toEqual({
      gained: [],
      lost: ["view:other", "field:other.open", "field:staff.secret"],
      verdict: "narrowed",
    });
  });

  it("is a gain where a pull request opens it, and nothing for those who make no fields", () => {
    const compare = comparePoints(dataReaderOf(HIDDEN), dataReaderOf(OPEN));
    expect(compare(SALES, SALES).gained).toEqual(["field:staff.open", gain]);
    expect(compare(FINANCE, FINANCE).gained).toEqual(["field:staff.open"]);
    expect(compare(SALES, SALES, { before: false, after: false }).gained).toEqual(["field:staff.open"]);
    expect(compare(null, SALES).gained).toContainEqual(gain);
    const { judge } = dataJudge(HIDDEN, OPEN);
    const gainedAs = (role: string, everywhere?: string) => {
      const person = { ...personWith(SALES), role, ...(everywhere && { everywhere }) };
      return judge(person, person).data.gained;
    };
    expect(gainedAs("view")).toEqual([
      "field:staff.open",
      { object: "field:staff.secret", by: "column", through: ["field:staff.open"] },
    ]);
    expect(gainedAs("restricted")).toEqual(["field:staff.open"]);
    expect(gainedAs("restricted", "organization_admin")).toEqual(gainedAs("view"));
  });

  it("is none where the field itself is gained or lost", () => {
    const compare = comparePoints(dataReaderOf(OPEN), dataReaderOf(OPEN));
    expect(listed(compare(SALES, FINANCE))).toEqual({
      gained: ["field:staff.secret"],
      lost: [],
      verdict: "widened",
    });
    expect(listed(compare(FINANCE, SALES))).toEqual({
      gained: [],
      lost: ["field:staff.secret"],
      verdict: "narrowed",
    });
    // A role that makes fields is more than one that does not.
    expect(listed(compare(SALES, SALES, { before: false, after: true }))).toEqual({
      gained: [gain],
      lost: [],
      verdict: "widened",
    });
  });
});

it("warns of a guarded field whose columns stand in fields that can be reached without its grants", () => {
  const said = (...views: readonly string[]) =>
    lintColumns(modelOf(MODEL, ...views)).map((one) => one.summary);
  expect(said(view({ "!secret": "${TABLE}.a", open: "${TABLE}.a" }))).toEqual([
    "staff.secret requires the grant pay, and its columns stand in 1 field that can be reached without: staff.open",
  ]);
  const all = Object.fromEntries("abcdefg".split("").map((name) => [name, "${TABLE}.a"]));
  expect(said(view({ "!secret": "${TABLE}.a", ...all }))).toEqual([
    "staff.secret requires the grant pay, and its columns stand in 7 fields that can be reached without: staff.a, staff.b, staff.c, staff.d, staff.e and 2 more",
  ]);
  expect(said(view({ "!secret": "${TABLE}.a", "!too": "${TABLE}.a" }))).toEqual([]);
  // Nobody reaches both halves without both grants.
  const halves = (open: string) => `type: view
model_name: m
name: staff
sql_table_name: hr.staff
fields:
  - {name: secret, field_type: dimension, sql: "\${TABLE}.a + \${TABLE}.b", required_access_grants: [pay, hr]}
  - {name: a, field_type: dimension, sql: "\${TABLE}.a", required_access_grants: [pay]}
  - {name: b, field_type: dimension, sql: "\${TABLE}.b", required_access_grants: [${open}]}`;
  expect(said(halves("hr"))).toEqual([]);
  expect(said(halves("pay"))).toHaveLength(1);
});
