import type { Address } from "../model/address.js";
import type { Fields } from "../model/plan.js";
import type { Write } from "../model/step.js";

/** What can be done about a difference in a field: change it, refuse with the way out, or say what to do instead. */
export type FieldRule =
  | { readonly rule: "mutable" }
  | { readonly rule: "immutable"; readonly wayOut: string }
  | { readonly rule: "unsupported"; readonly instead: string };

/** Everything there is to know of one kind of resource, as data and tiny pure functions. */
export interface Kind {
  /** For messages: `group`, `membership`. */
  readonly title: string;
  readonly plural: string;
  readonly fields: Readonly<Record<string, FieldRule>>;
  /** Fields that only the service can fill in on creation. */
  readonly unknownOnCreate: readonly string[];
  /** What has to exist before this can be created, by address; it goes when any of that is deleted, without a request. */
  needs(address: Address): readonly Address[];
  create(address: Address, after: Fields): Write;
  /** `changed` holds only the fields that differ; absent where nothing of this kind can be changed in place. */
  update?(address: Address, changed: Fields): Write;
  /** Absent where no endpoint deletes it. */
  delete?(address: Address): Write;
}

/** A field's text; fields are typed loosely because every kind has its own. */
export function textOf(fields: Fields, name: string): string {
  const value = fields[name];
  return typeof value === "string" ? value : String(value ?? "");
}

/** A field's number, or `undefined`. */
export function numberOf(fields: Fields, name: string): number | undefined {
  const value = fields[name];
  return typeof value === "number" ? value : undefined;
}
