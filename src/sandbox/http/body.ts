import { type Defined, isRecord } from "../../util/record.js";
import { Refusal } from "./refusal.js";

/** Accepts a value, or says what is wrong with it. */
type Field<T> = (value: unknown) => { readonly value: T } | { readonly wrong: string };

/** A string, of any length. */
export const text: Field<string> = (value) =>
  typeof value === "string" ? { value } : { wrong: "must be a string" };

/** A boolean. */
export const flag: Field<boolean> = (value) =>
  typeof value === "boolean" ? { value } : { wrong: "must be a boolean" };

/** A precedence that people may give: a whole number above 0, which is kept for "All Users". */
export const precedence: Field<number> = (value) =>
  typeof value === "number" && Number.isSafeInteger(value) && value > 0
    ? { value }
    : { wrong: "must be an integer greater than 0" };

/** A text that looks like an e-mail address. */
export const email: Field<string> = (value) =>
  typeof value === "string" && /^[^\s@]+@[^\s@]+$/.test(value)
    ? { value }
    : { wrong: "must be an e-mail address" };

/** One of a few words. */
export const oneOf =
  <T extends string>(...words: readonly T[]): Field<T> =>
  (value) => {
    const word = words.find((candidate) => candidate === value);
    return word === undefined ? { wrong: `must be one of ${words.join(", ")}` } : { value: word };
  };

/** The field, which may be absent or null: it is then absent from what is read. */
export const optional =
  <T>(field: Field<T>): Field<T | undefined> =>
  (value) =>
    value === undefined || value === null ? { value: undefined } : field(value);

type Shape = Readonly<Record<string, Field<unknown>>>;
type Read<F> = F extends Field<infer T> ? T : never;
type Fields<S> = Defined<{ readonly [K in keyof S]: Read<S[K]> }>;

/** Reads the fields of a body, passing over any others. Throws a 422 with one message for each field that is wrong. */
export function readFields<S extends Shape>(body: unknown, shape: S): Fields<S> {
  if (!isRecord(body)) throw new Refusal(422, ["body: must be a JSON object"]);
  const read: [string, unknown][] = [];
  const wrong: string[] = [];
  for (const [name, field] of Object.entries(shape)) {
    const result = field(body[name]);
    if ("wrong" in result) wrong.push(`body.${name}: ${name in body ? result.wrong : "is required"}`);
    else if (result.value !== undefined) read.push([name, result.value]);
  }
  const [first, ...others] = wrong;
  if (first !== undefined) throw new Refusal(422, [first, ...others]);
  // Every field of the shape was accepted by the field that gives it its type.
  return Object.fromEntries(read) as Fields<S>;
}

/** Parses a request's text. Throws a 422 for anything that is not declared as JSON and JSON indeed. */
export function parseBody(contentType: string | undefined, source: string): unknown {
  if (!contentType?.toLowerCase().startsWith("application/json")) {
    throw new Refusal(422, ["body: must be sent as application/json"]);
  }
  try {
    return JSON.parse(source);
  } catch {
    throw new Refusal(422, ["body: is not valid JSON"]);
  }
}
