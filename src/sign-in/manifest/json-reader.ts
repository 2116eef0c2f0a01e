import { isRecord } from "../../util/record.js";

/** Reads named members of a JSON object; absent and null are alike, any other surprise is noted with its place. */
export interface JsonReader {
  has(key: string): boolean;
  text(key: string): string | undefined;
  number(key: string): number | undefined;
  /** The value of a switch; false if absent. */
  flag(key: string): boolean;
  /** Empty where absent. */
  texts(key: string): readonly string[];
  object(key: string): JsonReader;
  /** Empty where absent. */
  objects(key: string): readonly JsonReader[];
}

/** A reader of `value` that appends what has another shape than was asked for to `problems`. */
export function jsonReader(value: unknown, problems: string[], place = ""): JsonReader {
  const members = isRecord(value) ? value : {};
  if (!isRecord(value) && value !== undefined && value !== null) problems.push(`${place} is not an object.`);
  const at = (key: string): string => (place === "" ? key : `${place}.${key}`);

  function read<T>(key: string, is: (value: unknown) => value is T, kind: string): T | undefined {
    const member = members[key];
    if (member === undefined || member === null) return undefined;
    if (is(member)) return member;
    problems.push(`${at(key)} is not ${kind}.`);
    return undefined;
  }

  return {
    has: (key) => members[key] !== undefined && members[key] !== null,
    text: (key) => read(key, isText, "a text"),
    number: (key) => read(key, (v): v is number => typeof v === "number", "a number"),
    flag: (key) => read(key, (v): v is boolean => typeof v === "boolean", "true or false") ?? false,
    texts: (key) =>
      read(key, (v): v is string[] => Array.isArray(v) && v.every(isText), "a list of texts") ?? [],
    object: (key) => jsonReader(members[key], problems, at(key)),
    objects: (key) =>
      (read(key, (v): v is unknown[] => Array.isArray(v), "a list") ?? []).map((item, i) =>
        jsonReader(item, problems, `${at(key)}[${i}]`),
      ),
  };
}

const isText = (value: unknown): value is string => typeof value === "string";
