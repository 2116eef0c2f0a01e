import type { ModelPlace, ModelTopic, TopicView } from "../model-description.js";
import { definitionText } from "./definition-text.js";
import { filteredOf } from "./filters.js";
import { guardedOf, isMergedRoot, nameOf, requireKeys } from "./guarded.js";
import type { ModelMap, ModelNode } from "./nodes/document.js";
import type { Reader } from "./nodes/node-reader.js";
import { identityOf, isTrue } from "./nodes/scalars.js";
import { templatesIn } from "./nodes/templates.js";
import { uncertainGuards, uncertainRows } from "./uncertain.js";

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
  const model = reader.has(root, "model_name") ? nameOf(reader, root, "model_name") : undefined;
  const name = reader.value(reader.at(root, "name"));
  const base = nameOf(reader, root, "base_view").toLowerCase();
  const entries = reader.entries(reader.at(root, "views"));
  const topic: TopicPart = {
    ...guardedOf(
      reader,
      root,
      nameOf(reader, root, name === undefined || name.kind === "null" ? "label" : "name"),
    ),
    ...(model !== undefined && { model }),
    views: viewsOf(reader, base, entries),
    ...filteredOf(reader, root, templatesIn(reader, root)),
    always: definitionText(root, (key) => key === "always_filter"),
    aliases: entries.flatMap(([key, value]) => {
      const from = reader.value(reader.at(value, "from"));
      const name = keyText(reader, key).toLowerCase();
      if (from === undefined || from.text.toLowerCase() === name) return [];
      const withMeasures =
        !reader.has(value, "include_metrics") || isTrue(reader.at(value, "include_metrics"));
      return [{ name, from: identityOf(from), withMeasures, place: reader.place(key) }];
    }),
  };
  return isMergedRoot(reader, root, topic.name)
    ? { ...topic, ...uncertainGuards([topic]), ...uncertainRows([topic]) }
    : topic;
}

/** A key is a view's name as it stands, also where letter case makes it that of no view. */
function keyText(reader: Reader, key: ModelNode): string {
  const value = reader.value(key);
  return value?.kind === "text" ? value.text : `!${value?.text ?? ""}`;
}

function viewsOf(
  reader: Reader,
  base: string,
  entries: readonly (readonly [ModelNode, ModelNode])[],
): readonly TopicView[] {
  const views = new Map<string, TopicView>([
    [base, { name: base, overridesFilters: false, join: "", joinedThrough: [] }],
  ]);
  for (const [key, value] of entries) {
    const name = keyText(reader, key);
    const overridesFilters = isTrue(reader.at(value, "override_access_filters"));
    const join = reader.at(value, "join");
    const on = reader.text(join, "sql_on") ?? "";
    const through = [...on.matchAll(/\$\{\s*([^.}]*)\./g)].map(([, view = ""]) => view);
    views.set(name, {
      name,
      overridesFilters,
      ...(value.kind !== "map" && { isOdd: true }),
      join: definitionText(join),
      joinedThrough: [...new Set(through)],
    });
  }
  return [...views.values()];
}
