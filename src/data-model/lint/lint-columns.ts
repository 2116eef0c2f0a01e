import { type Diagnostic, finding } from "../../model/diagnostic.js";
import { count, nameList, plural } from "../../util/english.js";
import {
  type ColumnField,
  columnIndexOf,
  fieldsHolding,
  type GuardedColumns,
} from "../compile/column-index.js";
import { checksOf } from "../compile/grant-checks.js";
import type { ModelDescription, ModelPlace } from "../model-description.js";

/**
 * Guarded fields whose columns stand, together, in fields that somebody can reach without passing all of their grants. An
 * alias is as open as its view.
 */
export function lintColumns(model: ModelDescription): readonly Diagnostic[] {
  if (model.refused || model.grants.length === 0) return [];
  const { guarded, users } = columnIndexOf(model);
  const checks = checksOf(model.grants);
  return guarded.flatMap((one): readonly Diagnostic[] => {
    if (one.view.standsFor !== undefined) return [];
    // Who does not pass one grant reaches the fields that do not require it.
    const open = one.grants
      .filter((name) => checks.get(name)?.attribute !== undefined)
      .flatMap((name) => fieldsHolding(one, users, ({ grants }) => !grants.includes(name)) ?? []);
    return open.length === 0 ? [] : [openColumns(one, [...new Set(open)])];
  });
}

function openColumns({ view, field, grants }: GuardedColumns, through: readonly ColumnField[]): Diagnostic {
  const name = `${view.name}.${field.name}`;
  const fields = through.map((one) => `${one.view.name}.${one.field.name}`);
  const places = through.map((one, i) => `${fields[i]} (${whereOf(one.field.place)})`);
  const required = `the ${plural(grants.length, "grant")} ${nameList(grants)}`;
  return finding(
    "model-column-open",
    `${name} requires ${required}, and its columns stand in ${count(fields.length, "field")} that can be reached without: ${nameList(fields)}`,
    `Whoever reaches a field can make other fields of its columns in the product. ${name} is at ${whereOf(field.place)}; the others are ${nameList(places)}. Require the same grants there, or take the columns out.`,
  );
}

export const whereOf = ({ file, line }: ModelPlace): string => `${file}:${line}`;
