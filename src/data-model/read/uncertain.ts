import {
  DUPLICATE,
  type Guarded,
  type ModelPlace,
  type ModelTopic,
  type ModelView,
} from "../model-description.js";

/** What guards an object of which there are several definitions: nobody can say, and it depends on all their grants. */
export function uncertainGuards(
  definitions: readonly Pick<Guarded, "requires" | "mayRequire">[],
): Pick<Guarded, "requires" | "mayRequire"> {
  const names = definitions.flatMap(({ requires, mayRequire = [] }) => [...requires, ...mayRequire]);
  return {
    requires: [DUPLICATE],
    mayRequire: [...new Set(names)].filter((name) => name !== DUPLICATE).sort(),
  };
}

type Rows = Pick<ModelView | ModelTopic, "filters" | "templates" | "isRefused" | "uncertain">;

/** What limits rows of which there are several definitions: it depends on the attributes of all of them. */
export function uncertainRows(definitions: readonly (Rows & { readonly place: ModelPlace })[]): Rows {
  const limits = definitions.flatMap(({ filters, templates, place }) => [
    { attribute: "", place },
    ...templates,
    ...filters.flatMap(({ attribute, place: at }) => (attribute === null ? [] : [{ attribute, place: at }])),
  ]);
  const templates = [...new Map(limits.map((limit) => [limit.attribute, limit])).values()];
  return { filters: [], templates, isRefused: false, uncertain: textOfAll(definitions) };
}

/** Several definitions in one text, which is the same in whatever order and lines their files have them. */
export function textOfAll(definitions: readonly unknown[]): string {
  const textOf = (one: unknown) => JSON.stringify(one, (key, value) => (key === "place" ? undefined : value));
  return definitions.map(textOf).sort().join("\n");
}
