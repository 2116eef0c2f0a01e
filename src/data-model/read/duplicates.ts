import { byKey, groupBy, sortedTexts } from "../../util/collections.js";
import type {
  Guarded,
  ModelDescription,
  ModelField,
  ModelGrant,
  ModelPlace,
  ModelRoot,
  ModelTopic,
  ModelView,
} from "../model-description.js";
import { duplicate, type ModelFinding } from "./nodes/finding.js";
import { textOfAll, uncertainGuards, uncertainRows } from "./uncertain.js";

/** The objects of a model that have names. */
export type ModelObjects = Pick<ModelDescription, "grants" | "models" | "views" | "topics" | "dashboards">;

type ObjectsWith<V extends ModelView> = Omit<ModelObjects, "views"> & { readonly views: readonly V[] };

interface PlacedName {
  readonly name: string;
  readonly place: ModelPlace;
}

/** The objects with one object for each name, and a finding for each name that several had. */
interface Merged<T> {
  readonly all: readonly T[];
  readonly findings: readonly ModelFinding[];
}

/**
 * Merges the objects that have one name. The engine takes one of them by the order in which it lists files, which
 * differs from run to run, so access to the object and to its rows is unclear.
 */
export function mergeDuplicates<V extends ModelView>(
  objects: ObjectsWith<V>,
): { readonly model: ObjectsWith<V>; readonly findings: readonly ModelFinding[] } {
  const merging = {
    grants: merge("the grant ", withoutCopies(objects.grants), mergeGrants),
    models: merge("the model ", objects.models, mergeModels),
    views: mergeViews(objects.views.map(withOneOfEach)),
    topics: merge("the topic ", objects.topics, mergeTopics),
    dashboards: merge("the dashboard ", objects.dashboards, merged),
  };
  const fields = objects.views.flatMap(
    (view) => merge(`the field ${view.name}.`, view.fields, mergeFields).findings,
  );
  const { grants, models, views, topics, dashboards } = merging;
  return {
    model: {
      grants: grants.all,
      models: models.all,
      views: views.all,
      topics: topics.all,
      dashboards: dashboards.all,
    },
    findings: [...fields, ...Object.values(merging).flatMap(({ findings }) => findings)],
  };
}

/** Merges views of one name. */
export function mergeViews<V extends ModelView>(views: readonly V[]): Merged<V> {
  return merge("the view ", views, mergeTwoViews);
}

type Same<T> = readonly [T, ...T[]];

function merge<T extends PlacedName>(
  what: string,
  all: readonly T[],
  mergeAll: (same: Same<T>) => T,
): Merged<T> {
  const groups = groupBy(all, ({ name }) => name);
  if (groups.size === all.length) return { all, findings: [] };
  const findings: ModelFinding[] = [];
  const ofEach = [...groups.values()].map((same): T => {
    const [first, second] = same;
    if (second === undefined) return first;
    const why = `It is defined in ${first.place.file}:${first.place.line} and here`;
    const { file, line } = second.place;
    findings.push(duplicate(what + first.name, why, { file, at: { line } }));
    return mergeAll(same);
  });
  return { all: ofEach, findings };
}

/** Grants that say the same are one, whichever the engine takes. */
function withoutCopies(grants: readonly ModelGrant[]): readonly ModelGrant[] {
  const facts = ({ place: _, ...grant }: ModelGrant): string => JSON.stringify(grant);
  return [...groupBy(grants, facts).values()].map(([first]) => first);
}

function withOneOfEach<V extends ModelView>(view: V): V {
  const { all: fields } = merge("", view.fields, mergeFields);
  return fields === view.fields ? view : { ...view, fields };
}

function mergeFields(same: Same<ModelField>): ModelField {
  const [first] = same;
  const names = [...new Set(same.flatMap((field) => field.names))];
  return { ...first, ...uncertainGuards(same), names, sql: textOfAll(same) };
}

/** Views of one model share its grants, whichever counts. */
function mergeTwoViews<V extends ModelView>(same: Same<V>): V {
  const [first] = same;
  const fields = groupBy(
    same.flatMap((view) => view.fields),
    ({ name }) => name,
  );
  return {
    ...first,
    ...uncertainGuards(same),
    ...uncertainRows(same),
    model: sharedModel(same),
    fields: [...fields.values()].map(([field, ...others]) => mergeFields([field, ...others])),
  };
}

function mergeTopics(same: Same<ModelTopic>): ModelTopic {
  const [first] = same;
  const views = byKey(
    same.flatMap((topic) => topic.views),
    "name",
  );
  return {
    ...first,
    ...uncertainGuards(same),
    ...uncertainRows(same),
    model: sharedModel(same),
    views: [...views.values()],
  };
}

const merged = <T extends Guarded & PlacedName>(same: Same<T>): T => ({
  ...same[0],
  ...uncertainGuards(same),
});

const mergeModels = (same: Same<ModelRoot>): ModelRoot => ({
  ...merged(same),
  connection: textOfAll(same),
  calendar: same[0].calendar,
});

function mergeGrants(same: Same<ModelGrant>): ModelGrant {
  const dependsOn = sortedTexts(same.flatMap(({ attribute }) => attribute ?? []));
  return { ...same[0], dependsOn };
}

function sharedModel(same: Same<Pick<ModelView, "model">>): string | undefined {
  const [first] = same;
  return same.every(({ model }) => model === first.model) ? first.model : undefined;
}
