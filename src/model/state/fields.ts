import type { FILE_KEYS } from "../generated/kinds.js";
import type { ResourceKind } from "../resource-kind.js";

/** The fields of a resource, flat and in the file's words. */
export type Fields = Readonly<Record<string, string | number | boolean | null>>;

/** The types of the file's plain keys, by the names that JSON Schema has for them. */
interface Plain {
  readonly string: string;
  readonly number: number;
  readonly boolean: boolean;
}

/**
 * The plain keys of an entry of some kind in the file, as its schema names and types them; each may be absent. Desired
 * and live things have their fields by these names, so that a field that no engine asks for is said in the schema only.
 */
export type FieldsOf<K extends ResourceKind> = {
  readonly [F in keyof (typeof FILE_KEYS)[K]]?: Plain[(typeof FILE_KEYS)[K][F] & keyof Plain];
};
