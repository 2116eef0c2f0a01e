import schema from "../../../schemas/orgform.schema.json" with { type: "json" };
import type { DataPath } from "./data.js";

/** Its keywords are read as {@link Schema} says, and not as TypeScript infers them from this one document. */
const root: unknown = schema;

/**
 * The public address of the schema of the file, with the minor version of orgform that it belongs to. orgform never
 * requests it; editors do.
 */
export const SCHEMA_ADDRESS: string = (root as { readonly $id: string }).$id;

/** The parts of JSON Schema that messages are made from. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  /** The advice on a pattern: what to write. */
  readonly $comment?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | false;
  readonly propertyNames?: Schema;
  readonly items?: Schema;
  readonly then?: Schema;
  readonly else?: Schema;
}

/** The pattern by which the schema of an address is known. */
export const PLAIN_EMAIL: string = schema.$defs.email.pattern;

/**
 * The schema that holds at a path of the file; `undefined` where the path leads beyond what it describes. (The paths
 * in the validator's own errors are relative to a definition that they do not name.)
 */
export function schemaAtPath(path: DataPath): Schema | undefined {
  let schema: Schema | undefined = asSchema(root);
  for (const segment of path) {
    if (schema === undefined) return undefined;
    schema = step(schema, segment);
  }
  return schema && resolve(schema);
}

/** The schema of the shorter form of what a path leads to, where a mapping or list may stand there as well. */
function shortFormAtPath(path: DataPath): Schema | undefined {
  const schema = schemaAtPath(path);
  return schema?.else === undefined ? schema : resolve(schema.else);
}

/** The keys that a mapping at a path may have. */
export function keysAtPath(path: DataPath): readonly string[] {
  const { properties, then } = schemaAtPath(path) ?? {};
  return Object.keys({ ...then?.properties, ...properties });
}

/**
 * The paths of mappings that may have a key, the shortest first; a name in them is empty, and an item of a list 0. Templates
 * repeat workspaces.
 */
export function homesOf(key: string): readonly DataPath[] {
  const homes: DataPath[] = [];
  for (let level: DataPath[] = [[]]; level.length > 0; ) {
    homes.push(...level.filter((path) => path.length > 0 && keysAtPath(path).includes(key)));
    level = level.flatMap((path) => [
      ...keysAtPath(path).map((inner) => [...path, inner]),
      ...(takesAnyKey(path) ? [[...path, ""]] : []),
      ...(hasItems(path) ? [[...path, 0]] : []),
    ]);
  }
  return homes.filter(([top]) => top !== "templates");
}

/** Returns true if a list of mappings stands at a path. */
const hasItems = (path: DataPath): boolean => keysAtPath([...path, 0]).length > 0;

/** Returns true if the keys of a mapping at a path are names, such as those of groups. */
export function takesAnyKey(path: DataPath): boolean {
  const { additionalProperties } = schemaAtPath(path) ?? {};
  return typeof additionalProperties === "object";
}

/** The texts that a scalar at a path may be, where it is one of a few. */
export function choicesAtPath(path: DataPath): readonly string[] {
  return (schemaAtPath(path)?.enum ?? shortFormAtPath(path)?.enum ?? []).map(String);
}

/** The types of a value at a path; of a value that may be a mapping as well, that of the shorter form. */
export function typesAtPath(path: DataPath): readonly string[] {
  return [schemaAtPath(path)?.type ?? shortFormAtPath(path)?.type ?? []].flat();
}

/** The sets of keys that mappings of the file have. */
const KEY_SETS: readonly ReadonlySet<string>[] = keySets(root);

/** Every key that the format has. */
export const KEYS: ReadonlySet<string> = new Set(KEY_SETS.flatMap((keys) => [...keys]));

/** Returns true if some mapping of the file may have all of these keys. */
export function areSiblings(keys: readonly string[]): boolean {
  return KEY_SETS.some((set) => keys.every((key) => set.has(key)));
}

function keySets(node: unknown): Set<string>[] {
  if (typeof node !== "object" || node === null) return [];
  const { properties } = asSchema(node);
  const own = properties === undefined ? [] : [new Set(Object.keys(properties))];
  return [...own, ...Object.values(node).flatMap(keySets)];
}

function step(schema: Schema, segment: string | number): Schema | undefined {
  const { properties, additionalProperties, items, then, else: otherwise } = resolve(schema);
  if (typeof segment === "number") return items ?? (otherwise && step(otherwise, segment));
  if (properties && Object.hasOwn(properties, segment)) return properties[segment];
  return additionalProperties || (then && step(then, segment));
}

/** The schema behind `$ref`; keys next to the reference win. */
function resolve(schema: Schema): Schema {
  const name = schema.$ref?.split("/").at(-1);
  if (name === undefined) return schema;
  const { $defs } = root as { $defs: Record<string, Schema> };
  const { $ref, ...siblings } = schema;
  return { ...resolve(asSchema($defs[name])), ...siblings };
}

/** The schema is our own file, checked when the validator is compiled. */
function asSchema(node: unknown): Schema {
  return (node ?? {}) as Schema;
}
