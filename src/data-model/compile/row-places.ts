import { setOf } from "../../util/collections.js";
import type { ModelFilter, ModelTemplate, ModelTopic, ModelView } from "../model-description.js";
import { type Classed, type ClassedView, createFieldLookup, type FieldLookup } from "./field-index.js";

/** A filter that is added to queries of a place; nobody has a value for an attribute that is `null`. */
export interface PlaceFilter extends FieldLookup {
  readonly attribute: string | null;
}

/** A place in which rows can be limited: a view alone, or within a topic. */
export interface RowPlace {
  /** The place, such as `view:orders` or `topic:Order lines/view:orders`. */
  readonly place: string;
  readonly view: string;
  /** The topic, unless it is the view alone. */
  readonly topic?: string;
  /** The classes of the objects that a person has to reach: the view, and the topic. */
  readonly classes: readonly number[];
  readonly filters: readonly PlaceFilter[];
  /** True if the engine refuses every query here. */
  readonly isRefused: boolean;
  /** True if it is not certain which filters apply: see `ModelView.uncertain`. */
  readonly isUncertain: boolean;
  readonly templates: readonly { readonly field: string; readonly attribute: string | null }[];
}

/** Each view alone, then each view of each topic. */
export function placesOf(
  views: readonly ClassedView[],
  topics: readonly Classed<ModelTopic>[],
  model: { readonly isComplete: boolean; readonly isRefused: boolean },
): readonly RowPlace[] {
  const lookUp = createFieldLookup(views);
  const byName = new Map(views.map((view) => [view.of.name, view]));
  const filtersOf = (owner: Pick<ModelView, "isRefused">, all: readonly ModelFilter[]) => ({
    filters: all.flatMap(({ field, attribute, isRefused }): readonly PlaceFilter[] =>
      isRefused ? [] : [{ ...lookUp(field), attribute }],
    ),
    isRefused: owner.isRefused === true || all.some(({ isRefused }) => isRefused),
  });
  const ofViews = new Map(
    views.map(({ of, class: own }) => [
      of.name,
      {
        place: `view:${of.name}`,
        view: of.name,
        classes: [own],
        ...filtersOf(of, of.filters),
        isUncertain: of.uncertain !== undefined,
        templates: model.isRefused ? [{ field: of.name, attribute: null }] : templatesOf(of),
      },
    ]),
  );
  const inTopics = topics.flatMap(({ of: topic, class: ofTopic }) => {
    const overridden = setOf(topic.filters, "attribute");
    const own = filtersOf(topic, topic.filters);
    const templates = topic.templates.map(inSql(topic.name));
    return topic.views.flatMap(({ name, overridesFilters, isOdd }): readonly RowPlace[] => {
      const where = { place: `topic:${topic.name}/view:${name}`, view: name, topic: topic.name };
      const [view, alone] = [byName.get(name), ofViews.get(name)];
      if (view === undefined || alone === undefined) {
        // The place of a view that no file which was read defines.
        const unread = { ...where, classes: [ofTopic], filters: [], isRefused: false, isUncertain: true };
        return model.isComplete ? [] : [{ ...unread, templates: [{ field: name, attribute: null }] }];
      }
      const left = view.of.filters.filter(
        ({ attribute }) => !(overridesFilters && overridden.has(attribute)),
      );
      const kept = left.length === view.of.filters.length ? alone : filtersOf(view.of, left);
      const hasFilters = alone.isRefused || alone.filters.length > 0;
      return [
        {
          ...where,
          classes: [ofTopic, view.class],
          filters: [...own.filters, ...kept.filters],
          isRefused: kept.isRefused || own.isRefused || (isOdd === true && hasFilters),
          isUncertain: alone.isUncertain || topic.uncertain !== undefined,
          templates: [...templates, ...alone.templates],
        },
      ];
    });
  });
  return [...ofViews.values(), ...inTopics];
}

const inSql =
  (field: string) =>
  ({ attribute }: ModelTemplate) => ({ field, attribute });

const templatesOf = (view: ModelView) => [
  ...view.templates.map(inSql(view.name)),
  ...view.fields.flatMap(({ name, templates }) => templates.map(inSql(`${view.name}.${name}`))),
];
