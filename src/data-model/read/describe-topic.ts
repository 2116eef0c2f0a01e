import type { ModelPlace, ModelTopic, TopicView } from "../model-description.js";
import { definitionText } from "./definition-text.js";
import { filteredOf } from "./filters.js";
import { guardedOf, modelOf, nameOf, requireKeys, uncertainIfMerged } from "./guarded.js";
import type { ModelMap, ModelNode } from "./nodes/document.js";
import { hasKey, nodeAt, nodeEntries, type Reader, scalarOf, textAt } from "./nodes/node-reader.js";
import { identityOf, isTrue } from "./nodes/scalars.js";
import { templatesIn } from "./nodes/templates.js";

/** A topic of a file, with the further views that the engine makes for it (`from`). */
export interface TopicPart extends ModelTopic {
  readonly aliases: readonly TopicAlias[];
}

/** A name of a view in a topic. `from` identifies the view by its name as it is written. */
export interface TopicAlias {
  readonly name: string;
  readonly from: string;
  readonly withMeasures: boolean;
  readonly place: ModelPlace;
}

export function describeTopic(reader: Reader, root: ModelMap): TopicPart {
  requireKeys(reader, root, "a topic", ["label", "base_view", "model_name"]);
  const { kind = "null" } = scalarOf(nodeAt(root, "name")) ?? {};
  const entries = nodeEntries(nodeAt(root, "views"));
  return uncertainIfMerged(reader, root, {
    ...guardedOf(reader, root, nameOf(root, kind === "null" ? "label" : "name")),
    ...modelOf(root),
    views: viewsOf(nameOf(root, "base_view").toLowerCase(), entries),
    ...filteredOf(reader, root, templatesIn(reader, root)),
    always: definitionText(root, (key) => key === "always_filter"),
    aliases: entries.flatMap(([key, value]) => {
      const from = scalarOf(nodeAt(value, "from"));
      const name = keyText(key).toLowerCase();
      if (from === undefined || from.text.toLowerCase() === name) return [];
      const withMeasures = !hasKey(value, "include_metrics") || isTrue(nodeAt(value, "include_metrics"));
      return [{ name, from: identityOf(from), withMeasures, place: reader.place(key) }];
    }),
  });
}

/** A key is a view's name as it stands, also where letter case makes it that of no view. */
function keyText(key: ModelNode): string {
  const { kind, text = "" } = scalarOf(key) ?? {};
  return kind === "text" ? text : `!${text}`;
}

function viewsOf(base: string, entries: ModelMap["entries"]): readonly TopicView[] {
  const views = new Map<string, TopicView>([
    [base, { name: base, overridesFilters: false, join: "", joinedThrough: [] }],
  ]);
  for (const [key, value] of entries) {
    const name = keyText(key);
    const join = nodeAt(value, "join");
    const on = textAt(join, "sql_on") ?? "";
    const through = [...on.matchAll(/\$\{\s*([^.}]*)\./g)].map(([, view = ""]) => view);
    views.set(name, {
      name,
      overridesFilters: isTrue(nodeAt(value, "override_access_filters")),
      ...(value.kind !== "map" && { isOdd: true }),
      join: definitionText(join),
      joinedThrough: [...new Set(through)],
    });
  }
  return [...views.values()];
}
