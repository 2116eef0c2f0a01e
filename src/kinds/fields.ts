import { FILE_KEYS } from "../model/generated/kinds.js";
import { RESOURCE_KINDS, type ResourceKind } from "../model/resource-kind.js";
import type { Fields, FieldsOf } from "../model/state/resource.js";
import { isSameValue } from "../model/state/value-format.js";
import { fieldsIn, fromRow, type Kind, toBody } from "./kind.js";
import { KINDS } from "./registry.js";

/**
 * The fields that the file and the service share: those of a kind that are keys of the file, too. Names,
 * which are keys of mappings, and settings of the file alone, such as `required`, are not among them.
 */
const SHARED = Object.fromEntries(
  RESOURCE_KINDS.map((kind) => {
    const { fields } = KINDS[kind];
    return [kind, Object.fromEntries(Object.entries(fields).filter(([name]) => name in FILE_KEYS[kind]))];
  }),
) as { readonly [K in ResourceKind]: Kind["fields"] }; // one entry for each kind

/** The names of the fields that a thing shares with the file; an `id` there is a pin. */
type SharedNames<K extends ResourceKind, T> = Exclude<keyof T & keyof FieldsOf<K>, "id">;

/** The fields of a live thing that the file and the service share; what it does not have is left out. */
export function fieldsOf<K extends ResourceKind, T extends object>(
  kind: K,
  thing: T,
): Pick<T, SharedNames<K, T>> {
  return fieldsIn(SHARED[kind], thing) as Pick<T, SharedNames<K, T>>; // they are the thing's own
}

/** The same fields of a row of an answer; one that is `null` there is absent. */
export function fieldsOfRow<K extends ResourceKind>(kind: K, row: object): FieldsOf<K> {
  const fields = Object.entries(fromRow(SHARED[kind], row)).filter(([, value]) => value !== null);
  return Object.fromEntries(fields) as FieldsOf<K>; // its validator has said so
}

/** The inverse of {@link fieldsOfRow}: the part of a row that consists of these fields. */
export function toRow<Row extends object>(kind: ResourceKind, thing: object): Row {
  return toBody(SHARED[kind], fieldsOf(kind, thing)) as Row; // the caller adds what is no field
}

/** Returns true if a thing can be renamed in place, so that what it holds is at other addresses afterwards. */
export const isRenamable = (kind: ResourceKind): boolean => KINDS[kind].fields.name?.rule === "mutable";

/**
 * Returns true if two values of an attribute of this data type are the same in another form, as a service may store it: no
 * difference for anybody.
 */
export function isOtherForm(
  kind: ResourceKind,
  dataType: unknown,
  one: Fields[string] | undefined,
  other: Fields[string] | undefined,
): boolean {
  if (KINDS[kind].carriesValue === undefined || typeof one !== "string" || typeof other !== "string")
    return false;
  return (dataType === "number" || dataType === "date") && isSameValue(one, other, dataType);
}
