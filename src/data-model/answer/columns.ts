import type { Answer } from "../../access/values/value-meaning.js";
import { oncePer } from "../../util/collections.js";
import { type ColumnField, columnIndexOf, fieldsHolding } from "../compile/column-index.js";
import { type CompiledModel, classesIn } from "../compile/compile-model.js";
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

/**
 * The hidden fields that somebody reaches by column, in the order of the model. Not to be asked for people who make no
 * fields in the product, with the role `restricted`.
 */
export const byColumnOf = oncePer((model: CompiledModel) =>
  oncePer(({ classReach }: PersonData): readonly ColumnReach[] => {
    if (!classReach.some(({ reaches }) => reaches === "no")) return [];
    const { guarded, users } = columnIndexOf(model.description);
    const classes = classesIn(model);
    const reachOf = ({ object }: ColumnField): Answer =>
      classReach[classes.get(object) ?? -1]?.reaches ?? "no";
    return guarded.flatMap((field): readonly ColumnReach[] => {
      if (reachOf(field) !== "no") return [];
      const certain = fieldsHolding(field, users, (one) => reachOf(one) === "yes");
      const fields = certain ?? fieldsHolding(field, users, (one) => reachOf(one) !== "no");
      const reaches = certain ? "yes" : "unclear";
      return fields ? [{ object: field.object, through: fields.map(({ object }) => object), reaches }] : [];
    });
  }),
);
