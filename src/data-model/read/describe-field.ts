import type { ModelField, ModelPlace, TimeGroup } from "../model-description.js";
import { definitionText } from "./definition-text.js";
import { guardedOf, nameOf, requireKeys } from "./guarded.js";
import type { ModelNode } from "./nodes/document.js";
import { refused } from "./nodes/finding.js";
import { type Keys, type Reader, scalarsIn } from "./nodes/node-reader.js";
import { isTrue, type ScalarValue } from "./nodes/scalars.js";
import { templatesIn } from "./nodes/templates.js";

/** A field of a file. */
interface FieldPart extends ModelField {
  /** Its `tags`, where the engine cannot copy them for an alias of the view. */
  readonly oddTags: ModelPlace | undefined;
}

/** One for all: a model has many fields, and few of them name others. */
const NONE: readonly never[] = [];

/** The keys by which a field is what it is; the last ones mean something for one kind of field alone. */
const SQL_KEYS = [
  "field_type",
  "sql",
  "sql_start",
  "sql_end",
  "case",
  "filters",
  "measure",
  "tiers",
  "sql_distinct_key",
  "non_additive_dimension",
  "window",
  "cumulative_where",
  "update_where_timeframe",
];
const KEYS_OF_KIND: Readonly<Record<string, readonly string[]>> = {
  dimension_group: [...SQL_KEYS, "type", "datatype"],
  measure: [...SQL_KEYS, "type", "percentile"],
};

export function fieldOf(reader: Reader, node: ModelNode): readonly FieldPart[] {
  const item = reader.keysOf(node);
  if (node.kind !== "map" || !item.has("name")) {
    reader.report(refused("a field has no `name`", reader.where(node)));
    return [];
  }
  requireKeys(reader, node, "a field", ["field_type"]);
  const name = nameOf(reader, node, "name").toLowerCase();
  const what = { name, kind: item.text("field_type") ?? "", type: item.text("type") ?? "" };
  const { kind, type } = what;
  const isMeasure = kind === "measure";
  // A name that is no text is found by none.
  const names = item.text("name") === undefined ? NONE : namesOf(item, what);
  const withoutSql = namesWithoutSql(reader, item, names, what);
  const queried = queriedPieces(reader, item, what);
  const others = otherPieces(item);
  const time = kind === "dimension_group" && type === "time" ? timeOf(item, name, names) : undefined;
  const counts = isMeasure && type === "count" && !item.has("sql") && !item.has("case");
  const key = isTrue(item.at("primary_key")) ? "is" : counts ? "counts" : undefined;
  const tags = item.at("tags");
  const { requires, place } = guardedOf(reader, node, name);
  // Without a spread, and each with every key: V8 keeps other objects as hash tables, at many times the memory.
  return [
    {
      name,
      requires,
      place,
      isNumber: type === "number",
      isMeasure,
      isCombined: isMeasure && COMBINED.has(type),
      names,
      withoutSql,
      references: referencesIn(queried),
      pieces: others.length === 0 ? queried : [...queried, ...others],
      sql: sqlText(node, item, what),
      templates: templatesIn(reader, node),
      time,
      key,
      oddTags: tags && !areTexts(tags) ? reader.place(tags) : undefined,
    },
  ];
}

/** The complete definition of the field, in one text. The engine reads a case only where there is no SQL. */
function sqlText(node: ModelNode, item: Keys, { kind, type }: FieldKind): string {
  // The type of a plain dimension says how its values are read, and makes no other SQL.
  const keys = KEYS_OF_KIND[kind] ?? (type === "tier" ? [...SQL_KEYS, "type"] : SQL_KEYS);
  return definitionText(node, (key) => keys.includes(key) && !(key === "case" && item.has("sql")));
}

/** Returns true for texts, or one text, which Python iterates letter by letter. */
function areTexts(node: ModelNode): boolean {
  return scalarsIn(node)?.every(({ kind }) => kind === "text") ?? false;
}

const DEFAULT_TIMEFRAME = "raw";

interface FieldKind {
  readonly name: string;
  readonly kind: string;
  readonly type: string;
}

/** The engine takes timeframes, and without any intervals, and makes of each a name that depends on the type. */
function namesOf(item: Keys, { name, kind, type }: FieldKind): readonly string[] {
  if (kind !== "dimension_group") return [name];
  const partsOf = (key: string): readonly string[] => {
    const node = item.at(key);
    return node && isTrue(node) ? (scalarsIn(node) ?? []).map(pythonText) : NONE;
  };
  const written = partsOf("timeframes");
  // The engine adds `raw` to every list of timeframes.
  const isList = item.at("timeframes")?.kind === "list";
  const timeframes = isList && written.length > 0 && !written.includes(DEFAULT_TIMEFRAME);
  const parts = timeframes ? [DEFAULT_TIMEFRAME, ...written] : written;
  const groups = parts.length > 0 ? parts : partsOf("intervals").map((interval) => `${interval}s`);
  if (type === "time") return groups.map((group) => `${name}_${group}`);
  return groups.map((group) => (type === "duration" ? `${group}_${name}` : name));
}

const AGGREGATED = ["count", "count_distinct", "sum", "sum_distinct", "average", "average_distinct"];
const ORDERED = ["median", "percentile", "max", "min"];
/** The types of measures whose SQL is made of other measures. */
const COMBINED: ReadonlySet<string> = new Set(["number", "string", "yesno", "time"]);
const MEASURES: ReadonlySet<string> = new Set([...AGGREGATED, ...ORDERED, ...COMBINED]);

const INTERVALS = ["second", "minute", "hour", "day", "week", "month", "quarter", "year"];
const DURATIONS: ReadonlySet<string> = new Set(INTERVALS.map((interval) => `${interval}s`));
const OF_YEARS = ["month_of_year", "month_of_year_index", "quarter_of_year"];
const TIMEFRAMES: ReadonlySet<string> = new Set([
  ...["raw", "time", "second", "minute", "hour", "date", "week", "month", "quarter", "year"],
  ...[
    "fiscal_month",
    "fiscal_quarter",
    "fiscal_year",
    "fiscal_month_of_year_index",
    "fiscal_quarter_of_year",
  ],
  ...OF_YEARS,
  ...["week_index", "week_of_month", "week_of_year", "month_of_year_full_name", "month_name", "month_index"],
  ...["fiscal_month_index", "hour_of_day", "day_of_week", "day_of_month", "day_of_year"],
]);

/** The names for which the engine raises an error where it should make SQL. */
function namesWithoutSql(
  reader: Reader,
  item: Keys,
  names: readonly string[],
  { name, kind, type }: FieldKind,
): readonly string[] {
  const isKnown =
    kind === "measure" ? MEASURES.has(type) && (type === "count" || hasSql(reader, item, type)) : true;
  if (!isKnown) return names;
  if (kind === "measure") return NONE;
  if (kind === "dimension_group" && type === "time")
    return hasSql(reader, item, type)
      ? names.filter((one) => !TIMEFRAMES.has(one.slice(name.length + 1)))
      : names;
  if (hasSql(reader, item, type)) return NONE;
  const isSpan =
    kind === "dimension_group" && type === "duration" && isText(item, "sql_start") && isText(item, "sql_end");
  return isSpan ? names.filter((one) => !DURATIONS.has(one.slice(0, -name.length - 1))) : names;
}

const isText = (item: Keys, key: string): boolean => (item.text(key) ?? "") !== "";

/** Returns true if the engine has a text as the SQL: as it is written, or made of a case or of what it puts around it. */
function hasSql(reader: Reader, item: Keys, type: string): boolean {
  const hasCase = !item.has("sql") && item.has("case");
  if (hasCase) return whensOf(reader, item) !== undefined;
  const isWrapped =
    type === "yesno" || (type === "tier" && item.at("tiers")?.kind === "list") || isTrue(item.at("filters"));
  return item.has("sql") && (isWrapped || isText(item, "sql"));
}

/** The SQL of the cases of a field; nothing where the engine cannot read them. */
function whensOf(reader: Reader, item: Keys): readonly string[] | undefined {
  const whens = reader.at(item.at("case"), "whens");
  if (whens?.kind !== "list") return undefined;
  const texts = whens.items.flatMap((when) =>
    reader.has(when, "label") ? (reader.text(when, "sql") ?? []) : [],
  );
  return texts.length < whens.items.length ? undefined : texts;
}

/** The texts from which the engine makes the SQL of a query by the field. */
function queriedPieces(reader: Reader, item: Keys, { name, kind, type }: FieldKind): readonly string[] {
  const sql = item.text("sql");
  const base = item.has("sql") ? (sql === undefined ? NONE : [sql]) : (whensOf(reader, item) ?? NONE);
  const spans = base.length > 0 ? NONE : ["sql_start", "sql_end"].flatMap((key) => item.text(key) ?? []);
  const isCount = kind === "measure" && type === "count";
  if (!isCount && base.length === 0) return spans;
  if (!item.has("filters") && !item.has("non_additive_dimension")) return base;
  const filters = item.at("filters");
  const filtered = (filters?.kind === "list" ? filters.items : NONE).flatMap((filter) => {
    const field = reader.text(filter, "field");
    return field === undefined || field === name || !reader.has(filter, "value") ? [] : [`\${${field}}`];
  });
  const apart = item.at("non_additive_dimension");
  const groupings = reader.at(apart, "window_groupings");
  const fields = [reader.at(apart, "name"), ...(groupings?.kind === "list" ? groupings.items : NONE)];
  const named = fields.flatMap((node) => (node?.kind === "scalar" ? [`\${${node.text}}`] : []));
  return filtered.length + named.length === 0 ? base : [...base, ...filtered, ...named];
}

/** The other texts of a field that name columns. */
function otherPieces(item: Keys): readonly string[] {
  const measure = item.text("measure");
  const key = item.text("sql_distinct_key");
  return measure === undefined && key === undefined
    ? NONE
    : [...(measure === undefined ? [] : [`\${${measure}}`]), ...(key === undefined ? [] : [key])];
}

function timeOf(item: Keys, name: string, names: readonly string[]): TimeGroup {
  const converting = item.at("convert_timezone") ?? item.at("convert_tz");
  const has = (text: string): boolean => names.some((one) => one.startsWith(`${name}_${text}`));
  return {
    ...(converting && { converts: isTrue(converting) }),
    hasWeek: has("week"),
    hasFiscal: has("fiscal"),
    isCut: names.some((one) => one !== `${name}_${DEFAULT_TIMEFRAME}`),
  };
}

/** Fields that SQL names: `${id}`, `${customers.id}`. What a template makes of it is not looked at. */
function referencesIn(pieces: readonly string[]): readonly string[] {
  const found = pieces.flatMap((sql): readonly string[] =>
    !sql.includes("${") || sql.includes("{%")
      ? NONE
      : [...sql.matchAll(/\$\{(.*?)\}/g)].flatMap(([, name = ""]) => (name === "TABLE" ? [] : [name])),
  );
  return found.length === 0 ? NONE : found;
}

/** A value as Python writes it into a name. */
function pythonText({ kind, text }: ScalarValue): string {
  return kind === "truth" || kind === "null" ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}
