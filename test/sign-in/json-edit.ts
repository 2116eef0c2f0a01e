/** A parsed JSON object. */
export type Json = Record<string, unknown>;

/** A change of a parsed JSON object, in place. */
export type Edit = (json: Json) => void;

/** The value at a dotted path; fails where there is none, so that no edit misses its mark. */
export function at(json: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((value, key) => {
    if (typeof value !== "object" || value === null || !(key in value)) throw new Error(`nothing at ${path}`);
    return (value as Json)[key];
  }, json);
}

function split(json: Json, path: string): [parent: Json, key: string] {
  const dot = path.lastIndexOf(".");
  return [(dot < 0 ? json : at(json, path.slice(0, dot))) as Json, path.slice(dot + 1)];
}

/** Sets a member. */
export const set =
  (path: string, value: unknown): Edit =>
  (json) => {
    const [parent, key] = split(json, path);
    parent[key] = value;
  };

/** Takes an element out of a list. */
export const drop =
  (path: string): Edit =>
  (json) => {
    const [list, index] = split(json, path);
    (list as unknown as unknown[]).splice(Number(index), 1);
  };

/** Adds an element to a list. */
export const add =
  (path: string, value: unknown): Edit =>
  (json) => {
    (at(json, path) as unknown[]).push(value);
  };

/** Several edits as one. */
export const all =
  (...edits: readonly Edit[]): Edit =>
  (json) => {
    for (const edit of edits) edit(json);
  };
