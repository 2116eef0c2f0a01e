import { byKey } from "../../util/collections.js";
import type { CompiledModel } from "../compile/compile-model.js";
import { openRowsOf } from "../compile/open-rows.js";
import type { ColumnReach } from "./columns.js";
import { type DecidingGrant, type PersonData, type RowCondition, surelyReaches } from "./person-data.js";

/** An object that a person does not reach, or may not reach. */
export interface HeldBack extends DecidingGrant {
  readonly object: string;
  /** The fields by whose columns they reach it all the same, or may reach it. */
  readonly through?: readonly string[];
}

/** The data that a person sees, object by object, in the order of the model. */
export interface PersonView {
  readonly reached: readonly string[];
  readonly hidden: readonly HeldBack[];
  readonly unclear: readonly HeldBack[];
  /** Conditions on rows, in places that the person reaches; where there is no condition, nothing is limited. */
  readonly rows: readonly LimitedRows[];
}

/** A condition on rows. */
interface LimitedRows extends RowCondition {
  /** The views of the same table by which the person sees all of these rows all the same. */
  readonly through?: readonly string[];
}

/** Writes out what somebody sees, with the hidden fields that they reach by `columns`: those that they may reach are unclear. */
export function viewOf(
  { classes }: CompiledModel,
  { classReach, rows }: PersonData,
  columns: readonly ColumnReach[] = [],
): PersonView {
  const byColumn = byKey(columns, "object");
  const hidden: HeldBack[] = [];
  const unclear: HeldBack[] = [];
  for (const [i, { objects }] of classes.entries()) {
    const reach = classReach[i];
    if (reach === undefined || reach.reaches === "yes") continue;
    const { grant, attribute, value } = reach;
    for (const object of objects) {
      const column = byColumn.get(object);
      const isUnclear = reach.reaches === "unclear" || column?.reaches === "unclear";
      const one = { object, grant, attribute, value, ...(column && { through: column.through }) };
      (isUnclear ? unclear : hidden).push(one);
    }
  }
  const reached = classes.flatMap(({ objects }, i) => (classReach[i]?.reaches === "yes" ? objects : []));
  return { reached, hidden, unclear, rows };
}

/**
 * Adds to each condition the views that the person certainly reaches, and that leave all rows of the same table which the
 * condition hides.
 */
export function withOpenRows(model: CompiledModel, data: PersonData, view: PersonView): PersonView {
  const openRows = openRowsOf(model.description);
  const places = byKey(model.places, "place");
  const limitsIn = (name: string): readonly RowCondition[] | undefined => {
    const place = places.get(`view:${name}`);
    return place && surelyReaches(data, place.classes) ? data.rowsIn(place) : undefined;
  };
  const rows = view.rows.map((row): LimitedRows => {
    const open = openRows.get(places.get(row.place)?.view ?? "") ?? [];
    const others = open.flatMap((one) => (one.attribute === row.attribute ? one.others : []));
    // What limits the other view has to limit this one, too.
    const isHeld = ({ attribute }: RowCondition): boolean =>
      attribute !== row.attribute &&
      view.rows.some((one) => one.place === row.place && one.attribute === attribute);
    const names = others.map((other) => other.view.name).filter((name) => limitsIn(name)?.every(isHeld));
    return names.length === 0 ? row : { ...row, through: [...new Set(names)].map((name) => `view:${name}`) };
  });
  return { ...view, rows };
}
