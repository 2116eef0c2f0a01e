import { finding } from "../../model/diagnostic.js";
import type { ModelFilter, ModelTemplate } from "../model-description.js";
import type { ModelMap, ModelNode } from "./nodes/document.js";
import { type ModelFinding, notText, type PlaceInModel } from "./nodes/finding.js";
import type { Reader } from "./nodes/node-reader.js";
import { isTrue } from "./nodes/scalars.js";

/** The attribute of a grant or filter; nobody has a value for one that is no text. */
export function attributeNameOf(reader: Reader, item: ModelNode): string | null {
  const node = reader.at(item, "user_attribute");
  const value = reader.value(node);
  if (value?.kind === "text") return value.text;
  if (node !== undefined) {
    const consequence =
      "Nobody has a value for such an attribute: everybody passes the grant, and the filter is not added.";
    reader.report(notText(written(node), consequence, reader.where(node)));
  }
  return null;
}

/** The text of a value for messages. */
export const written = (node: ModelNode): string =>
  node.kind === "scalar" && node.text !== "" ? node.text : "This";

/** The filters of a view or topic, and what of its SQL depends on attributes; what the engine cannot read makes it refuse all queries. */
export function filteredOf(
  reader: Reader,
  node: ModelMap,
  templates: readonly ModelTemplate[],
): {
  readonly filters: readonly ModelFilter[];
  readonly isRefused?: true;
  readonly templates: readonly ModelTemplate[];
} {
  const list = reader.at(node, "access_filters");
  if (list === undefined || !isTrue(list)) return { filters: [], templates };
  if (list.kind !== "list") {
    reader.report(unreadableFilter("access_filters is no list", reader.where(list)));
    return { filters: [], isRefused: true, templates };
  }
  const filters = list.items.flatMap((item): readonly ModelFilter[] => {
    const field = reader.text(item, "field");
    const missing = ["user_attribute", "field"].find((key) => !reader.has(item, key));
    if (missing !== undefined || field === undefined) {
      const why = missing === undefined ? "its field is no text" : `it has no ${missing}`;
      reader.report(unreadableFilter(why, reader.where(item)));
      // The engine asks for the attribute first, to see whether the topic overrides the filter.
      if (missing === "user_attribute") return [];
    }
    const known = { attribute: attributeNameOf(reader, item), place: reader.place(item) };
    return [field === undefined ? { field: "", ...known, isRefused: true } : { field, ...known }];
  });
  return { filters, ...(filters.length < list.items.length && { isRefused: true }), templates };
}

/** A filter that the engine cannot read, so that it refuses every query of the place. */
function unreadableFilter(why: string, where: PlaceInModel): ModelFinding {
  return {
    ...finding(
      "model-filter-refused",
      `With this filter, the query engine refuses every query: ${why}`,
      "Nobody can query what the filter limits. Write `access_filters` as a list; each filter has a field and a user_attribute.",
    ),
    ...where,
  };
}
