import { groupBy } from "../../util/collections.js";
import type { ModelDescription, ModelFilter, ModelView } from "../model-description.js";
import { createColumnReader, createFinder, createGuards, tableOf } from "./column-index.js";
import { checksOf, type GrantCheck } from "./grant-checks.js";

/** A filter of a view, with the other views that show the same table without it. */
export interface OpenFilter {
  readonly filter: ModelFilter;
  readonly attribute: string;
  readonly others: readonly OpenView[];
}

/** A view with the grants that it requires beside those of the view that filters. */
interface OpenView {
  readonly view: ModelView;
  readonly guards: readonly GrantCheck[];
}

/**
 * The filters that other views of the table do not have, by the view that has them. Filters by one attribute are one filter
 * where they are on the same columns. An alias is as open as its view.
 */
export function openRowsOf({
  models,
  grants,
  views,
}: ModelDescription): ReadonlyMap<string, readonly OpenFilter[]> {
  const [find, columnsOf] = [createFinder(views), createColumnReader(views)];
  const identityIn =
    (view: ModelView) =>
    ({ field, attribute }: ModelFilter): string => {
      const named = find(field, view);
      const columns = named && columnsOf(named.view, named.field);
      return JSON.stringify([attribute, columns?.isComplete ? [...columns.columns].sort() : field]);
    };
  const checks = checksOf(grants);
  const guardsOf = createGuards(models);
  const byTable = groupBy(
    views.filter((view) => view.standsFor === undefined && isCertain(view)),
    tableOf,
  );
  const openIn = (view: ModelView): readonly OpenFilter[] => {
    const [identityOf, passed] = [identityIn(view), guardsOf(view)];
    const others = (byTable.get(tableOf(view)) ?? []).flatMap((other) => {
      if (other.name === (view.standsFor ?? view.name)) return [];
      const beside = guardsOf(other).filter((name) => !passed.includes(name));
      return [{ view: other, guards: beside.flatMap((name) => checks.get(name) ?? []) }];
    });
    return view.filters.flatMap((filter): readonly OpenFilter[] => {
      const { attribute, isRefused } = filter;
      if (attribute === null || isRefused) return [];
      const identity = identityOf(filter);
      const open = others.filter(
        ({ view: other }) => !other.filters.map(identityIn(other)).includes(identity),
      );
      return open.length === 0 ? [] : [{ filter, attribute, others: open }];
    });
  };
  return new Map(views.map((view) => [view.name, view.filters.length === 0 ? [] : openIn(view)]));
}

/** Returns true if it is known which rows a view shows. */
const isCertain = ({ uncertain, isRefused, templates }: ModelView): boolean =>
  uncertain === undefined && !isRefused && templates.length === 0;
