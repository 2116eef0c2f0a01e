import type { ModelField, ModelPlace, TimeGroup } from "../model-description.js";
import { definitionText } from "./definition-text.js";
import { guardedOf, nameOf, requireKeys } from "./guarded.js";
import type { ModelNode } from "./nodes/document.js";
import { hasKey, itemsOf, nodeAt, type Reader, scalarsIn, textAt } from "./nodes/node-reader.js";
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
  if (node.kind !== "map" || !hasKey(node, "name")) return reader.refuse("a field has no `name`", node);
  requireKeys(reader, node, "a field", ["field_type"]);
  const name = nameOf(node, "name").toLowerCase();
  const what = { name, kind: textAt(node, "field_type") ?? "", type: textAt(node, "type") ?? "" };
  const { kind, type } = what;
  const isMeasure = kind === "measure";
  // A name that is no text is found by none.
  const names = textAt(node, "name") === undefined ? NONE : namesOf(node, what);
  const queried = queriedPieces(node, what);
  const others = otherPieces(node);
  const counts = isMeasure && type === "count" && !hasKey(node, "sql") && !hasKey(node, "case");
  const tags = nodeAt(node, "tags");
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
      withoutSql: namesWithoutSql(node, names, what),
      references: referencesIn(queried),
      pieces: others.length === 0 ? queried : [...queried, ...others],
      sql: sqlText(node, what),
      templates: templatesIn(reader, node),
      time: kind === "dimension_group" && type === "time" ? timeOf(node, name, names) : undefined,
      key: isTrue(nodeAt(node, "primary_key")) ? "is" : counts ? "counts" : undefined,
      oddTags: tags && !areTexts(tags) ? reader.place(tags) : undefined,
    },
  ];
}

/** The complete definition of the field, in one text. The engine reads a case only where there is no SQL. */
function sqlText(node: ModelNode, { kind, type }: FieldKind): string {
  // The type of a plain dimension says how its values are read, and makes no other SQL.
  const keys = KEYS_OF_KIND[kind] ?? (type === "tier" ? [...SQL_KEYS, "type"] : SQL_KEYS);
  return definitionText(node, (key) => keys.includes(key) && !(key === "case" && hasKey(node, "sql")));
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
function namesOf(item: ModelNode, { name, kind, type }: FieldKind): readonly string[] {
  if (kind !== "dimension_group") return [name];
  const partsOf = (key: string): readonly string[] => {
    const node = nodeAt(item, key);
    return node && isTrue(node) ? (scalarsIn(node) ?? []).map(pythonText) : NONE;
  };
  const written = partsOf("timeframes");
  // The engine adds `raw` to every list of timeframes.
  const isList = nodeAt(item, "timeframes")?.kind === "list";
  const timeframes = isList && written.length > 0 && !written.includes(DEFAULT_TIMEFRAME);
  const parts = timeframes ? [DEFAULT_TIMEFRAME, ...written] : written;
  const groups = parts.length > 0 ? parts : partsOf("intervals").map((interval) => `${interval}s`);
  if (type === "time") return groups.map((group) => `${name}_${group}`);
  return groups.map((group) => (type === "duration" ? `${group}_${name}` : name));
}

/** The types of measures whose SQL is made of other measures. */
const COMBINED: ReadonlySet<string> = new Set(["number", "string", "yesno", "time"]);
const MEASURES: ReadonlySet<string> = new Set([
  "count",
  "count_distinct",
  "sum",
  "sum_distinct",
  "average",
  "average_distinct",
  "median",
  "percentile",
  "max",
  "min",
  ...COMBINED,
]);

const DURATIONS: ReadonlySet<string> = new Set([
  "seconds",
  "minutes",
  "hours",
  "days",
  "weeks",
  "months",
  "quarters",
  "years",
]);
const TIMEFRAMES: ReadonlySet<string> = new Set(
  `raw time second minute hour date week month quarter year fiscal_month fiscal_quarter fiscal_year
  fiscal_month_of_year_index fiscal_quarter_of_year month_of_year month_of_year_index quarter_of_year week_index
  week_of_month week_of_year month_of_year_full_name month_name month_index fiscal_month_index hour_of_day day_of_week
  day_of_month day_of_year`.split(/\s+/),
);

/** The names for which the engine raises an error where it should make SQL. */
function namesWithoutSql(
  item: ModelNode,
  names: readonly string[],
  { name, kind, type }: FieldKind,
): readonly string[] {
  const isMade = hasSql(item, type);
  if (kind === "measure") return MEASURES.has(type) && (isMade || type === "count") ? NONE : names;
  if (isMade)
    return kind === "dimension_group" && type === "time"
      ? names.filter((one) => !TIMEFRAMES.has(one.slice(name.length + 1)))
      : NONE;
  const isSpan =
    kind === "dimension_group" && type === "duration" && isText(item, "sql_start") && isText(item, "sql_end");
  return isSpan ? names.filter((one) => !DURATIONS.has(one.slice(0, -name.length - 1))) : names;
}

const isText = (item: ModelNode, key: string): boolean => (textAt(item, key) ?? "") !== "";

/** Returns true if the engine has a text as the SQL: as it is written, or made of a case or of what it puts around it. */
function hasSql(item: ModelNode, type: string): boolean {
  const hasCase = !hasKey(item, "sql") && hasKey(item, "case");
  if (hasCase) return whensOf(item) !== undefined;
  const isWrapped =
    type === "yesno" ||
    (type === "tier" && nodeAt(item, "tiers")?.kind === "list") ||
    isTrue(nodeAt(item, "filters"));
  return hasKey(item, "sql") && (isWrapped || isText(item, "sql"));
}

/** The SQL of the cases of a field; nothing where the engine cannot read them. */
function whensOf(item: ModelNode): readonly string[] | undefined {
  const whens = nodeAt(nodeAt(item, "case"), "whens");
  if (whens?.kind !== "list") return undefined;
  const texts = whens.items.flatMap((when) => (hasKey(when, "label") ? (textAt(when, "sql") ?? []) : []));
  return texts.length < whens.items.length ? undefined : texts;
}

/** The texts from which the engine makes the SQL of a query by the field. */
function queriedPieces(item: ModelNode, { name, kind, type }: FieldKind): readonly string[] {
  const sql = textAt(item, "sql");
  const base = sql !== undefined ? [sql] : hasKey(item, "sql") ? NONE : (whensOf(item) ?? NONE);
  if (base.length === 0 && !(kind === "measure" && type === "count"))
    return ["sql_start", "sql_end"].flatMap((key) => textAt(item, key) ?? []);
  const filtered = itemsOf(nodeAt(item, "filters")).flatMap((filter) => {
    const field = textAt(filter, "field");
    return field === undefined || field === name || !hasKey(filter, "value") ? [] : [`\${${field}}`];
  });
  const apart = nodeAt(item, "non_additive_dimension");
  const fields = [nodeAt(apart, "name"), ...itemsOf(nodeAt(apart, "window_groupings"))];
  const named = fields.flatMap((node) => (node?.kind === "scalar" ? [`\${${node.text}}`] : []));
  return filtered.length + named.length === 0 ? base : [...base, ...filtered, ...named];
}

/** The other texts of a field that name columns. */
function otherPieces(item: ModelNode): readonly string[] {
  const measure = textAt(item, "measure");
  return [measure === undefined ? [] : `\${${measure}}`, textAt(item, "sql_distinct_key") ?? []].flat();
}

function timeOf(item: ModelNode, name: string, names: readonly string[]): TimeGroup {
  const converting = nodeAt(item, "convert_timezone") ?? nodeAt(item, "convert_tz");
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
  return pieces.flatMap((sql): readonly string[] =>
    !sql.includes("${") || sql.includes("{%")
      ? NONE
      : [...sql.matchAll(/\$\{(.*?)\}/g)].flatMap(([, name = ""]) => (name === "TABLE" ? [] : name)),
  );
}

/** A value as Python writes it into a name. */
function pythonText({ kind, text }: ScalarValue): string {
  return kind === "truth" || kind === "null" ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}
