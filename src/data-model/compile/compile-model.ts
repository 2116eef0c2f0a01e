import { UNREAD } from "../../model/address.js";
import { byKey, oncePer, sortedTexts } from "../../util/collections.js";
import {
  DUPLICATE,
  type ModelDescription,
  type ModelTopic,
  type ModelView,
  REFUSED,
  type RequiredGrants,
  UNREADABLE,
} from "../model-description.js";
import { attributesBehind, checksOf, type GrantCheck } from "./grant-checks.js";
import { placesOf, type RowPlace } from "./row-places.js";

/** Objects that the same grants guard: a person reaches all of them or none. */
export interface ObjectClass {
  readonly grants: readonly GrantCheck[];
  /** The objects, such as `field:customers.email`, in the order of the model. */
  readonly objects: readonly string[];
}

/** A data model, worked out so that people can be held against it quickly. */
export interface CompiledModel {
  readonly classes: readonly ObjectClass[];
  readonly places: readonly RowPlace[];
  /** Attributes that decide anything, sorted: people with the same values for these see the same. */
  readonly attributes: readonly string[];
  /** True if it is not known which values decide, so that any of them may. */
  readonly dependsOnAll: boolean;
  /** The time zones of models, each with the model's class. */
  readonly zones: readonly { readonly zone: string; readonly class: number }[];
  readonly complete: boolean;
  readonly description: ModelDescription;
}

/**
 * Puts objects into classes by the grants that guard them, their own and inherited ones: a view inherits from its model,
 * a field from its view, a topic from its model. A grant is found by name over all models. Lists each view as a place of
 * rows, and each view of each topic. What a model that was not read completely lacks may be in what was not read, which
 * stands among the objects as one of its own, and guard or limit anything; of a model that the engine refuses, and of one
 * without any model or view that was read, nothing is known of anything.
 */
export function compileModel(model: ModelDescription): CompiledModel {
  const { complete, refused, models, views: all } = model;
  const isNothing = !complete && (models.length === 0 || all.length === 0);
  const doubt = refused ? REFUSED : isNothing ? UNREADABLE : undefined;
  const guards = byKey(model.models, "name");
  const inherited = (owner: ModelView | ModelTopic): RequiredGrants =>
    guards.get(owner.model ?? "") ?? { requires: complete && owner.model !== undefined ? [] : [UNREADABLE] };
  const { classes, classify } = createClasses(checksOf(model.grants), doubt);

  const roots = model.models.map((root) => ({ of: root, class: classify(`model:${root.name}`, root) }));
  const views = model.views.map((view) => {
    const above = inherited(view);
    return {
      of: view,
      class: classify(`view:${view.name}`, above, view),
      fields: view.fields.map((field) => ({
        of: field,
        class: classify(`field:${view.name}.${field.name}`, above, view, field),
      })),
    };
  });
  const topics = model.topics.map((topic) => ({
    of: topic,
    class: classify(`topic:${topic.name}`, inherited(topic), topic),
  }));
  for (const dashboard of model.dashboards) classify(`dashboard:${dashboard.name}`, dashboard);
  if (!complete) classify(UNREAD, { requires: [UNREADABLE] });

  const places = placesOf(views, topics, { isComplete: complete, isRefused: doubt !== undefined });
  const attributes = attributesOf(classes, places);
  const dependsOnAll = places.some(({ templates }) => templates.some(({ attribute }) => attribute === null));
  const zones = roots.flatMap(({ of, class: own }) =>
    of.calendar.zone === "" ? [] : [{ zone: of.calendar.zone, class: own }],
  );
  return { classes, places, attributes, dependsOnAll, zones, complete, description: model };
}

/** The class of each object of a model. */
export const classesIn = oncePer(
  ({ classes }: CompiledModel): ReadonlyMap<string, number> =>
    new Map(classes.flatMap(({ objects }, i) => objects.map((object) => [object, i]))),
);

/** No classes yet; `classify` adds an object to the class of what guards it, and gives its index. */
function createClasses(grants: ReadonlyMap<string, GrantCheck | null>, doubt: string | undefined) {
  const classes: { readonly grants: readonly GrantCheck[]; readonly objects: string[] }[] = [];
  const classByGrants = new Map<string, number>();
  const checkOf = (name: string): GrantCheck | null => {
    const check = grants.get(name);
    return check === undefined ? { name, allowed: [] } : check;
  };
  const classify = (object: string, ...guards: readonly RequiredGrants[]): number => {
    const required = guards.flatMap(({ requires }) => requires);
    const possible = guards.flatMap(({ mayRequire = [] }) => mayRequire);
    const names = doubt === undefined ? [...new Set(required)] : [doubt];
    const key = [...names, "", ...possible].join("\n");
    const index = classByGrants.get(key) ?? classes.length;
    if (index === classes.length) {
      classByGrants.set(key, index);
      const dependsOn = sortedTexts(
        possible.flatMap((name) => checkOf(name) ?? []).flatMap(attributesBehind),
      );
      const checks = names.flatMap((name) =>
        name === DUPLICATE ? { name, allowed: [], dependsOn } : (checkOf(name) ?? []),
      );
      classes.push({ grants: checks, objects: [] });
    }
    classes[index]?.objects.push(object);
    return index;
  };
  return { classes, classify };
}

function attributesOf(classes: readonly ObjectClass[], places: readonly RowPlace[]): readonly string[] {
  return sortedTexts([
    ...classes.flatMap(({ grants }) => grants.flatMap(attributesBehind)),
    ...places.flatMap(({ filters, templates }) =>
      [...filters, ...templates].flatMap(({ attribute }) => attribute ?? []),
    ),
  ]);
}
