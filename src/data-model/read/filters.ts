import type { Filtered, ModelFilter, ModelTemplate } from "../model-description.js";
import type { ModelMap, ModelNode } from "./nodes/document.js";
import { findingAt, notText } from "./nodes/finding.js";
import { hasKey, nodeAt, type Reader, scalarOf, textAt } from "./nodes/node-reader.js";
import { isTrue } from "./nodes/scalars.js";

/** The attribute of a grant or filter; nobody has a value for one that is no text. */
export function attributeNameOf(reader: Reader, item: ModelNode): string | null {
  const node = nodeAt(item, "user_attribute");
  const value = scalarOf(node);
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
export function filteredOf(reader: Reader, node: ModelMap, templates: readonly ModelTemplate[]): Filtered {
  const list = nodeAt(node, "access_filters");
  if (list === undefined || !isTrue(list)) return { filters: [], templates };
  if (list.kind !== "list") {
    reportUnreadable(reader, "access_filters is no list", list);
    return { filters: [], isRefused: true, templates };
  }
  const filters = list.items.flatMap((item): readonly ModelFilter[] => {
    const field = textAt(item, "field");
    const missing = ["user_attribute", "field"].find((key) => !hasKey(item, key));
    if (missing !== undefined || field === undefined) {
      const why = missing === undefined ? "its field is no text" : `it has no ${missing}`;
      reportUnreadable(reader, why, item);
      // The engine asks for the attribute first, to see whether the topic overrides the filter.
      if (missing === "user_attribute") return [];
    }
    const known = { attribute: attributeNameOf(reader, item), place: reader.place(item) };
    return [field === undefined ? { field: "", ...known, isRefused: true } : { field, ...known }];
  });
  return { filters, ...(filters.length < list.items.length && { isRefused: true }), templates };
}

/** Reports a filter that the engine cannot read, so that it refuses every query of the place. */
function reportUnreadable(reader: Reader, why: string, node: ModelNode): void {
  const summary = `With this filter, the query engine refuses every query: ${why}`;
  const detail =
    "Nobody can query what the filter limits. Write `access_filters` as a list; each filter has a field and a user_attribute.";
  reader.report(findingAt(reader.where(node), "model-filter-refused", summary, detail));
}
