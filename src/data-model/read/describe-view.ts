import type { ModelField, ModelPlace, ModelView } from "../model-description.js";
import { filteredOf } from "./filters.js";
import { guardedOf, isMergedRoot, nameOf, requireKeys } from "./guarded.js";
import type { ModelMap, ModelNode } from "./nodes/document.js";
import { refused } from "./nodes/finding.js";
import { type Reader, scalarsIn } from "./nodes/node-reader.js";
import { isTrue } from "./nodes/scalars.js";
import { templatesIn, textOfNode } from "./nodes/templates.js";
import { uncertainGuards, uncertainRows } from "./uncertain.js";

/** A view of a file, with the further views that the engine makes of it (`join_as`). */
export interface ViewPart extends ModelView {
  readonly joins: readonly {
    readonly name: string;
    readonly withMeasures: boolean;
    readonly place: ModelPlace;
  }[];
}

export function describeView(reader: Reader, root: ModelMap): ViewPart {
  requireKeys(reader, root, "a view", ["name", "model_name", "fields"]);
  const model = reader.has(root, "model_name") ? nameOf(reader, root, "model_name") : undefined;
  const fields = reader.at(root, "fields");
  if (fields !== undefined && fields.kind !== "list" && (fields.kind === "scalar" || isTrue(fields)))
    reader.report(refused("fields is no list", reader.where(fields)));
  const table = ["sql_table_name", "derived_table", "always_filter"].map((key) => reader.at(root, key));
  const view: ViewPart = {
    ...guardedOf(reader, root, nameOf(reader, root, "name").toLowerCase()),
    ...(model !== undefined && { model }),
    fields: fields?.kind === "list" ? fields.items.flatMap((item) => fieldOf(reader, item)) : [],
    ...filteredOf(reader, root, templatesIn(reader, root, "fields")),
    table: textOfNode(table),
    identifiers: identifiersOf(reader, root),
    joins: joinsOf(reader, root),
  };
  return isMergedRoot(reader, root, view.name)
    ? { ...view, ...uncertainGuards([view]), ...uncertainRows([view]) }
    : view;
}

/** One for all: a model has many fields, and few of them name others. */
const NONE: readonly never[] = [];

/** The keys by which a field is what it is. */
const SQL_KEYS = [
  "sql",
  "sql_start",
  "sql_end",
  "case",
  "filters",
  "measure",
  "tiers",
  "sql_distinct_key",
  "non_additive_dimension",
];

function fieldOf(reader: Reader, item: ModelNode): readonly ModelField[] {
  if (item.kind !== "map" || !reader.has(item, "name")) {
    reader.report(refused("a field has no `name`", reader.where(item)));
    return [];
  }
  const name = nameOf(reader, item, "name").toLowerCase();
  const type = reader.text(item, "type");
  // The type of a plain dimension says how its values are read, and makes no other SQL.
  const makesSql = reader.text(item, "field_type") !== "dimension" || type === "tier";
  const sql = SQL_KEYS.map((key) => reader.at(item, key));
  return [
    {
      ...guardedOf(reader, item, name),
      isNumber: type === "number",
      isMeasure: reader.text(item, "field_type") === "measure",
      // A name that is no text is found by none.
      names: reader.text(item, "name") === undefined ? [] : namesOf(reader, item, name),
      references: allReferences(sql.slice(0, 3)),
      sql: textOfNode([makesSql ? reader.at(item, "type") : undefined, ...sql]),
      templates: templatesIn(reader, item),
    },
  ];
}

const DEFAULT_INTERVALS = ["second", "minute", "hour", "day", "week", "month", "quarter", "year"];

function namesOf(reader: Reader, item: ModelMap, name: string): readonly string[] {
  if (reader.text(item, "field_type") !== "dimension_group") return [name];
  const textsOf = (key: string): readonly string[] => {
    const node = reader.at(item, key);
    return node && isTrue(node) ? (scalarsIn(node) ?? []).map(({ text }) => text) : [];
  };
  if (reader.text(item, "type") === "duration") {
    const intervals = reader.has(item, "intervals") ? textsOf("intervals") : DEFAULT_INTERVALS;
    return intervals.map((interval) => `${interval}s_${name}`.toLowerCase());
  }
  // The engine adds `raw` to every time group.
  const timeframes = new Set([...textsOf("timeframes"), "raw"]);
  return [...timeframes].map((timeframe) => `${name}_${timeframe}`.toLowerCase());
}

function allReferences(nodes: readonly (ModelNode | undefined)[]): readonly string[] {
  const found = nodes.flatMap((node) => (node?.kind === "scalar" ? referencesIn(node.text) : NONE));
  return found.length === 0 ? NONE : found;
}

/** Fields that SQL names: `${id}`, `${customers.id}`. What a template makes of it is not looked at. */
function referencesIn(sql: string): readonly string[] {
  if (!sql.includes("${") || sql.includes("{%")) return NONE;
  return [...sql.matchAll(/\$\{(.*?)\}/g)].flatMap(([, name = ""]) => (name === "TABLE" ? [] : [name]));
}

/** The keys by which an identifier joins two views as it does. */
const IDENTIFIER_KEYS = [
  "type",
  "sql",
  "sql_on",
  "reference",
  "relationship",
  "join_type",
  "identifiers",
  "only_join",
];

function identifiersOf(reader: Reader, root: ModelMap): ModelView["identifiers"] {
  const identifiers = reader.at(root, "identifiers");
  return identifiers?.kind !== "list"
    ? []
    : identifiers.items.map((item) => ({
        name: nameOf(reader, item, "name"),
        sql: textOfNode(IDENTIFIER_KEYS.map((key) => reader.at(item, key))),
      }));
}

/** A primary identifier with `join_as` makes another view of the same rows; measures come with it on request only. */
function joinsOf(reader: Reader, root: ModelMap): ViewPart["joins"] {
  const identifiers = reader.at(root, "identifiers");
  return identifiers?.kind !== "list"
    ? []
    : identifiers.items.flatMap((item) => {
        const node = reader.at(item, "join_as");
        if (node === undefined || reader.text(item, "type") !== "primary") return [];
        const name = nameOf(reader, item, "join_as").toLowerCase();
        return [
          { name, withMeasures: isTrue(reader.at(item, "include_metrics")), place: reader.place(node) },
        ];
      });
}
