import type { ModelPlace, ModelView } from "../model-description.js";
import { definitionText } from "./definition-text.js";
import { fieldOf } from "./describe-field.js";
import { filteredOf } from "./filters.js";
import { guardedOf, isMergedRoot, nameOf, requireKeys } from "./guarded.js";
import type { ModelMap, ModelNode } from "./nodes/document.js";
import { refused } from "./nodes/finding.js";
import { type Reader, scalarsIn } from "./nodes/node-reader.js";
import { identityOf, isTrue } from "./nodes/scalars.js";
import { templatesIn } from "./nodes/templates.js";
import { uncertainGuards, uncertainRows } from "./uncertain.js";

/** A view of a file, with the further views that the engine makes of it (`join_as`). */
export interface ViewPart extends ModelView {
  readonly joins: readonly {
    readonly name: string;
    readonly withMeasures: boolean;
    readonly place: ModelPlace;
  }[];
  /** Identifies its name as it is written. */
  readonly writtenName: string;
  /** Fields with `tags` for which the engine fails on an alias of the view. */
  readonly oddTags: readonly { readonly isMeasure: boolean; readonly place: ModelPlace }[];
}

/** The keys by which a view has the rows that it has. */
const TABLE_KEYS: ReadonlySet<string> = new Set(["sql_table_name", "derived_table", "always_filter"]);

export function describeView(reader: Reader, root: ModelMap): ViewPart {
  requireKeys(reader, root, "a view", ["name", "model_name", "fields"]);
  const model = reader.has(root, "model_name") ? nameOf(reader, root, "model_name") : undefined;
  const fields = reader.at(root, "fields");
  if (fields !== undefined && fields.kind !== "list" && (fields.kind === "scalar" || isTrue(fields)))
    reader.report(refused("fields is no list", reader.where(fields)));
  const tableName = reader.text(root, "sql_table_name");
  const parts = fields?.kind === "list" ? fields.items.flatMap((item) => fieldOf(reader, item)) : [];
  const name = reader.value(reader.at(root, "name"));
  const view: ViewPart = {
    ...guardedOf(reader, root, nameOf(reader, root, "name").toLowerCase()),
    ...(model !== undefined && { model }),
    fields: parts,
    ...filteredOf(reader, root, templatesIn(reader, root, "fields")),
    ...(tableName !== undefined && !reader.has(root, "derived_table") && { tableName }),
    table: definitionText(root, (key) => TABLE_KEYS.has(key)),
    identifiers: identifiersOf(reader, root),
    joins: joinsOf(reader, root),
    writtenName: name === undefined ? "" : identityOf(name),
    oddTags: parts.flatMap(({ oddTags, isMeasure }) => (oddTags ? [{ isMeasure, place: oddTags }] : [])),
  };
  return isMergedRoot(reader, root, view.name)
    ? { ...view, ...uncertainGuards([view]), ...uncertainRows([view]) }
    : view;
}

/** The keys by which an identifier joins two views as it does. */
const IDENTIFIER_KEYS: ReadonlySet<string> = new Set([
  "type",
  "sql",
  "sql_on",
  "reference",
  "relationship",
  "join_type",
  "identifiers",
  "only_join",
]);

function identifiersOf(reader: Reader, root: ModelMap): ModelView["identifiers"] {
  const identifiers = reader.at(root, "identifiers");
  return identifiers?.kind !== "list"
    ? []
    : identifiers.items.map((item) => ({
        name: nameOf(reader, item, "name"),
        sql: definitionText(item, (key) => IDENTIFIER_KEYS.has(key)),
      }));
}

/**
 * The joins of a view. A primary identifier with `join_as` makes another view of the same rows; measures come
 * with it on request only. Identifiers that the engine cannot process make it refuse the model.
 */
function joinsOf(reader: Reader, root: ModelMap): ViewPart["joins"] {
  const identifiers = reader.at(root, "identifiers");
  if (identifiers === undefined) return [];
  const refuse = (why: string, at: ModelNode): never[] => {
    reader.report(refused(why, reader.where(at)));
    return [];
  };
  if (scalarsIn(identifiers) === undefined) return refuse("`identifiers` is no list", identifiers);
  if (identifiers.kind !== "list") return [];
  return identifiers.items.flatMap((item): ViewPart["joins"] => {
    if (scalarsIn(item) === undefined) return refuse("an identifier is no mapping", item);
    const node = reader.at(item, "join_as");
    if (node === undefined) return [];
    if (!reader.has(item, "type")) return refuse("an identifier with `join_as` has no `type`", item);
    if (reader.text(item, "type") !== "primary") return [];
    const nameless = identifiers.items.find((one) => !reader.has(one, "name"));
    if (nameless !== undefined) return refuse("an identifier beside `join_as` has no `name`", nameless);
    if (reader.text(item, "join_as") === undefined) return refuse("`join_as` is no text", node);
    const name = nameOf(reader, item, "join_as").toLowerCase();
    return [{ name, withMeasures: isTrue(reader.at(item, "include_metrics")), place: reader.place(node) }];
  });
}
