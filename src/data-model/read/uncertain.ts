import { byKey } from "../../util/collections.js";
import { DUPLICATE, type Filtered, type ModelPlace, type RequiredGrants } from "../model-description.js";

/** The grants of an object with several definitions: access is unclear, and depends on the grants of all of them. */
export function uncertainGuards(definitions: readonly RequiredGrants[]): RequiredGrants {
  const names = definitions.flatMap(({ requires, mayRequire = [] }) => [...requires, ...mayRequire]);
  return {
    requires: [DUPLICATE],
    mayRequire: [...new Set(names)].filter((name) => name !== DUPLICATE).sort(),
  };
}

/** The filters of rows with several definitions: unclear, and dependent on the attributes of all of them. */
export function uncertainRows(definitions: readonly (Filtered & { readonly place: ModelPlace })[]): Filtered {
  const limits = definitions.flatMap(({ filters, templates, place }) => [
    { attribute: "", place },
    ...templates,
    ...filters.flatMap(({ attribute, place: at }) => (attribute === null ? [] : [{ attribute, place: at }])),
  ]);
  const templates = [...byKey(limits, "attribute").values()];
  return { filters: [], templates, isRefused: false, uncertain: textOfAll(definitions) };
}

/** Several definitions in one text, which does not depend on their order or lines in the files. */
export function textOfAll(definitions: readonly unknown[]): string {
  const textOf = (one: unknown) => JSON.stringify(one, (key, value) => (key === "place" ? undefined : value));
  return definitions.map(textOf).sort().join("\n");
}
