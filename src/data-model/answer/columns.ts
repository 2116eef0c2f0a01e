import { oncePer } from "../../util/collections.js";
import { type ColumnField, columnIndexOf, fieldsHolding } from "../compile/column-index.js";
import type { CompiledModel } from "../compile/compile-model.js";
import type { PersonData } from "./person-data.js";

/**
 * A field hidden by a grant, all of whose columns are in fields that the person reaches: a person who reaches
 * a field can make others of its columns.
 */
export interface ColumnReach {
  readonly object: string;
  /** The fields that have the columns. */
  readonly through: readonly string[];
  /** The verdict; `unclear` if it is not certain that one of these is reached. */
  readonly reaches: "yes" | "unclear";
}

const NONE: readonly ColumnReach[] = [];
const known = new WeakMap<PersonData, readonly ColumnReach[]>();

/**
 * The hidden fields that somebody reaches by column, in the order of the model. Not to be asked for people who make no
 * fields in the product, with the role `restricted`.
 */
export function byColumnOf(model: CompiledModel, data: PersonData): readonly ColumnReach[] {
  if (!data.classReach.some(({ reaches }) => reaches === "no")) return NONE;
  const found = known.get(data) ?? reachedIn(model, data);
  known.set(data, found);
  return found;
}

function reachedIn(model: CompiledModel, { classReach }: PersonData): readonly ColumnReach[] {
  const { guarded, users } = columnIndexOf(model.description);
  if (guarded.length === 0) return NONE;
  const classes = classesIn(model);
  const reachOf = ({ object }: ColumnField) => classReach[classes.get(object) ?? -1]?.reaches ?? "no";
  const found = guarded.flatMap((field): readonly ColumnReach[] => {
    if (reachOf(field) !== "no") return [];
    const { object } = field;
    const certain = fieldsHolding(field, users, (one) => reachOf(one) === "yes");
    if (certain) return [{ object, through: certain.map((one) => one.object), reaches: "yes" }];
    const perhaps = fieldsHolding(field, users, (one) => reachOf(one) !== "no");
    return perhaps ? [{ object, through: perhaps.map((one) => one.object), reaches: "unclear" }] : [];
  });
  return found.length === 0 ? NONE : found;
}

/** The class of each object of a model. */
export const classesIn = oncePer(({ classes }: CompiledModel): ReadonlyMap<string, number> => {
  const found = new Map<string, number>();
  for (const [index, { objects }] of classes.entries())
    for (const object of objects) found.set(object, index);
  return found;
});
