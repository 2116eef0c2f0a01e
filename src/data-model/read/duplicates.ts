import { byKey, groupAlike, groupBy, sortedTexts } from "../../util/collections.js";
import type {
  ModelDescription,
  ModelField,
  ModelPlace,
  ModelTopic,
  ModelView,
} from "../model-description.js";
import { duplicate, type ModelFinding } from "./nodes/finding.js";
import { textOfAll, uncertainGuards, uncertainRows } from "./uncertain.js";

/** The objects of a model that have names. */
export type ModelObjects<V extends ModelView> = Pick<
  ModelDescription,
  "grants" | "models" | "topics" | "dashboards"
> & { readonly views: readonly V[] };

interface PlacedName {
  readonly name: string;
  readonly place: ModelPlace;
}

/**
 * Merges the objects that have one name. The engine takes one of them by the order in which it lists files, which
 * differs from run to run, so access to the object and to its rows is unclear. Each such name is a finding.
 */
export function mergeDuplicates<V extends ModelView>(
  objects: ModelObjects<V>,
  findings: ModelFinding[],
): ModelObjects<V> {
  const views = objects.views.map((view): V => {
    const fields = merge(findings, `the field ${view.name}.`, view.fields, mergeFields);
    return fields === view.fields ? view : { ...view, fields };
  });
  // Grants that say the same are one, whichever the engine takes.
  const grants = groupAlike(objects.grants, ({ place: _, ...grant }) => grant).map(([first]) => first);
  return {
    grants: merge(findings, "the grant ", grants, (same) => ({
      ...same[0],
      dependsOn: sortedTexts(same.flatMap(({ attribute }) => attribute ?? [])),
    })),
    models: merge(findings, "the model ", objects.models, (same) => ({
      ...same[0],
      ...uncertainGuards(same),
      connection: textOfAll(same),
    })),
    views: mergeViews(findings, views),
    topics: merge(findings, "the topic ", objects.topics, (same) => ({
      ...mergeRows(same),
      views: [
        ...byKey(
          same.flatMap(({ views }) => views),
          "name",
        ).values(),
      ],
    })),
    dashboards: merge(findings, "the dashboard ", objects.dashboards, (same) => ({
      ...same[0],
      ...uncertainGuards(same),
    })),
  };
}

type Same<T> = readonly [T, ...T[]];

/** One object for each name, and a finding for each name that several had. */
function merge<T extends PlacedName>(
  findings: ModelFinding[],
  what: string,
  all: readonly T[],
  mergeAll: (same: Same<T>) => T,
): readonly T[] {
  const groups = groupBy(all, ({ name }) => name);
  if (groups.size === all.length) return all;
  return [...groups.values()].map((same): T => {
    const [first, second] = same;
    if (second === undefined) return first;
    const why = `It is defined in ${first.place.file}:${first.place.line} and here`;
    const { file, line } = second.place;
    findings.push(duplicate(what + first.name, why, { file, at: { line } }));
    return mergeAll(same);
  });
}

function mergeFields(same: Same<ModelField>): ModelField {
  const names = [...new Set(same.flatMap((field) => field.names))];
  return { ...same[0], ...uncertainGuards(same), names, sql: textOfAll(same) };
}

/** Merges views of one name. */
export const mergeViews = <V extends ModelView>(
  findings: ModelFinding[],
  views: readonly V[],
): readonly V[] =>
  merge(findings, "the view ", views, (same) => {
    const fields = groupBy(
      same.flatMap((view) => view.fields),
      ({ name }) => name,
    );
    return { ...mergeRows(same), fields: [...fields.values()].map(mergeFields) };
  });

/** Views or topics of one model share its grants, whichever counts. */
function mergeRows<T extends ModelView | ModelTopic>(same: Same<T>): T {
  const [first] = same;
  const isOfOne = same.every(({ model }) => model === first.model);
  return {
    ...first,
    ...uncertainGuards(same),
    ...uncertainRows(same),
    model: isOfOne ? first.model : undefined,
  };
}
