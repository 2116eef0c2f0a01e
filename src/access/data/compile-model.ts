import {
  type ModelDescription,
  type ModelFilter,
  type ModelGrant,
  type ModelTemplate,
  type ModelTopic,
  type ModelView,
  UNREADABLE,
} from "./model-description.js";

/** A grant that guards something. One that no file defines readably has no attribute: it is unclear who passes it. */
export type GrantCheck = Pick<ModelGrant, "name" | "allowed"> & { readonly attribute?: string };

/** Objects that the same grants guard: a person reaches all of them or none. */
export interface ObjectClass {
  readonly grants: readonly GrantCheck[];
  /** Such as `field:customers.email`, in the order of the model. */
  readonly objects: readonly string[];
}

/** A filter that is added to queries of a place. */
export interface PlaceFilter {
  readonly field: string;
  readonly attribute: string;
  readonly isNumber: boolean;
  /** The class of the field that it filters; absent where the model has no such field. */
  readonly fieldClass?: number;
}

/** A place in which rows can be limited: a view alone, or within a topic. */
export interface RowPlace {
  /** `view:orders` or `topic:Order lines/view:orders`. */
  readonly place: string;
  /** The classes of the objects that a person has to reach: the view, and the topic. */
  readonly classes: readonly number[];
  readonly filters: readonly PlaceFilter[];
  readonly templates: readonly { readonly field: string; readonly attribute: string }[];
}

/** A data model, worked out so that people can be held against it quickly. */
export interface CompiledModel {
  readonly classes: readonly ObjectClass[];
  readonly places: readonly RowPlace[];
  /** Attributes that decide anything, sorted: people with the same values for these see the same. */
  readonly attributes: readonly string[];
  readonly complete: boolean;
  readonly unread: boolean;
}

/**
 * Puts objects into classes by the grants that guard them, their own and inherited ones: a view inherits from its model,
 * a field from its view, a topic from its model. A grant is found by name over all models; the first one counts. Lists
 * each view as a place of rows, and each view of each topic. What a model that was not read completely lacks may be in
 * what was not read, and guard or limit anything.
 */
export function compileModel(model: ModelDescription): CompiledModel {
  const grants = new Map<string, GrantCheck>();
  for (const { name, attribute, allowed } of model.grants) {
    if (!grants.has(name)) grants.set(name, { name, allowed, ...(attribute === "" ? {} : { attribute }) });
  }
  const guards = new Map(model.models.map(({ name, requires }) => [name, requires]));
  const onlyModel = model.models.length === 1 ? model.models[0]?.name : undefined;
  const inherited = (owner: ModelView | ModelTopic): readonly string[] =>
    guards.get(owner.model ?? onlyModel ?? "") ?? (model.complete ? [] : [UNREADABLE]);

  const { classes, classify } = createClasses(grants);
  for (const { name, requires } of model.models) classify(`model:${name}`, requires);
  const fields = new Map<string, ClassedField>();
  const views = new Map<string, Classed<ModelView>>();
  for (const view of model.views) {
    const above = inherited(view);
    views.set(view.name, { of: view, class: classify(`view:${view.name}`, above, view.requires) });
    for (const field of view.fields) {
      const object = `field:${view.name}.${field.name}`;
      const known = {
        class: classify(object, above, view.requires, field.requires),
        isNumber: field.isNumber,
      };
      for (const name of field.names) fields.set(queriedName(`${view.name}.${name}`), known);
    }
  }
  const topics = model.topics.map((topic) => ({
    of: topic,
    class: classify(`topic:${topic.name}`, inherited(topic), topic.requires),
  }));
  for (const { name, requires } of model.dashboards) classify(`dashboard:${name}`, requires);

  const { complete, unread = false } = model;
  const places = placesOf(views, topics, fields, complete);
  return { classes, places, attributes: attributesOf(classes, places), complete, unread };
}

interface Classed<T> {
  readonly of: T;
  readonly class: number;
}

interface ClassedField {
  readonly class: number;
  readonly isNumber: boolean;
}

/** No classes yet; `classify` adds an object to the class of what it `requires`, and gives its index. */
function createClasses(grants: ReadonlyMap<string, GrantCheck>) {
  const classes: { readonly grants: readonly GrantCheck[]; readonly objects: string[] }[] = [];
  const classByGrants = new Map<string, number>();
  const classify = (object: string, ...requires: readonly (readonly string[])[]): number => {
    const names = [...new Set(requires.flat())];
    const key = JSON.stringify(names);
    const index = classByGrants.get(key) ?? classes.length;
    if (index === classes.length) {
      classByGrants.set(key, index);
      classes.push({ grants: names.map((name) => grants.get(name) ?? { name, allowed: [] }), objects: [] });
    }
    classes[index]?.objects.push(object);
    return index;
  };
  return { classes, classify };
}

/** Each view alone, then each view of each topic. */
function placesOf(
  views: ReadonlyMap<string, Classed<ModelView>>,
  topics: readonly Classed<ModelTopic>[],
  fields: ReadonlyMap<string, ClassedField>,
  isComplete: boolean,
): readonly RowPlace[] {
  const placed = ({ field, attribute }: ModelFilter): PlaceFilter => {
    const known = fields.get(queriedName(field));
    return {
      field,
      attribute,
      isNumber: known?.isNumber ?? false,
      ...(known === undefined ? {} : { fieldClass: known.class }),
    };
  };
  const places: RowPlace[] = [...views.values()].map(({ of: view, class: own }) => ({
    place: `view:${view.name}`,
    classes: [own],
    filters: view.filters.map(placed),
    templates: templatesOf(view),
  }));
  for (const { of: topic, class: own } of topics) {
    const overridden = new Set(topic.filters.map(({ attribute }) => attribute));
    for (const { name, overridesFilters } of topic.views) {
      const known = views.get(name);
      if (known === undefined) {
        if (!isComplete) places.push(unreadPlace(topic.name, name, own));
        continue;
      }
      const kept = known.of.filters.filter(
        ({ attribute }) => !(overridesFilters && overridden.has(attribute)),
      );
      places.push({
        place: `topic:${topic.name}/view:${name}`,
        classes: [own, known.class],
        filters: [...topic.filters, ...kept].map(placed),
        templates: [...topic.templates.map(inSql(topic.name)), ...templatesOf(known.of)],
      });
    }
  }
  return places;
}

/** The place of a topic's view that no file which was read defines. */
const unreadPlace = (topic: string, view: string, own: number): RowPlace => ({
  place: `topic:${topic}/view:${view}`,
  classes: [own],
  filters: [],
  templates: [{ field: view, attribute: "" }],
});

/** A field as the query engine finds it: letter case counts in the view's name and not in its own. */
const queriedName = (field: string): string => field.replace(/(?<=\.).*$/s, (name) => name.toLowerCase());

const inSql =
  (field: string) =>
  ({ attribute }: ModelTemplate) => ({ field, attribute });

const templatesOf = (view: ModelView) => [
  ...view.templates.map(inSql(view.name)),
  ...view.fields.flatMap(({ name, templates }) => templates.map(inSql(`${view.name}.${name}`))),
];

function attributesOf(classes: readonly ObjectClass[], places: readonly RowPlace[]): readonly string[] {
  return [
    ...new Set([
      ...classes.flatMap(({ grants }) => grants.flatMap(({ attribute }) => attribute ?? [])),
      ...places.flatMap(({ filters, templates }) =>
        [...filters, ...templates].map(({ attribute }) => attribute),
      ),
    ]),
  ].sort();
}
