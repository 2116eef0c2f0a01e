import { kindOfAddress } from "../model/address.js";
import type { Fields } from "../model/plan.js";

/** Whether a value from a file is a plain object. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value from a file is the fields of a resource, or their absence. */
export function isFields(value: unknown): value is Fields | null {
  if (value === null) return true;
  return (
    isObject(value) &&
    Object.values(value).every((v) => v === null || ["string", "number", "boolean"].includes(typeof v))
  );
}

/** Whether two values from a file are an address and the type of resource that it names. */
export function isAddressed(address: unknown, type: unknown): boolean {
  return typeof address === "string" && type !== undefined && kindOfAddress(address) === type;
}
