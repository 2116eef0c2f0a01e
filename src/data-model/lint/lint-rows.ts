import { candidatesOf, memberAttributeOf, outcomeOf } from "../../access/values/access-state.js";
import { passesGrant } from "../../access/values/grants.js";
import { meaningOf } from "../../access/values/value-meaning.js";
import { type Diagnostic, finding } from "../../model/diagnostic.js";
import { setOf } from "../../util/collections.js";
import { count, nameList, plural } from "../../util/english.js";
import type { GrantCheck } from "../compile/grant-checks.js";
import { type OpenFilter, openRowsOf } from "../compile/open-rows.js";
import type { ModelDescription, ModelView } from "../model-description.js";
import { whereOf } from "./lint-columns.js";
import type { KnownAccess } from "./model-lints.js";

/**
 * Views with filters whose table other views show without them to people whom the filters limit, one finding a view. A view
 * that requires further grants counts if somebody who is known passes them, or if the filter's own values do.
 */
export function lintRows(model: ModelDescription, people: readonly KnownAccess[]): readonly Diagnostic[] {
  if (model.refused) return [];
  const openRows = openRowsOf(model);
  return model.views.flatMap((view): readonly Diagnostic[] => {
    const open = view.standsFor === undefined ? (openRows.get(view.name) ?? []) : [];
    const found = open.flatMap(({ others, ...one }): readonly OpenFilter[] => {
      const reached = others.filter((other) => isReached({ ...one, ...other }, people));
      return reached.length === 0 ? [] : [{ ...one, others: reached }];
    });
    return found.length === 0 ? [] : [openFilters(view, found)];
  });
}

function isReached(
  { attribute, guards }: Pick<OpenFilter, "attribute"> & OpenFilter["others"][number],
  people: readonly KnownAccess[],
): boolean {
  if (guards.length === 0) return true;
  const isOwn = guards.every((guard) => guard.attribute === attribute);
  const allowed = isOwn ? guards.flatMap((guard) => guard.allowed) : [];
  return (
    allowed.some((value) => isLimitedAndPasses(attribute, guards, () => [value])) ||
    people.some(({ nameIndex, state }) =>
      nameIndex.members.some((_, m) =>
        isLimitedAndPasses(attribute, guards, (name) => {
          const a = nameIndex.attributes.indexOf(name);
          return a < 0 ? [] : candidatesOf(outcomeOf(state, memberAttributeOf(state, m, a)));
        }),
      ),
    )
  );
}

function openFilters({ name, place }: ModelView, open: readonly OpenFilter[]): Diagnostic {
  const views = [...new Set(open.flatMap(({ others }) => others.map(({ view }) => view)))];
  const filters = open.map(({ filter }) => `${filter.field} (${whereOf(filter.place)})`);
  const attributes = [...setOf(open, "attribute")];
  return finding(
    "model-rows-open",
    `${name} filters its rows by ${nameList(attributes)}, and ${count(views.length, "view")} of the same table can be reached without: ${nameList(views.map((view) => view.name))}`,
    `People who are limited in ${name} (${whereOf(place)}) see the other rows there. The ${plural(open.length, "filter is", "filters are")} on ${nameList(filters)}; the rows are shown by ${nameList(views.map((view) => `${view.name} (${whereOf(view.place)})`))}. Write the same filter there, or require a grant that they do not pass.`,
  );
}

/** Returns true if somebody with these values is limited by filters on an attribute, and may pass all grants. */
const isLimitedAndPasses = (
  attribute: string,
  guards: readonly GrantCheck[],
  valuesOf: (attribute: string) => readonly string[],
): boolean =>
  valuesOf(attribute).some((value) => value !== "" && meaningOf(value).kind !== "all") &&
  guards.every((guard) => passesGrant(guard, valuesOf(guard.attribute ?? "")) !== "no");
