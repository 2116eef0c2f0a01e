import type { CompiledModel } from "../compile/compile-model.js";
import type { ColumnReach } from "./columns.js";
import type { DecidingGrant, PersonData, RowCondition } from "./person-data.js";

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
  readonly rows: readonly RowCondition[];
}

/** Writes out what somebody sees, with the hidden fields that they reach by `columns`: those that they may reach are unclear. */
export function viewOf(
  { classes }: CompiledModel,
  { classReach, rows }: PersonData,
  columns: readonly ColumnReach[] = [],
): PersonView {
  const byColumn = new Map(columns.map((one) => [one.object, one]));
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
