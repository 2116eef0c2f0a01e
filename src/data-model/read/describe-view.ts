import type { ModelPlace, ModelView } from "../model-description.js";
import { definitionText } from "./definition-text.js";
import { fieldOf } from "./describe-field.js";
import { filteredOf } from "./filters.js";
import { guardedOf, modelOf, nameOf, requireKeys, uncertainIfMerged } from "./guarded.js";
import type { ModelMap } from "./nodes/document.js";
import { hasKey, identityIn, itemsOf, nodeAt, type Reader, scalarsIn, textAt } from "./nodes/node-reader.js";
import { isTrue } from "./nodes/scalars.js";
import { templatesIn } from "./nodes/templates.js";

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
  const fields = nodeAt(root, "fields");
  if (fields?.kind === "scalar" || (fields?.kind === "map" && isTrue(fields)))
    reader.refuse("fields is no list", fields);
  const tableName = textAt(root, "sql_table_name");
  const parts = itemsOf(fields).flatMap((item) => fieldOf(reader, item));
  return uncertainIfMerged(reader, root, {
    ...guardedOf(reader, root, nameOf(root, "name").toLowerCase()),
    ...modelOf(root),
    fields: parts,
    ...filteredOf(reader, root, templatesIn(reader, root, "fields")),
    ...(tableName !== undefined && !hasKey(root, "derived_table") && { tableName }),
    table: definitionText(root, (key) => TABLE_KEYS.has(key)),
    identifiers: itemsOf(nodeAt(root, "identifiers")).map((item) => ({
      name: nameOf(item, "name"),
      sql: definitionText(item, (key) => IDENTIFIER_KEYS.has(key)),
    })),
    joins: joinsOf(reader, root),
    writtenName: identityIn(nodeAt(root, "name")),
    oddTags: parts.flatMap(({ oddTags, isMeasure }) => (oddTags ? [{ isMeasure, place: oddTags }] : [])),
  });
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

/**
 * The joins of a view. A primary identifier with `join_as` makes another view of the same rows; measures come
 * with it on request only. Identifiers that the engine cannot process make it refuse the model.
 */
function joinsOf(reader: Reader, root: ModelMap): ViewPart["joins"] {
  const identifiers = nodeAt(root, "identifiers");
  if (identifiers && scalarsIn(identifiers) === undefined)
    return reader.refuse("`identifiers` is no list", identifiers);
  const items = itemsOf(identifiers);
  return items.flatMap((item): ViewPart["joins"] => {
    if (scalarsIn(item) === undefined) return reader.refuse("an identifier is no mapping", item);
    const node = nodeAt(item, "join_as");
    if (node === undefined) return [];
    if (!hasKey(item, "type")) return reader.refuse("an identifier with `join_as` has no `type`", item);
    if (textAt(item, "type") !== "primary") return [];
    const nameless = items.find((one) => !hasKey(one, "name"));
    if (nameless !== undefined)
      return reader.refuse("an identifier beside `join_as` has no `name`", nameless);
    if (textAt(item, "join_as") === undefined) return reader.refuse("`join_as` is no text", node);
    const name = nameOf(item, "join_as").toLowerCase();
    return [{ name, withMeasures: isTrue(nodeAt(item, "include_metrics")), place: reader.place(node) }];
  });
}
